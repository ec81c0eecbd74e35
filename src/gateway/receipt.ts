import type { Losses } from "./chat/loss.ts";

/** What translation lost, for the caller: `temperature; dropped, image.url; emulated`. Nothing lost, no header. */
export function lossHeaders(losses: Losses): Record<string, string> {
  const list = losses.list();
  if (list.length === 0) return {};
  return { "x-cairn-loss": list.map(({ what, how }) => `${what}; ${how}`).join(", ") };
}
