import { setImmediate as turn, setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../error.ts";
import type { Engine, Tx } from "./engine.ts";
import { command } from "./statement.ts";

/** Lets the event loop turn while the transaction stays open. */
export type Pause = () => Promise<void>;
type Outcome = { value: unknown } | { error: unknown };
/** A write of the group under way, and what came of it. */
type Taken = { job: Job; outcome: Outcome };

type Job = {
  exclusive: boolean;
  queuedAtMs: number;
  /** How long it waits for another process. */
  waitMs: number;
  work(tx: Tx, pause: Pause): Promise<unknown>;
  settle(outcome: Outcome): void;
};

/** With the commit, about what one turn of the event loop may take. */
const groupMs = 3;
const groupSize = 64;
/** After a write that threw, so many have a savepoint each: of what often throws, little is done twice. */
const savepoints = 1_000;
/** Whoever gets an answer goes on at once, and sends the next request. */
const answersPerTurn = 16;
const busyTimeoutMs = 10_000;
/** Between two tries; asking takes some 50 us. */
const busyPauseMs = 8;
const begin = command("begin");
const commit = command("commit");
const rollback = command("rollback");
const savepoint = command("savepoint one");
const release = command("release savepoint one");
const rollbackTo = command("rollback to savepoint one");

/**
 * The one way to write. Writes that wait together share one commit. One that throws fails alone, with its own error: the
 * group is undone and done again, this time in a savepoint each, which would cost every write a tenth. A write is
 * answered after the commit; if that fails, all of the group fail with `unavailable` and nothing of them is stored. While
 * another process writes, writes wait without holding the event loop, ten seconds if nobody says otherwise, then fail with
 * `unavailable`; as they do at once when the queue is full.
 *
 * Within a write, await nothing but the transaction: whatever else it waits for, every other write waits for too. And
 * change nothing but the database: it may be done twice, the first time for nothing.
 */
export class Writer {
  readonly #engine: Pick<Engine, "write" | "isBusy">;
  readonly #queuedMax: number;
  readonly #queue: Job[] = [];
  #draining: Promise<void> | undefined;
  #closed = false;
  /** How many of the next writes have a savepoint. */
  #guarded = 0;

  constructor(engine: Pick<Engine, "write" | "isBusy">, queuedMax = 4_096) {
    this.#engine = engine;
    this.#queuedMax = queuedMax;
  }

  write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#enqueue(work, false);
  }

  /** A long transaction of its own. Other writes of this process wait for it, other processes' too. */
  exclusive<T>(work: (tx: Tx, pause: Pause) => Promise<T>, waitMs = busyTimeoutMs): Promise<T> {
    return this.#enqueue(work, true, waitMs);
  }

  /** How many writes wait. */
  depth(): number {
    return this.#queue.length;
  }

  /** Finishes what waits; refuses what comes after. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#draining;
  }

  #enqueue<T>(work: (tx: Tx, pause: Pause) => Promise<T>, exclusive: boolean, waitMs = busyTimeoutMs): Promise<T> {
    if (this.#closed) return Promise.reject(new AppError("unavailable", "the server is stopping", { retryAfterS: 1 }));
    if (this.#queue.length >= this.#queuedMax) {
      return Promise.reject(new AppError("unavailable", "too many writes are waiting", { retryAfterS: 1 }));
    }
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({
        exclusive,
        queuedAtMs: performance.now(),
        waitMs,
        work,
        // The value is what this same work returned.
        settle: (outcome) => ("error" in outcome ? reject(outcome.error) : resolve(outcome.value as T)),
      });
      this.#draining ??= this.#drain();
    });
  }

  async #drain(): Promise<void> {
    let attempts = 0;
    // A turn before each group lets writers gather, and everybody else live.
    for (await turn(); this.#queue.length > 0; await turn()) {
      const busy = await this.#commitGroup();
      attempts = busy === undefined ? 0 : attempts + 1;
      if (busy === undefined) continue;
      this.#failExpired(busy);
      await sleep(Math.random() * Math.min(busyPauseMs, 2 ** attempts));
    }
    // At once, so that no write comes between the empty queue and this.
    this.#draining = undefined;
  }

  /** Answers with the error if the database was busy: then nothing was taken from the queue. */
  async #commitGroup(): Promise<unknown> {
    const taken: Taken[] = [];
    try {
      await this.#transact((tx) => this.#runGroup(tx, taken));
    } catch (error) {
      if (error instanceof Undone) {
        this.#queue.unshift(...taken.map(({ job }) => job));
        this.#guarded = savepoints;
        return undefined;
      }
      if (taken.length === 0) {
        if (this.#engine.isBusy(error)) return error;
        this.#queue.shift()?.settle({ error: unavailable(error) });
      }
      const alone = taken.length === 1 && taken[0] !== undefined && "error" in taken[0].outcome;
      if (!alone) for (const entry of taken) entry.outcome = { error: unavailable(error) };
    }
    for (const [at, { job, outcome }] of taken.entries()) {
      if (at > 0 && at % answersPerTurn === 0) await turn();
      job.settle(outcome);
    }
    return undefined;
  }

  async #transact(work: (tx: Tx) => Promise<void>): Promise<void> {
    const tx = this.#engine.write;
    await begin(tx);
    try {
      await work(tx);
      await commit(tx);
    } catch (error) {
      await rollback(tx);
      throw error;
    }
  }

  async #runGroup(tx: Tx, taken: Taken[]): Promise<void> {
    const until = performance.now() + groupMs;
    for (let job = this.#queue.shift(); job !== undefined; job = this.#queue.shift()) {
      const alone = taken.length === 0 && (job.exclusive || this.#queue.length === 0);
      const guarded = !alone && this.#guarded > 0;
      const entry: Taken = { job, outcome: { value: undefined } };
      taken.push(entry);
      entry.outcome = guarded ? await attemptInSavepoint(job, tx) : await attempt(job, tx);
      if (guarded) this.#guarded--;
      // The whole transaction is this one write's, so far: it takes its error, and nothing is committed.
      else if ("error" in entry.outcome) throw taken.length === 1 ? entry.outcome.error : new Undone();
      const next = this.#queue[0];
      if (alone || next?.exclusive || taken.length >= groupSize || performance.now() >= until) return;
    }
  }

  #failExpired(busy: unknown): void {
    const nowMs = performance.now();
    for (let next = this.#queue[0]; next && next.queuedAtMs + next.waitMs < nowMs; next = this.#queue[0]) {
      this.#queue.shift()?.settle({ error: unavailable(busy) });
    }
  }
}

/** One of a group threw, and no savepoint keeps the others. */
class Undone extends Error {}

async function attempt(job: Job, tx: Tx): Promise<Outcome> {
  try {
    return { value: await job.work(tx, turn) };
  } catch (error) {
    return { error };
  }
}

/** Throws where the savepoint is lost: then the database has undone the whole transaction. */
async function attemptInSavepoint(job: Job, tx: Tx): Promise<Outcome> {
  await savepoint(tx);
  const outcome = await attempt(job, tx);
  if ("error" in outcome) {
    await rollbackTo(tx).catch(() => Promise.reject(outcome.error));
  }
  await release(tx);
  return outcome;
}

function unavailable(error: unknown): AppError {
  if (error instanceof AppError && error.code === "unavailable") return error;
  return new AppError("unavailable", "the write could not be stored", { retryAfterS: 1, cause: error });
}
