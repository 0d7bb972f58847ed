// Seeded choice: the same seed makes the same cases on every machine.

export class Random {
  #state;

  constructor(seed) {
    this.#state = seed >>> 0;
  }

  /** A fraction, 0 to below 1 (mulberry32). */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below(count) {
    return Math.floor(this.next() * count);
  }

  chance(part) {
    return this.next() < part;
  }

  pick(list) {
    return list[this.below(list.length)];
  }

  some(most, make) {
    return Array.from({ length: this.below(most + 1) }, make);
  }

  bytes(count) {
    return Buffer.from(Array.from({ length: count }, () => this.below(256)));
  }

  /** One of the pieces that texts are made of. */
  text(most = 4) {
    return this.some(most, () => this.pick(PIECES)).join("");
  }

  name() {
    return this.pick(NAMES);
  }

  /** A number that every host writes in the same way. */
  number() {
    return this.pick([0, 1, 2, 7, 18, -1, -40, 100, 0.5, -2.5, 65_536, 2 ** 31, 2 ** 53 - 1]);
  }

  /** A value that every host can hold and writes in the same way. */
  json(depth = 3) {
    const kind = this.below(depth > 0 ? 7 : 5);
    if (kind === 0) return this.number();
    if (kind === 1) return this.chance(0.5);
    if (kind === 2) return null;
    if (kind < 5) return this.text();
    if (kind === 5) return this.some(3, () => this.json(depth - 1));
    return Object.fromEntries(this.some(3, () => [this.name(), this.json(depth - 1)]));
  }

  /** Damages a text in one place. */
  damaged(text, alphabet = '{}[]",:.-0123456789abcAZ_= \\') {
    const at = this.below(text.length + 1);
    const other = this.pick([...alphabet]);
    const damaged = this.pick([
      () => text.slice(0, at),
      () => text.slice(0, at) + text.slice(at + 1),
      () => text.slice(0, at) + other + text.slice(at),
      () => text.slice(0, at) + other + text.slice(at + 1),
      () => text + text.slice(at),
    ])();
    // Half a pair is no text that Rust or C could be given.
    return damaged.toWellFormed();
  }
}

const NAMES = [
  "a",
  "b",
  "ok",
  "name",
  "target",
  "e-mail",
  "größe",
  "用户",
  "constructor",
  "toString",
  "~/",
  "x y",
  "max_tokens",
];

const PIECES = [
  "a",
  "B",
  "yes",
  "q3.pdf",
  " ",
  "é",
  "ß",
  "🪃",
  "用户",
  '"',
  "\\",
  "/",
  "\n",
  "\t",
  "\u0001",
  "\u007f",
  "\u2028",
  "\ufeff",
  "a@b.example",
  "1",
  "0",
  "-",
  "2024-02-29",
  "T23:59:60Z",
  "https://example.com/a?b#c",
  "{}",
  "null",
  "\u202e",
  "%41",
  "é",
];
