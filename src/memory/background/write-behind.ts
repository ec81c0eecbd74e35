export type WriteBehindOptions = {
  /** The longest a row waits to be written. */
  flushMs?: number;
  /** So many are written without waiting. */
  flushCount?: number;
  /** While the store takes none, so many are kept; the oldest go first. */
  keptMax?: number;
  onError?: (error: unknown) => void;
};

export type WriteBehindOf<Row> = {
  /** Stores rows, all or nothing. */
  write(rows: Row[]): Promise<void>;
  /** What two rows of one key make, the first of which was not written yet. */
  merge(first: Row, second: Row): Row;
  /** What rows take in memory, and how much of it is kept. */
  size?: { of(row: Row): number; max: number };
};

/** While the store takes none, each try of its own comes twice as long after the one before, up to this. */
const lastDelayMs = 30_000;

/** Rows that are written behind answers, many at once, and one write at a time. What cannot be written is tried again. */
export class WriteBehind<Key, Row> {
  readonly #of: WriteBehindOf<Row>;
  readonly #options: Required<WriteBehindOptions>;
  #waiting = new Map<Key, Row>();
  /** What is being written. */
  #taken = new Map<Key, Row>();
  #size = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  #urgent = false;
  /** Tries that failed since one did not. Those that somebody else asked for make none of the next ones later. */
  #failures = 0;
  #closed = false;

  constructor(of: WriteBehindOf<Row>, options: WriteBehindOptions = {}) {
    this.#of = of;
    this.#options = { flushMs: 500, flushCount: 100, keptMax: 10_000, onError: () => {}, ...options };
  }

  /** `urgent`: is written at once, with what waits; what comes meanwhile goes with the next write. */
  add(key: Key, row: Row, urgent = false): void {
    this.#put(key, row);
    this.#letGoOldest();
    this.#urgent ||= urgent;
    if (this.#closed) return;
    if ((this.#urgent || this.#waiting.size >= this.#options.flushCount) && !this.isFailing) void this.#flush();
    else this.#later();
  }

  /** What may not be stored yet, under one key. */
  get(key: Key): Row | undefined {
    return this.#waiting.get(key) ?? this.#taken.get(key);
  }

  /** All that may not be stored yet. */
  rows(): Row[] {
    return [...this.#taken.values(), ...this.#waiting.values()];
  }

  /** Whether the last write failed: until one does not, none is tried before its time, but by a drain. */
  get isFailing(): boolean {
    return this.#failures > 0;
  }

  /** Ends when all that was added before is written, or could not be: then it is tried again in its time. */
  async drain(): Promise<void> {
    // What is being written began before the last ones came.
    await this.#writing;
    await this.#flush();
  }

  /** Drains, and stops: what could not be written, or comes later, waits for another drain. */
  async close(): Promise<void> {
    this.#closed = true;
    // Behind each write another one begins, where something urgent has come meanwhile.
    do await this.drain();
    while (this.#writing);
    this.#stopTimer();
  }

  #later(): void {
    if (this.#closed) return;
    const { flushMs } = this.#options;
    const delayMs = Math.max(flushMs, Math.min(flushMs * 2 ** this.#failures, lastDelayMs));
    this.#timer ??= setTimeout(() => void this.#flush(true), delayMs).unref();
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #flush(inTime = false): Promise<void> {
    this.#stopTimer();
    return (this.#writing ??= this.#write(inTime).finally(() => {
      this.#writing = undefined;
      if (this.#waiting.size === 0) return;
      if (this.#urgent && !this.isFailing) void this.#flush();
      else this.#later();
    }));
  }

  async #write(inTime: boolean): Promise<void> {
    if (this.#waiting.size === 0) return;
    this.#taken = this.#waiting;
    this.#waiting = new Map();
    this.#urgent = false;
    try {
      await this.#of.write([...this.#taken.values()]);
      this.#failures = 0;
      for (const key of this.#taken.keys()) this.#letGo(this.#taken, key);
    } catch (error) {
      if (inTime || !this.isFailing) this.#failures++;
      this.#takeBack();
      this.#options.onError(error);
    }
  }

  /** What was not written is older than what came meanwhile. */
  #takeBack(): void {
    const later = this.#waiting;
    this.#waiting = this.#taken;
    this.#taken = new Map();
    for (const [key, row] of later) {
      this.#letGo(later, key);
      this.#put(key, row);
    }
  }

  #put(key: Key, row: Row): void {
    const first = this.#waiting.get(key);
    const put = first === undefined ? row : this.#of.merge(first, row);
    if (first !== undefined) this.#size -= this.#sizeOf(first);
    this.#waiting.set(key, put);
    this.#size += this.#sizeOf(put);
  }

  #letGoOldest(): void {
    for (const rows of [this.#taken, this.#waiting]) {
      for (const key of rows.keys()) {
        const count = this.#taken.size + this.#waiting.size;
        if (count <= this.#options.keptMax && this.#size <= (this.#of.size?.max ?? Infinity)) return;
        this.#letGo(rows, key);
      }
    }
  }

  #letGo(rows: Map<Key, Row>, key: Key): void {
    const row = rows.get(key);
    if (row === undefined) return;
    rows.delete(key);
    this.#size -= this.#sizeOf(row);
  }

  #sizeOf(row: Row): number {
    return this.#of.size?.of(row) ?? 0;
  }
}
