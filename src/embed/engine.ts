import { AppError } from "../error.ts";
import type { Role, Unrelated } from "../memory/embedder.ts";

/** What computes vectors, without waiting lines, memory of past texts or judgement of its own health. */
export type Engine = {
  readonly fingerprint: string;
  readonly dimensions: number;
  /** Where it need not be measured. */
  readonly unrelated?: Unrelated;
  /** How many texts one run takes. */
  readonly batchMax: number;
  /** How many runs go on at the same time. */
  readonly runsMax: number;
  /** As `Embedder` tells. */
  readonly documentsAtOnce?: number;
  /** What the model is given of a text: as much as it reads, so that nothing longer waits, is hashed or is sent. */
  prepare(text: string, role: Role): string;
  /**
   * Loads or reaches what it needs, and proves that it takes texts: a refusal by one that does not is no text's fault.
   * Repeatable; `run` does it where nobody did. Errors: AppError unavailable.
   */
  start(): Promise<void>;
  /**
   * One normalised vector a prepared text, none of one that it cannot read. Errors: AppError unavailable; invalid_argument
   * where it refuses the texts; BrokenAtText.
   */
  run(texts: string[]): Promise<(Float32Array | undefined)[]>;
  close(): Promise<void>;
};

/** The engine broke at the texts, by a fault of theirs or by one of its own that may pass. */
export class BrokenAtText extends AppError {
  constructor(message: string) {
    super("invalid_argument", message);
  }
}
