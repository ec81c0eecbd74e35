import type { Claim } from "../../graph/fact.ts";
import type { Stated } from "../../rulebook/read-message.ts";

/** What is read in a message by the rules of language, by kind: a pure function of what is given of it. */
export type Readings = {
  /** What patterns and agents say is read like a user's message, but who speaks there is not the user. */
  claims: { given: { text: string; saidAtMs: number; isOfAnother: boolean }; read: Claim[] };
  /** `before`: what the user said before in the conversation. */
  statements: { given: { text: string; before: string | undefined }; read: Stated };
};

export type Kind = keyof Readings;

/** What was read in each, in order, and the CPU time that it took. */
export type Read<Of> = { read: Of[]; tookMs: number };

/** Reads messages while the event loop turns. */
export interface Reader {
  /** A message that cannot be read says nothing. Errors: AppError unavailable, where none can be read now. */
  read<K extends Kind>(kind: K, messages: Readings[K]["given"][]): Promise<Read<Readings[K]["read"]>>;
}
