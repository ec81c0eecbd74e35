import type { StatedRule } from "../../directive/directive.ts";

/** A message that a model is to be asked about. */
export type ExtractionJob = {
  account: string;
  id: string;
  contentHash: string;
  text: string;
  /** How often it was taken, this time included. */
  tries: number;
};

/**
 * Messages of which a model is to find the rules: those that are read while it is switched on and were said since then,
 * each once. Whose rules they are and how long they live is as of the statements of the message.
 */
export interface ExtractionStore {
  /** Does nothing where it is on. */
  switchOn(nowMs: number): Promise<void>;
  /** What waits is left; what was found stays. */
  switchOff(): Promise<void>;
  /**
   * Takes the oldest messages of one account, of the first behind another one in the order of ids. Nobody else is given
   * them for so long.
   */
  claim(behind: string, limit: number, leaseMs: number): Promise<ExtractionJob[]>;
  /** Stores what a model found. False where the message is another or gone, or somebody else was first. */
  complete(job: ExtractionJob, model: string, rules: readonly StatedRule[]): Promise<boolean>;
  /** Lets go of a message for a while. `isOwed`: the try does not count. */
  release(job: ExtractionJob, forMs: number, isOwed: boolean): Promise<void>;
}
