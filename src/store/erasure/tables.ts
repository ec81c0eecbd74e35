export type ErasureTable = {
  account_id: string;
  id: string;
  /** Until it is hidden; then a hash of it. */
  user_id: string;
  kind: string;
  /** The id of the message or pattern, or the session, until it is hidden; then empty. */
  target: string;
  /** JSON of ErasureCounts. */
  counts: string;
  /** Receipts that are older name nothing of it. */
  receipts_from: number;
  created_at: number;
  hidden_at: number | null;
  done_at: number | null;
};
