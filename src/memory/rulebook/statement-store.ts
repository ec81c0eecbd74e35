import type { Origin } from "../entity/layer.ts";
import type { Statement } from "../directive/directive.ts";
import type { ReadingJob } from "../reading-job.ts";
import type { Scope } from "../scope.ts";

/** Whose messages state rules. An assistant's words, a tool's or a page's bind nobody. */
export const statementOrigins: readonly Origin[] = ["user", "operator"];

/** Messages of an account to read. */
export type StatementJob = ReadingJob<StatementMessage>;

export type StatementMessage = {
  id: string;
  user: string;
  sessionId: string;
  /** Label of the platform it came from; empty without one. */
  source: string;
  origin: Origin;
  contentHash: string;
  saidAtMs: number;
  text: string;
  /** What the user said before in the conversation: pronouns may stand for its things. */
  before?: { id: string; contentHash: string; text: string };
};

export type StatementResult = {
  message: StatementMessage;
  statements: Statement[];
  /** Whether it states other things without the message before. */
  leans: boolean;
};
/** A job that is done, with what its messages state. */
export type StatementJobResult = { job: StatementJob; read: StatementResult[] };

/** Names what a message states: what it states otherwise has another version. */
export type StatingKey = { id: string; version: number };

/** What a message states, as it was read. */
export type StatingMessage = StatingKey & {
  /** Whom it binds: its user, or `system`, which is everybody. */
  binds: string;
  sessionId: string;
  source: string;
  origin: Origin;
  saidAtMs: number;
  statements: Statement[];
  /** The message before it, where words of that one may be in what this one states. */
  leansOn?: string;
};

/** The statements of messages. A message behind the account's reading is the job of reading it. */
export interface StatementStore {
  /** The next messages to read, of an account behind another one in the order of ids; `undefined` where none wait. */
  next(rules: number, behind: string, limit: number): Promise<StatementJob | undefined>;
  /**
   * Stores what messages state, in one transaction with how far their accounts were read. A job is left where a message
   * of it was changed or deleted meanwhile, or where somebody else has done it: then it is met again. Answers how many
   * jobs were stored.
   */
  complete(rules: number, done: StatementJobResult[]): Promise<number>;
  /** Whether messages of an account wait to be read. */
  waiting(rules: number, account: string): Promise<boolean>;
  /** Differs once an account's statements or marks have changed. */
  version(account: string): Promise<number>;
  /** What binds the scope's user: the messages said last that state something, at most `limit` of them, the latest first. */
  list(scope: Scope, limit: number): Promise<StatingKey[]>;
  /** What they state; those that are gone, or state something else by now, are left out. */
  get(scope: Scope, keys: readonly StatingKey[]): Promise<StatingMessage[]>;
}
