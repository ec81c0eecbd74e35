/** A memory whose text has no vector yet. It is durable: its row says so until the vector is stored. */
export type EmbeddingJob = { account: string; id: string; contentHash: string; text: string };

/** What the embedder made of a text: no vector, where it cannot read it. That is final. */
export type EmbeddedText = { job: EmbeddingJob; vector: Float32Array | undefined };

/** The queue of memories without a vector, as the store holds it, and their vectors. */
export interface EmbeddingStore {
  /**
   * Claims up to `limit` memories without a vector of this embedder for `leaseMs`, fairly over accounts. A claim that is
   * neither completed nor released ends by itself, so that a crash loses nothing.
   */
  claim(fingerprint: string, limit: number, leaseMs: number): Promise<EmbeddingJob[]>;
  /** Stores vectors where id and content hash still match, giving each row a new seq; late vectors are dropped. */
  complete(fingerprint: string, done: EmbeddedText[]): Promise<void>;
  /** Gives claims back, to be tried again after `delayMs`. */
  release(jobs: EmbeddingJob[], delayMs: number): Promise<void>;
  /** Makes what is put off for longer than this claimable at once. */
  recall(longerThanMs: number): Promise<void>;
  /** How many memories wait for their vector, over all accounts. */
  backlog(): Promise<number>;
}
