// Sounds of the table, made on the spot: nothing is downloaded, and nothing of anybody else's is heard.

export type Sound = "roll" | "turn" | "end";

/** Seconds between the knocks of dice, and how many there are. */
const KNOCK = 0.055;
const KNOCKS = 6;
/** Hertz: a soft fifth says whose turn it is, a chord that it is over. */
const TURN = [587.33, 880] as const;
const END = [523.25, 659.25, 783.99, 1046.5] as const;

let context: AudioContext | null = null;

/** The device's loudspeaker. Browsers keep it shut until somebody has pressed something. */
function speaker(): AudioContext {
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

/** Plays a sound now. */
export function sound(which: Sound): void {
  const at = speaker();
  switch (which) {
    case "roll":
      for (let knock = 0; knock < KNOCKS; knock += 1) dieFalls(at, at.currentTime + knock * KNOCK * (0.7 + Math.random() * 0.6));
      break;
    case "turn":
      TURN.forEach((pitch, place) => tone(at, pitch, at.currentTime + place * 0.12, 0.5, 0.09));
      break;
    case "end":
      END.forEach((pitch, place) => tone(at, pitch, at.currentTime + place * 0.11, 0.9, 0.07));
  }
}

/** A tone that begins at once and fades, so many seconds long. */
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

/** A die on wood: a short noise, dull and each time a little different. */
function dieFalls(at: AudioContext, when: number): void {
  const frames = Math.floor(at.sampleRate * 0.03);
  const noise = at.createBuffer(1, frames, at.sampleRate);
  const samples = noise.getChannelData(0);
  for (let n = 0; n < frames; n += 1) samples[n] = (Math.random() * 2 - 1) * (1 - n / frames) ** 3;
  const source = at.createBufferSource();
  source.buffer = noise;
  const wood = at.createBiquadFilter();
  wood.type = "bandpass";
  wood.frequency.value = 1100 + Math.random() * 900;
  wood.Q.value = 1.4;
  const volume = at.createGain();
  volume.gain.value = 0.35;
  source.connect(wood).connect(volume).connect(at.destination);
  source.start(when);
}
