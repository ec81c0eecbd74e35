/** A settings file that is left as it is: what it holds is not understood, or it cannot be read or written. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}

/** Where in a text something is: `line 3, column 7`, from 1. */
export function placeOf(text: string, at: number): string {
  const before = text.slice(0, at).split("\n");
  return `line ${before.length}, column ${before.at(-1)!.length + 1}`;
}
