type Vector = Float32Array | undefined;

/** One text that waits for its vector, or that the engine has. */
export type Job = {
  readonly text: string;
  readonly priority: "urgent" | "background";
  /** The jobs of the call that it belongs to. */
  readonly call: readonly Job[];
  readonly vector: Promise<Vector>;
  /** How many wait for it. */
  callers: number;
  resolve(vector: Vector): void;
  reject(error: unknown): void;
};

/** A job of a call, which it joins. */
export function newJob(text: string, priority: Job["priority"], call: Job[]): Job {
  const { promise: vector, resolve, reject } = Promise.withResolvers<Vector>();
  const job = { text, priority, call, vector, callers: 1, resolve, reject };
  call.push(job);
  return job;
}

/** The waiting line: what is urgent first, each in order, each bounded, so that an import never shuts out a search. */
export class WaitingLine {
  readonly #max: number;
  readonly #lines: Record<Job["priority"], Job[]> = { urgent: [], background: [] };

  constructor(max: number) {
    this.#max = max;
  }

  hasRoom(priority: Job["priority"], count: number): boolean {
    return this.#lines[priority].length + count <= this.#max;
  }

  add(jobs: Job[]): void {
    for (const job of jobs) this.#lines[job.priority].push(job);
  }

  /** The next batch: what is urgent alone if anything is, so that it does not pay for the rest. */
  take(max: number): Job[] {
    const line = this.#lines.urgent.length > 0 ? this.#lines.urgent : this.#lines.background;
    return line.splice(0, max);
  }

  /** Takes out those for which nobody waits; answers which they were. */
  dropAbandoned(): Job[] {
    const isAbandoned = ({ callers }: Job) => callers === 0;
    const dropped = Object.values(this.#lines).flatMap((line) => line.filter(isAbandoned));
    if (dropped.length > 0) {
      this.#lines.urgent = this.#lines.urgent.filter((job) => !isAbandoned(job));
      this.#lines.background = this.#lines.background.filter((job) => !isAbandoned(job));
    }
    return dropped;
  }
}
