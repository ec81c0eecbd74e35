import type { Losses } from "./loss.ts";

/** What translation lost, in words: `temperature; dropped, image.url; emulated`. Empty where nothing was. */
export function lossText(losses: Losses): string {
  return losses
    .list()
    .map(({ what, how }) => `${what}; ${how}`)
    .join(", ");
}

/** The same for the caller. Nothing lost, no header. */
export function lossHeaders(losses: Losses): Record<string, string> {
  const text = lossText(losses);
  return text === "" ? {} : { "x-cairn-loss": text };
}
