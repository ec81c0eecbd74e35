import { hash, randomFillSync } from "node:crypto";

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const random = Buffer.alloc(4_096);
let used = random.length;
let lastMs = 0;
let counter = 0;

/** What has an id: an account, an erasure, a key, a message, a pattern, a retrieval. */
export type IdPrefix = "acc_" | "era_" | "key_" | "msg_" | "pat_" | "ret_";

/**
 * A new id: the prefix, then a UUIDv7 in Crockford's base32, 26 characters. Ids of one process sort in the order in
 * which they were made, also within a millisecond and when the clock is set back.
 */
export function newId(prefix: IdPrefix): string {
  return prefix + base32(uuid7());
}

/**
 * The id of what somebody else has named: its time, then what follows from its name. So it is the same whenever that is
 * read again.
 */
export function derivedId(prefix: IdPrefix, name: string, atMs: number): string {
  const time = Buffer.alloc(16);
  time.writeUIntBE(Math.max(0, atMs), 0, 6);
  return prefix + base32(time).slice(0, 10) + hash("sha256", name).slice(0, 16);
}

/** When an id was made; 0 for what is not one of these ids. */
export function madeAtMs(id: string): number {
  const [, digits] = /^[a-z]+_([0-9a-hjkmnp-tv-z]{10})[0-9a-hjkmnp-tv-z]{16}$/.exec(id) ?? [];
  return [...(digits ?? "")].reduce((ms, digit) => ms * 32 + alphabet.indexOf(digit), 0);
}

/**
 * From when on a message counts: of what a client said by a clock that is ahead, when it was written. Else it would outlast all that is
 * said next, and its "next month" would be years away.
 */
export const heardAtMs = ({ id, saidAtMs }: { id: string; saidAtMs: number }): number =>
  Math.min(saidAtMs, madeAtMs(id) || saidAtMs);

/** RFC 9562, method 1 of its section 6.2: the twelve bits after the version count within a millisecond. */
function uuid7(): Uint8Array {
  if (used + 16 > random.length) {
    randomFillSync(random);
    used = 0;
  }
  const bytes = random.subarray(used, used + 16);
  used += 16;
  advance(bytes.readUInt16BE(6));
  bytes.writeUIntBE(lastMs, 0, 6);
  bytes.writeUInt16BE(0x7000 | counter, 6);
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes;
}

/** A fresh millisecond starts its count somewhere in the lower half; a full count borrows the next millisecond. */
function advance(seed: number): void {
  const nowMs = Date.now();
  if (nowMs > lastMs) {
    lastMs = nowMs;
    counter = seed & 0x7ff;
  } else if (counter < 0xfff) {
    counter++;
  } else {
    lastMs++;
    counter = seed & 0x7ff;
  }
}

/** 128 bits as 26 digits of five bits, the first two bits zero: the order of the bytes is the order of the text. */
function base32(bytes: Uint8Array): string {
  let text = "";
  let bits = 0;
  let width = 2;
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    width += 8;
    while (width >= 5) {
      width -= 5;
      text += alphabet[(bits >> width) & 31];
    }
    bits &= (1 << width) - 1;
  }
  return text;
}
