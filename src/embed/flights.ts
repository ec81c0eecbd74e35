import type { Job } from "./waiting.ts";

/** So many callers share one job; a further one has another made. */
const callersMax = 1_000;

/** Jobs of which nothing is known yet, by text: who asks for the same at the same time takes part in the one there is. */
export class Flights {
  readonly #jobs = new Map<string, Job>();

  /** The job of a text, with one caller more. */
  join(text: string): Job | undefined {
    const job = this.#jobs.get(text);
    if (job === undefined || job.callers >= callersMax) return undefined;
    job.callers++;
    return job;
  }

  /** Others may join it until it is settled, or forgotten. */
  add(job: Job): void {
    this.#jobs.set(job.text, job);
    const forget = (): void => this.forget(job);
    job.vector.then(forget, forget);
  }

  forget(job: Job): void {
    if (this.#jobs.get(job.text) === job) this.#jobs.delete(job.text);
  }
}
