/** Half-precision vectors, kept for the life of their row. */
export type VectorTable = {
  account_id: string;
  id: string;
  fingerprint: string;
  content_hash: string;
  data: Uint8Array;
};
