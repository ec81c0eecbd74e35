import type { HeaderFields } from "../../call.ts";

/** One event of a stream of server-sent events: what `event:` says, if anything, and the joined `data:` lines. */
export type SseEvent = { event?: string; data: string };

/** As it goes on the wire. `data` has no line breaks: all of it is JSON. */
export function formatSse({ event, data }: SseEvent): string {
  return event === undefined ? `data: ${data}\n\n` : `event: ${event}\ndata: ${data}\n\n`;
}

/** Whether an answer is a stream of such events. Of one that was asked for, some servers do not say so. */
export function isEventStream({ status, headers }: Head, isAsked: boolean): boolean {
  const type = String(headers["content-type"]);
  if (/^text\/event-stream\b/iu.test(type)) return true;
  return isAsked && status < 400 && !/^(?:application\/(?:[^;]*\+)?json|text\/html)\b/iu.test(type);
}

type Head = { status: number; headers: HeaderFields };
