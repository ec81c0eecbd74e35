import type { HeaderFields } from "../../call.ts";

/** One event of a stream of server-sent events: what `event:` says, if anything, and the joined `data:` lines. */
export type SseEvent = { event?: string; data: string };

/** As it goes on the wire. `data` has no line breaks: all of it is JSON. */
export function formatSse({ event, data }: SseEvent): string {
  return event === undefined ? `data: ${data}\n\n` : `event: ${event}\ndata: ${data}\n\n`;
}

/** An answer's body: a stream of such events, one value, or either of both, as its first bytes tell (`isWholeFrom`). */
export type BodyForm = "events" | "whole" | "untold";

/** What an answer's head says of its body. Of a stream that was asked for, some servers do not say that it is one. */
export function bodyFormOf({ status, headers }: { status: number; headers: HeaderFields }, isAsked: boolean): BodyForm {
  const type = String(headers["content-type"]);
  if (/^text\/event-stream\b/iu.test(type)) return "events";
  if (!isAsked || status >= 400) return "whole";
  return /^(?:application\/(?:[^;]*\+)?json|text\/html)\b/iu.test(type) ? "whole" : "untold";
}

/** White space of JSON's, and the bytes of a byte order mark. */
const blanks: readonly number[] = [...Buffer.from(" \t\r\n\uFEFF")];
const openings: readonly number[] = [...Buffer.from("{[")];

/** Whether a body whose first bytes these are is one value, and no events; `undefined` where all of them are blank. */
export function isWholeFrom(chunk: Uint8Array): boolean | undefined {
  const first = chunk.find((byte) => !blanks.includes(byte));
  return first === undefined ? undefined : openings.includes(first);
}
