export type RetrievalTable = {
  account_id: string;
  id: string;
  user_id: string;
  query: string | null;
  query_hash: string;
  /** JSON array of StoredResult, or null in the place of what was erased. */
  results: string;
  /** JSON of what the gateway did with it; null of other searches. */
  gateway: string | null;
  created_at: number;
};

/** What became of a retrieval, as last reported. */
export type OutcomeTable = {
  account_id: string;
  retrieval_id: string;
  /** Whose retrieval it was. */
  user_id: string;
  success: number;
  /** 1 if it was told from what the user said. */
  implicit: number;
  note: string | null;
  retrieved_at: number;
  created_at: number;
};

/** What an outcome says of one memory. */
export type CreditTable = {
  account_id: string;
  memory_id: string;
  /** When the memory was retrieved: however late that is reported, and however often, it says the same. */
  at: number;
  retrieval_id: string;
  success: number;
  weight: number;
  /** Of the pattern, then; 1 for other memories. */
  version: number;
};
