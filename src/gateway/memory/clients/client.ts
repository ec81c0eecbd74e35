import type { Headers } from "../request/headers.ts";

/** A request that a client makes for itself: it is shown nothing new, and is no part of the user's conversation. */
export type RequestClass = "auxiliary" | "compaction";

/** A request, as far as a client is known by it. */
export type ClientRequest = {
  headers: Headers;
  hasTools: boolean;
  /** What its system text says. */
  system: string;
  /** How many messages it has but for those of the system that come before all others. */
  count: number;
  /** The text parts of the first of these; none where it is not the user's. */
  first: readonly string[];
  /** The same of the last. */
  last: readonly string[];
};

/**
 * What a user's message says, without what a client put in: of the user, or of the program that runs the client, whose
 * words are kept and bind nobody.
 */
export type Said = { text: string; origin: "user" | "agent" };

/**
 * A program that asks models, and what it puts into requests by itself. Each is known by headers of its own, or by long
 * pieces of its own templates as they were found in the version that its file names: never by words that people write.
 */
export type Client = {
  /** Which of its own requests one is; `undefined` for a turn of its user's, and for those of other clients. */
  classOf?(request: ClientRequest): RequestClass | undefined;
  /** What is said in a text part of a user's message; `undefined` where it put nothing in. */
  saidIn?(text: string, around: Around): Said | undefined;
};

/** What stands around a part: the request's system text, and all text parts of its message. */
export type Around = { system: string; parts: readonly string[] };

/** Of a part that is the client's own. */
export const nothingSaid: Said = { text: "", origin: "user" };

/** Of a part that begins or ends as the client frames it. */
export function saidByUser(text: string): Said {
  return { text, origin: "user" };
}

/** Whether a text begins with one of these, white space aside. */
export function beginsWith(text: string, beginnings: readonly string[]): boolean {
  const start = text.trimStart();
  return beginnings.some((beginning) => start.startsWith(beginning));
}
