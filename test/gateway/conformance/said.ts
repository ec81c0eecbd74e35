import type { Upstream } from "./column.ts";

/** What a model says, in no dialect; a provider that has no word for a part leaves it out. */
export type Said = {
  parts: readonly SaidPart[];
  /** The provider's own word; else what fits the parts. */
  finish?: Partial<Record<Upstream, string>>;
  stopSequence?: string;
  usage?: SaidUsage;
};

export type SaidPart =
  | { text: string }
  | { refusal: string }
  | { thinking: string; signature?: string }
  | { redacted: string }
  | { call: string; id?: string; input: string; signature?: string };

/** `prompt` includes what was read from and written to a cache, `completion` what was thought. */
export type SaidUsage = { prompt: number; completion: number; read?: number; written?: number; thought?: number };

export const usualUsage: SaidUsage = { prompt: 12, completion: 7 };

/** In two pieces, as a stream brings it; none is empty. */
export function halves(text: string): string[] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)].filter((half) => half !== "");
}
