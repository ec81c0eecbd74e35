import { AppError } from "../error.ts";
import type { Kind, Read, Reader, Readings } from "../memory/background/reading/reader.ts";
import { nothingOf } from "./read.ts";
import { ReaderWorker } from "./reader-worker.ts";
import type { WorkerRequest } from "./worker.ts";

export type ThreadedReaderOptions = {
  /** Hears of messages that cannot be read. */
  onError: (error: unknown) => void;
  /** What reading may hold in memory, in MiB: 256 by default; a message of 256 KiB is read within 16. */
  heapMb?: number;
};

/**
 * Reads in a worker thread, which begins with the first message. One that died is replaced: what it was reading is read
 * again, each message by itself, and one that it dies of once more says nothing.
 */
export class ThreadedReader implements Reader {
  readonly #onError: (error: unknown) => void;
  readonly #heapMb: number;
  #worker: ReaderWorker | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor({ onError, heapMb = 256 }: ThreadedReaderOptions) {
    this.#onError = onError;
    this.#heapMb = heapMb;
  }

  read<K extends Kind>(kind: K, messages: Readings[K]["given"][]): Promise<Read<Readings[K]["read"]>> {
    // One after the other: what a worker dies of is what it was reading.
    const turn = this.#last.then(() => this.#read(kind, messages));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#worker?.close();
  }

  async #read<K extends Kind>(kind: K, messages: Readings[K]["given"][]): Promise<Read<Readings[K]["read"]>> {
    if (messages.length === 0) return { read: [], tookMs: 0 };
    const together = await this.#attempt(kind, messages);
    if (together) return together;
    const all: Read<Readings[K]["read"]> = { read: [], tookMs: 0 };
    for (const message of messages) {
      const alone = await this.#attempt(kind, [message]);
      if (!alone) this.#tell(kind, "the worker ended twice");
      all.read.push(alone?.read[0] ?? nothingOf(kind));
      all.tookMs += alone?.tookMs ?? 0;
    }
    return all;
  }

  async #attempt<K extends Kind>(
    kind: K,
    messages: Readings[K]["given"][],
  ): Promise<Read<Readings[K]["read"]> | undefined> {
    const answer = await this.#live().read({ kind, messages } as WorkerRequest); // of one K, says its type
    // Closed under it: nothing is known of the messages.
    if (this.#closed) throw closed();
    return (
      answer && {
        read: answer.readings.map((each) => {
          if ("read" in each) return each.read as Readings[K]["read"]; // what was asked for
          this.#tell(kind, each.error);
          return nothingOf(kind);
        }),
        tookMs: answer.tookMs,
      }
    );
  }

  #live(): ReaderWorker {
    if (this.#closed) throw closed();
    if (this.#worker === undefined || this.#worker.gone) this.#worker = new ReaderWorker(this.#heapMb);
    return this.#worker;
  }

  /** Never of the message itself. */
  #tell(kind: Kind, why: string): void {
    this.#onError(new Error(`a message could not be read for its ${kind}: ${why}`));
  }
}

const closed = () => new AppError("unavailable", "the reader is closed");
