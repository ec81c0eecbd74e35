/** The memory layers that can be searched. A memory belongs to one. */
export const layers = ["patterns", "graph", "signals"] as const;
export type Layer = (typeof layers)[number];

/**
 * Who a memory comes from: decided by the key's scope and the way in, never by a request's body.
 * Only what operators and agents wrote may ever become system text.
 */
export type Origin = "operator" | "agent" | "user" | "assistant" | "tool";
