export const callerNames = ["openai", "anthropic"] as const;
export const upstreamNames = ["openai", "anthropic", "gemini"] as const;
export type Caller = (typeof callerNames)[number];
export type Upstream = (typeof upstreamNames)[number];

/** A dialect pair, streamed or not. */
export type Column = { caller: Caller; upstream: Upstream; stream: boolean };

export const columns: readonly Column[] = callerNames.flatMap((caller) =>
  upstreamNames.flatMap((upstream) => [false, true].map((stream) => ({ caller, upstream, stream }))),
);

export function nameOf({ caller, upstream, stream }: Column): string {
  return `${caller} to ${upstream}, ${stream ? "streamed" : "whole"}`;
}

/** Something for all columns alike, or by what differs between them. */
export type ByColumn<T extends object | string | undefined> = T | ((column: Column) => T);

export function inColumn<T extends object | string | undefined>(value: ByColumn<T>, column: Column): T {
  return typeof value === "function" ? value(column) : value;
}
