/**
 * Vectors are stored in half precision: half the bytes, and far finer than what a ranking can tell apart. In the stored
 * form each number has two bytes, little-endian, as every machine is that this runs on.
 */
export function toF16(vector: Float32Array): Uint16Array {
  return new Uint16Array(new Float16Array(vector).buffer);
}

export function encodeF16(bits: Uint16Array): Uint8Array {
  return new Uint8Array(bits.buffer, bits.byteOffset, bits.byteLength);
}

/** A copy: the driver's buffer may begin anywhere, and may be a part of a larger one. */
export function decodeF16(bytes: Uint8Array): Uint16Array {
  return new Uint16Array(Uint8Array.from(bytes).buffer);
}
