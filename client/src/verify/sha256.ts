/**
 * SHA-256 and its HMAC (FIPS 180-4, RFC 2104) for pages without the browser's own: plain http in a home network.
 *
 * A match needs a few hundred blocks, so clarity matters more than speed.
 */

const BLOCK = 64;

/** The first 32 bits of the fractional part of a root of each of the first primes. */
function fractions(root: (prime: number) => number, count: number): number[] {
  const primes: number[] = [];
  for (let number = 2; primes.length < count; number += 1) {
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  }
  return primes.map((prime) => ((root(prime) % 1) * 2 ** 32) | 0);
}

const ROUNDS = fractions(Math.cbrt, 64);
const START = fractions(Math.sqrt, 8);

function turned(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

export function sha256(data: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((data.length + 9) / BLOCK) * BLOCK);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, data.length * 8);
  let state = START;
  for (let at = 0; at < padded.length; at += BLOCK) state = mixed(state, schedule(view, at));
  const result = new DataView(new ArrayBuffer(32));
  state.forEach((word, at) => result.setInt32(at * 4, word));
  return new Uint8Array(result.buffer);
}

export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const short = key.length > BLOCK ? sha256(key) : key;
  const pad = (mask: number): Uint8Array => Uint8Array.from({ length: BLOCK }, (_, at) => (short[at] ?? 0) ^ mask);
  return sha256(joined(pad(0x5c), sha256(joined(pad(0x36), message))));
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

function schedule(view: DataView, start: number): number[] {
  const words = Array.from({ length: 16 }, (_, at) => view.getInt32(start + at * 4));
  for (let at = 16; at < 64; at += 1) {
    const [a = 0, b = 0] = [words[at - 15], words[at - 2]];
    const low = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
    const high = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
    words.push(((words[at - 16] ?? 0) + low + (words[at - 7] ?? 0) + high) | 0);
  }
  return words;
}

function mixed(state: readonly number[], words: readonly number[]): number[] {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  words.forEach((word, at) => {
    const choice = (e & f) ^ (~e & g);
    const first = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + (ROUNDS[at] ?? 0) + word) | 0;
    const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  });
  return [a, b, c, d, e, f, g, h].map((word, at) => (word + (state[at] ?? 0)) | 0);
}
