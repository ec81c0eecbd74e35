import { LRUCache } from "lru-cache";
import type { KeyRecord } from "./account.ts";

/** How long a finding holds: another process's revocation is seen within this time. */
const ttlMs = 1_000;
const foundMax = 10_000;
/** Ids that do not exist: few are kept, so that guessing cannot push real keys out. */
const unknownMax = 1_000;

type Found = Promise<KeyRecord | undefined>;
type Entry = { record: Found; account?: string; readAtMs: number };

/** What was lately read of keys. Callers that ask for the same id at the same time share one read. */
export class KeyCache {
  readonly #find: (id: string) => Promise<KeyRecord | undefined>;
  readonly #found = new LRUCache<string, Entry>({ max: foundMax });
  readonly #unknown = new LRUCache<string, Entry>({ max: unknownMax });
  readonly #reading = new Map<string, Found>();

  constructor(find: (id: string) => Promise<KeyRecord | undefined>) {
    this.#find = find;
  }

  get(id: string, nowMs: number): Found {
    const entry = this.#found.get(id) ?? this.#unknown.get(id);
    if (entry && nowMs >= entry.readAtMs && nowMs - entry.readAtMs < ttlMs) return entry.record;
    const reading = this.#reading.get(id);
    if (reading) return reading;
    const started = this.#read(id, nowMs);
    this.#reading.set(id, started);
    return started;
  }

  /** Forgets an id at once, a read under way included. */
  forget(id: string): void {
    this.#found.delete(id);
    this.#unknown.delete(id);
    this.#reading.delete(id);
  }

  /** Forgets every key of an account at once, and all reads under way. */
  forgetAccount(account: string): void {
    const own = [...this.#found.entries()].filter(([, entry]) => entry.account === account);
    for (const [id] of own) this.#found.delete(id);
    this.#reading.clear();
  }

  async #read(id: string, nowMs: number): Promise<KeyRecord | undefined> {
    // A microtask later this read is in the map: only one that is still there, not forgotten meanwhile, is kept.
    await undefined;
    const own = this.#reading.get(id);
    try {
      const record = await this.#find(id);
      if (this.#reading.get(id) === own) this.#keep(id, record, nowMs);
      return record;
    } finally {
      if (this.#reading.get(id) === own) this.#reading.delete(id);
    }
  }

  #keep(id: string, record: KeyRecord | undefined, readAtMs: number): void {
    this.#found.delete(id);
    this.#unknown.delete(id);
    const kept = record ? this.#found : this.#unknown;
    kept.set(id, { record: Promise.resolve(record), account: record?.account.id, readAtMs });
  }
}
