/** What the base and the lexicon hold of a memory. */
export type FlushedTable = { account_id: string; id: string; user_id: string; session_id: string; terms: Uint8Array };

export type LexiconTotalTable = {
  account_id: string;
  user_id: string;
  memories: number;
  total_length: number;
  sessions: number;
  total_session_length: number;
};

/** In how many memories and sessions of a user a term occurs. */
export type LexiconTermTable = {
  account_id: string;
  user_id: string;
  term: number;
  memories: number;
  sessions: number;
};

/** The terms of a whole session. */
export type LexiconSessionTable = { account_id: string; user_id: string; session_id: string; terms: Uint8Array };
