/**
 * About how many tokens a text has: a token of English is some four bytes, one of code or of another script fewer. It
 * rather says too many than too few, so that a budget is kept; it is the same for every model.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 3.5);
}
