import type { Generated } from "kysely";

/** What a user's message states. Derived from its text and the one before: it can be read again. */
export type DirectiveStatementTable = {
  account_id: string;
  /** The message's. */
  id: string;
  user_id: string;
  /** Whom it binds. */
  binds: string;
  session_id: string;
  source: string;
  origin: string;
  said_at: number;
  content_hash: string;
  /** The version of the rules that read it. */
  rules: number;
  /** The message before it in the conversation, as it was read. */
  before_id: string | null;
  /** 1 if it states other things without that one. */
  leans: number;
  /** 1 if it has to be read again, for the one before has changed. */
  due: Generated<number>;
  /** That of the account's directives when it was stored: with the id it names what is stated. */
  version: number;
  /** By the rules: JSON array of Statement; null if neither they nor a model found anything. */
  statements: string | null;
  /** 1 while a model is to be asked what it states. */
  extract_due: Generated<number>;
  /** While above now, a model is being asked, or is not to be asked yet. */
  extract_after: Generated<number>;
  extract_tries: Generated<number>;
  /** The model that has answered; null before one has. */
  extracted_by: Generated<string | null>;
  /** What it found: JSON array of StatedRule; null for nothing. */
  extracted: Generated<string | null>;
};

/** Up to which seq an account's messages were read for directives, and by which rules. */
export type DirectiveProgressTable = {
  account_id: string;
  seq: number;
  rules: number;
  /** Rises with each change of statements or marks. */
  version: number;
};

/** What people decided of a directive, under its id: it has no words. */
export type DirectiveMarkTable = {
  account_id: string;
  /** Whom the directive binds. */
  user_id: string;
  id: string;
  pinned: number;
  disabled: number;
  deleted_at: number | null;
};
