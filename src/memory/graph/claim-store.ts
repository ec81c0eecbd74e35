import type { Origin } from "../entity/layer.ts";
import type { ReadingJob } from "../reading-job.ts";
import type { Scope } from "../scope.ts";
import type { Claim, MessageClaims } from "./fact.ts";

/** Whose words claim something. An assistant's, a tool's or a page's are no evidence. */
export const claimOrigins: readonly Origin[] = ["user", "operator", "agent"];

/** Messages of an account to read. */
export type ClaimJob = ReadingJob<ClaimMessage>;

export type ClaimMessage = {
  id: string;
  user: string;
  /** Who speaks in a pattern is not its user, nor, for certain, in what a program or another agent said in the user's place. */
  isOfAnother: boolean;
  seq: number;
  contentHash: string;
  saidAtMs: number;
  text: string;
};

export type ClaimResult = { message: ClaimMessage; claims: Claim[] };
/** A job that is done, with what its messages claim. */
export type ClaimJobResult = { job: ClaimJob; read: ClaimResult[] };

/** What messages claim. A message behind the account's reading is the job of reading it. */
export interface ClaimStore {
  /** The next messages to read, of an account behind another one in the order of ids; `undefined` where none wait. */
  next(rules: number, behind: string, limit: number): Promise<ClaimJob | undefined>;
  /**
   * Stores what messages claim, in one transaction with how far their accounts were read. Claims of a message that was
   * changed or deleted meanwhile are dropped; so is a whole job where somebody else has done it. Answers how many jobs
   * were stored.
   */
  complete(rules: number, done: ClaimJobResult[]): Promise<number>;
  /** Another one whenever `list` may answer something else. */
  version(scope: Scope): Promise<string>;
  /**
   * The claims of the scope's own user, but for what was said on branches that conversations left; of very many, those of
   * the 20,000 messages said last, or of fewer that make 40,000 claims. The newest first.
   */
  list(scope: Scope): Promise<MessageClaims[]>;
}
