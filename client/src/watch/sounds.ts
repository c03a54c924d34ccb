// Synthesised sounds of the table: no downloads, and no recordings of others.

export type Sound = "knock" | "keep" | "pencil" | "pen" | "strike" | "turn" | "end";

/** Hertz: a soft fifth announces a turn, a chord the end. */
const TURN = [587.33, 880] as const;
const END = [523.25, 659.25, 783.99, 1046.5] as const;

/** Seconds before a later sound in which it is prepared: preparing many at once would delay a frame. */
const AHEAD = 0.06;

let context: AudioContext | null = null;

/** The device's audio output; null before the first press, because browsers block it until then. */
function speaker(): AudioContext | null {
  if (navigator.userActivation?.hasBeenActive === false) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

/** Makes the audio output if the page may: it takes longer than a frame, so a roll should not need to. */
export function prepare(): void {
  speaker();
}

/** Plays a sound, this many seconds from now. */
export function sound(which: Sound, later = 0): void {
  const at = speaker();
  if (at === null) return;
  const when = at.currentTime + later;
  if (later > AHEAD) setTimeout(() => play(at, when, which), (later - AHEAD) * 1000);
  else play(at, when, which);
}

function play(at: AudioContext, when: number, which: Sound): void {
  switch (which) {
    case "knock":
      return noise(at, when, { length: 0.035, pitch: 900 + Math.random() * 900, narrow: 1.4, loud: 0.3 + Math.random() * 0.15 });
    case "keep":
      return noise(at, when, { length: 0.014, pitch: 2600, narrow: 3, loud: 0.3 });
    case "pencil":
      return noise(at, when, { length: 0.12, pitch: 5200, narrow: 0.7, loud: 0.05 });
    case "pen":
      [0, 0.13, 0.22].forEach((start, n) => noise(at, when + start, { length: 0.11 - n * 0.02, pitch: 3300 - n * 500, narrow: 0.9, loud: 0.09 }));
      return;
    case "strike":
      return noise(at, when, { length: 0.3, pitch: 2400, narrow: 0.8, loud: 0.12 });
    case "turn":
      TURN.forEach((pitch, place) => tone(at, pitch, when + place * 0.12, 0.5, 0.09));
      return;
    case "end":
      END.forEach((pitch, place) => tone(at, pitch, when + place * 0.11, 0.9, 0.07));
  }
}

/** Plays a tone that starts at once and fades, of this many seconds. */
function tone(at: AudioContext, pitch: number, when: number, length: number, loud: number): void {
  const voice = at.createOscillator();
  voice.type = "triangle";
  voice.frequency.value = pitch;
  const volume = at.createGain();
  volume.gain.setValueAtTime(0, when);
  volume.gain.linearRampToValueAtTime(loud, when + 0.015);
  volume.gain.exponentialRampToValueAtTime(0.0001, when + length);
  voice.connect(volume).connect(at.destination);
  voice.start(when);
  voice.stop(when + length);
}

/** Plays a short noise that fades: a die on wood, a pen on paper. Each is a little different. */
function noise(at: AudioContext, when: number, { length, pitch, narrow, loud }: Readonly<Record<"length" | "pitch" | "narrow" | "loud", number>>): void {
  const frames = Math.floor(at.sampleRate * length);
  const buffer = at.createBuffer(1, frames, at.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < frames; n += 1) samples[n] = (Math.random() * 2 - 1) * (1 - n / frames) ** 3;
  const source = at.createBufferSource();
  source.buffer = buffer;
  const colour = at.createBiquadFilter();
  colour.type = "bandpass";
  colour.frequency.value = pitch;
  colour.Q.value = narrow;
  const volume = at.createGain();
  volume.gain.value = loud;
  source.connect(colour).connect(volume).connect(at.destination);
  source.start(when);
}
