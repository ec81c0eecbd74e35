import type { Base, BaseBatch } from "../../src/memory/search/base/base.ts";
import type { FlushStep } from "../../src/memory/background/flushing/flusher.ts";

/** Where a process can be held: behind a step of a flush, between two of its batches, or before what a search reads. */
export type Point = FlushStep | "batch" | "rewritten" | "candidates" | "byId" | "hydrate";

/** Holds whoever passes one point, once, until it is opened. */
export class Gate {
  #point: Point | undefined;
  #held = () => {};
  #open = () => {};

  /** Ends when somebody is held. */
  close(at: Point | undefined): Promise<void> {
    this.#point = at;
    return new Promise((held) => (this.#held = held));
  }

  async pass(point: Point): Promise<void> {
    if (point !== this.#point) return;
    this.#point = undefined;
    this.#held();
    await new Promise<void>((open) => (this.#open = open));
  }

  open(): void {
    this.#point = undefined;
    this.#open();
  }
}

/** The same, but that what it does by this name begins at the gate. */
export function gated<T extends object>(target: T, name: keyof T & Point, gate: Gate): T {
  return new Proxy(target, {
    get(_target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== "function") return value;
      const call = (args: unknown[]): unknown => Reflect.apply(value, target, args);
      return key === name
        ? async (...args: unknown[]) => gate.pass(name).then(() => call(args))
        : (...args: unknown[]) => call(args);
    },
  });
}

/** A base that can be held between two batches, and before it deletes files. */
export function gatedBatches(base: Base, gate: Gate): Base {
  async function* held(batches: AsyncIterable<BaseBatch>) {
    let first = true;
    for await (const batch of batches) {
      if (!first) await gate.pass("batch");
      first = false;
      yield batch;
    }
  }
  return {
    candidates: (...args) => base.candidates(...args),
    apply: (account, writer, dimensions, batches) => base.apply(account, writer, dimensions, held(batches)),
    purge: (account, writer, guard) => {
      let confirmed = 0;
      const confirm = async () => {
        await guard.confirm();
        // It first asks before it deletes what earlier ones left.
        if (++confirmed === 2) await gate.pass("rewritten");
      };
      return base.purge(account, writer, { ...guard, confirm });
    },
    drop: (...args) => base.drop(...args),
    rows: (...args) => base.rows(...args),
    isWhole: (...args) => base.isWhole(...args),
    makeRoom: (...args) => base.makeRoom(...args),
    accounts: () => base.accounts(),
    close: () => base.close(),
  };
}
