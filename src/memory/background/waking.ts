import type { ErasureStore } from "../entity/erasure.ts";
import type { MessageStore } from "../entity/message.ts";
import type { PatternStore } from "../entity/pattern.ts";
import type { BackgroundWorker } from "./background-worker.ts";
import type { Receipts } from "./receipts.ts";

type Wakes = Pick<BackgroundWorker, "wake">;
type Drains = Pick<Receipts, "drain">;
type BegunErasures = Pick<ErasureStore, "begin" | "get">;

/** Messages whose writes wake the queue that gives them vectors. */
export function wakingMessages(store: MessageStore, { queue }: { queue: Wakes }): MessageStore {
  return {
    async add(...given) {
      const added = await store.add(...given);
      queue.wake();
      return added;
    },
    async edit(...given) {
      const message = await store.edit(...given);
      if (message) queue.wake();
      return message;
    },
    get: (...given) => store.get(...given),
    list: (...given) => store.list(...given),
    listAll: (...given) => store.listAll(...given),
    sessions: (...given) => store.sessions(...given),
  };
}

/**
 * Patterns whose writes wake the queue that gives them vectors. A merge erases: it finds every receipt of this process,
 * for those that wait are written first, and wakes the eraser.
 */
export function wakingPatterns(
  store: PatternStore,
  { receipts, queue, eraser }: { receipts: Drains; queue: Wakes; eraser: Wakes },
): PatternStore {
  return {
    async put(...given) {
      const put = await store.put(...given);
      queue.wake();
      return put;
    },
    async edit(...given) {
      const pattern = await store.edit(...given);
      if (pattern) queue.wake();
      return pattern;
    },
    async merge(...given) {
      await receipts.drain();
      const merge = await store.merge(...given);
      if (merge) {
        queue.wake();
        eraser.wake();
      }
      return merge;
    },
    get: (...given) => store.get(...given),
    list: (...given) => store.list(...given),
    history: (...given) => store.history(...given),
  };
}

/** Erasures that find every receipt of this process, for those that wait are written first; then the eraser is woken. */
export function wakingErasures(
  store: BegunErasures,
  { receipts, eraser }: { receipts: Drains; eraser: Wakes },
): BegunErasures {
  return {
    async begin(...given) {
      await receipts.drain();
      const erasure = await store.begin(...given);
      if (erasure) eraser.wake();
      return erasure;
    },
    get: (...given) => store.get(...given),
  };
}
