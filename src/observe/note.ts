import type { Call } from "../call.ts";

/** What the log says of a request beside its head: gathered on the way, told once, when it is answered. */
export type Note = {
  /** Its full name. */
  rpc?: string;
  /** Identifiers, never names or secrets. */
  account?: string;
  key?: string;
  /** A code of ours or of the protocol, where it failed. */
  code?: string;
  /** What is behind a fault of ours. */
  cause?: unknown;
};

const notes = new WeakMap<Call, Note>();

export function noteOf(call: Call): Note {
  let note = notes.get(call);
  if (note === undefined) notes.set(call, (note = {}));
  return note;
}
