/** A name that nobody else has made: 128 random bits. `crypto.randomUUID` is missing in pages that came by plain HTTP. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
