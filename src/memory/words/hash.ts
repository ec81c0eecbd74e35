/**
 * The 32-bit hash that defines a term: MurmurHash3_x86_32 (Austin Appleby, public domain) of the word's UTF-16LE
 * bytes with seed 0. It is stored with every memory: to change it is to index everything anew.
 */
export function hash32(word: string): number {
  const units = word.length;
  let hash = 0;
  let at = 0;
  for (; at + 1 < units; at += 2) {
    hash ^= scramble(word.charCodeAt(at) | (word.charCodeAt(at + 1) << 16));
    hash = (hash << 13) | (hash >>> 19);
    hash = (Math.imul(hash, 5) + 0xe6546b64) | 0;
  }
  if (at < units) hash ^= scramble(word.charCodeAt(at));
  hash ^= units * 2;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function scramble(block: number): number {
  const mixed = Math.imul(block, 0xcc9e2d51);
  return Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593);
}
