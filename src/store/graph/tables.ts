import type { Generated } from "kysely";

/** What a message claims; none for one that claims nothing. Derived from its text: it can be read again. */
export type ClaimTable = {
  account_id: string;
  /** The message's. */
  id: string;
  user_id: string;
  /** The message's when its claims were stored. */
  seq: number;
  content_hash: string;
  /** The version of the rules that read it. */
  rules: number;
  said_at: number;
  /** JSON array of Claim. */
  claims: string;
};

/** Up to which seq an account's messages were read for claims, and by which rules. */
export type GraphProgressTable = {
  account_id: string;
  seq: number;
  rules: number;
  /** How often conversations left a branch or went back to one. */
  branches: Generated<number>;
};
