/** One text that waits for its vector. */
export type Job = {
  readonly text: string;
  readonly priority: "query" | "document";
  /** The jobs of the call that it belongs to. */
  readonly call: readonly Job[];
  resolve(vector: Float32Array | undefined): void;
  reject(error: unknown): void;
};

/** The waiting line: queries before documents, each in order, each bounded, so that an import never shuts out a search. */
export class WaitingLine {
  readonly #max: number;
  readonly #lines: Record<Job["priority"], Job[]> = { query: [], document: [] };

  constructor(max: number) {
    this.#max = max;
  }

  hasRoom(priority: Job["priority"], count: number): boolean {
    return this.#lines[priority].length + count <= this.#max;
  }

  add(jobs: Job[]): void {
    for (const job of jobs) this.#lines[job.priority].push(job);
  }

  /** The next batch: queries alone if any waits, so that they do not pay for documents. */
  take(max: number): Job[] {
    const line = this.#lines.query.length > 0 ? this.#lines.query : this.#lines.document;
    return line.splice(0, max);
  }

  remove(jobs: Set<Job>): void {
    this.#lines.query = this.#lines.query.filter((job) => !jobs.has(job));
    this.#lines.document = this.#lines.document.filter((job) => !jobs.has(job));
  }
}
