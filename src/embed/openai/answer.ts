/** What came of one try. The endpoint's own words stay out of it: they may repeat the key or the texts. */
export type Answer =
  | { kind: "ok"; body: unknown }
  /** Down or busy: the same request may do later. */
  | { kind: "retryable"; reason: string; retryAfterMs: number | undefined }
  /** Out of order, or these texts put it out of order, as Ollama answers 500 where a vector is not finite. */
  | { kind: "broken"; reason: string; retryAfterMs: number | undefined }
  /** It did not answer in time, or sent what is no answer: another try now would be as bad. */
  | { kind: "failed"; reason: string }
  /** It refuses these texts. */
  | { kind: "refused"; reason: string };
