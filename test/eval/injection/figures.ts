import type { Shown } from "./shown.ts";

/** What a request has of memory: new in its last turn, and of what is named, in any turn. */
export type Seen = { latest: Shown[]; needed: Split; outdated: Split };
type Split = Partial<Record<"in" | "out", string[]>>;

export type Figures = {
  requests: number;
  /** Requests that were shown anything new. */
  shown: number;
  items: number;
  tokens: number;
  needed: number;
  found: number;
  outdated: number;
  /** Requests that were shown something outdated, without what replaced it. */
  misled: number;
};

export function noFigures(): Figures {
  return { requests: 0, shown: 0, items: 0, tokens: 0, needed: 0, found: 0, outdated: 0, misled: 0 };
}

export function addRequest(sums: Figures, { latest, needed, outdated }: Seen): void {
  const count = (names: string[] | undefined) => names?.length ?? 0;
  sums.requests++;
  sums.shown += latest.length > 0 ? 1 : 0;
  sums.items += latest.length;
  sums.tokens += latest.reduce((sum, { tokens }) => sum + tokens, 0);
  sums.needed += count(needed.in) + count(needed.out);
  sums.found += count(needed.in);
  sums.outdated += count(outdated.in);
  sums.misled += count(outdated.in) > 0 && count(needed.in) === 0 ? 1 : 0;
}

export const header =
  "| requests | | shown something | memories | tokens | needed, shown | outdated, shown | without the newer |\n" +
  "|---|---|---|---|---|---|---|---|";

/** Memories and tokens are means over all requests. */
export function row(name: string, sums: Figures): string {
  const { requests, shown, items, tokens, needed, found, outdated, misled } = sums;
  const mean = (sum: number, digits: number) => (sum / requests).toFixed(digits);
  const ofNeeded = needed > 0 ? `${found} of ${needed}` : "–";
  const cells = [requests, shown, mean(items, 1), mean(tokens, 0), ofNeeded, outdated, misled];
  return `| ${name} | ${cells.join(" | ")} |`;
}
