import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../../error.ts";
import { checkedRules } from "../../rulebook/extraction/checked-rules.ts";
import type { ExtractionJob, ExtractionStore } from "../../rulebook/extraction/extraction-store.ts";
import { ownText } from "../../rulebook/extraction/own-text.ts";
import { questionOf, type QuestionedModel } from "../../rulebook/extraction/question.ts";
import { BackgroundWorker, type BackgroundWorkerOptions } from "../background-worker.ts";

/** What became of a message. `empty`: nothing of it may be asked about. `garbage`: an answer of no form. */
export type ExtractionOutcome = "answered" | "empty" | "garbage" | "failed" | "given_up";

export type ExtractionQueueOptions = BackgroundWorkerOptions & {
  store: Pick<ExtractionStore, "claim" | "complete" | "release">;
  model: QuestionedModel;
  /** Until an answer has come. */
  patienceMs?: number;
  /** After the first failure of a message; fifteen times as long after the second. */
  retryMs?: number;
  /** Rules of an answer that passed the checks, and that did not. */
  onOutcome?: (outcome: ExtractionOutcome, rules: { kept: number; dropped: number }) => void;
};

/** Messages that a model is asked about at a time. */
const concurrency = 4;
/** Answers that a message is worth; who did not answer at all is asked again, however often. */
const triesMax = 3;

/**
 * Asks a model which rules messages state, in the background and behind the rules of language. What waits is in SQL, and
 * so is what was found: nothing is lost with the process, and a message that was answered is not asked about again.
 */
export class ExtractionQueue extends BackgroundWorker {
  readonly #options: ExtractionQueueOptions;
  readonly #patienceMs: number;
  readonly #retryMs: number;
  #served = "";

  constructor(options: ExtractionQueueOptions) {
    super(2_000, options);
    this.#options = options;
    this.#patienceMs = options.patienceMs ?? 30_000;
    this.#retryMs = options.retryMs ?? 60_000;
  }

  /** Until nothing waits. Where none of some messages was answered, the provider is left alone for a while. */
  protected async pass(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      // Twice the patience: what is asked about here is nobody else's.
      const jobs = await this.#options.store.claim(this.#served, concurrency, 2 * this.#patienceMs);
      if (jobs.length === 0) return;
      this.#served = jobs[0]!.account;
      const read = await readOwn(jobs);
      const done = await Promise.allSettled(read.map(({ job, own }) => this.#extract(job, own, signal)));
      if (signal.aborted) return;
      const failed = done.filter((each) => each.status === "rejected").map(({ reason }) => reason as unknown);
      if (failed.length === jobs.length) throw failed[0];
      for (const error of failed) this.onError(error);
    }
  }

  async #extract(job: ExtractionJob, own: string, signal: AbortSignal): Promise<void> {
    if (own === "") return this.#complete(job, "empty");
    if (job.tries > triesMax) return this.#complete(job, "given_up");
    const answer = await this.#ask(job, own, signal);
    const checked = checkedRules(answer, own);
    if (checked !== undefined) return this.#complete(job, "answered", checked);
    this.#tell("garbage");
    await this.#again(job);
  }

  async #ask(job: ExtractionJob, own: string, signal: AbortSignal): Promise<string> {
    const patience = AbortSignal.any([signal, AbortSignal.timeout(this.#patienceMs)]);
    try {
      return await this.#options.model.answer(questionOf(own), patience);
    } catch (error) {
      if (!signal.aborted) this.#tell("failed");
      if (signal.aborted) await this.#options.store.release(job, 0, true);
      else if (isOutage(error)) await this.#options.store.release(job, this.#retryMs, true);
      else await this.#again(job);
      throw error;
    }
  }

  /** Later; after the last try never. */
  async #again(job: ExtractionJob): Promise<void> {
    if (job.tries >= triesMax) await this.#complete(job, "given_up");
    else await this.#options.store.release(job, this.#retryMs * 15 ** (job.tries - 1), false);
  }

  async #complete(job: ExtractionJob, outcome: ExtractionOutcome, { rules, dropped } = noRules): Promise<void> {
    if (await this.#options.store.complete(job, this.#options.model.name, rules)) {
      this.#tell(outcome, { kept: rules.length, dropped });
    }
  }

  #tell(outcome: ExtractionOutcome, rules = { kept: 0, dropped: 0 }): void {
    this.#options.onOutcome?.(outcome, rules);
  }
}

/** One after another, with a rest three times as long behind each: 256 KiB take up to .3 s of CPU. */
async function readOwn(jobs: readonly ExtractionJob[]): Promise<{ job: ExtractionJob; own: string }[]> {
  const read = [];
  for (const job of jobs) {
    const begunMs = performance.now();
    read.push({ job, own: ownText(job.text) });
    await sleep(3 * (performance.now() - begunMs));
  }
  return read;
}

const noRules: NonNullable<ReturnType<typeof checkedRules>> = { rules: [], dropped: 0 };

/** Whether the provider did not take the question: it was not paid for. */
const isOutage = (error: unknown): boolean =>
  error instanceof AppError && (error.code === "unavailable" || error.code === "deadline_exceeded");
