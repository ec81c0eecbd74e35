import type { HeaderFields } from "../../call.ts";

/** One event of a stream of server-sent events: what `event:` says, if anything, and the joined `data:` lines. */
export type SseEvent = { event?: string; data: string };

/** As it goes on the wire. `data` has no line breaks: all of it is JSON. */
export function formatSse({ event, data }: SseEvent): string {
  return event === undefined ? `data: ${data}\n\n` : `event: ${event}\ndata: ${data}\n\n`;
}

/** Whether the headers of an answer say that it is a stream of such events. */
export function isEventStream(headers: HeaderFields): boolean {
  return /^text\/event-stream\b/iu.test(String(headers["content-type"]));
}
