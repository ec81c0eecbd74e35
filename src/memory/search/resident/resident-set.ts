import type { IndexState, IndexStore } from "../index-store.ts";
import { PageRows } from "../page-rows.ts";
import { BaseRows } from "../base/base-rows.ts";
import { ResidentTail } from "./resident-tail.ts";

/** An account in memory. */
type Resident = {
  tail: ResidentTail;
  base: BaseRows;
  /** The tail holds the changes above `flushedSeq`, up to `lastSeen`. */
  flushedSeq: number;
  /** A base that was built anew may come to the same seq with other rows, but not as the same version. */
  baseVersion: number;
  lastSeen: number;
  /** The vector space of the tail's vectors. */
  fingerprint: string | undefined;
  loading: Promise<void> | undefined;
  /** The tail was started anew over a base that was kept, and no load has come to its end since. */
  moved: boolean;
  /** What it counts in the bound. */
  bytes: number;
  /** When `heavy` last named it. */
  namedAtMs: number;
};

/** An account as one search sees it. */
export type View = { readonly state: IndexState; readonly tail: ResidentTail; readonly base: BaseRows };

export type ResidentSetOptions = {
  /** Bound of what all accounts together hold; the least recently searched goes first. */
  bytesMax?: number;
  /** Changes read at a time; between two reads other work has its turn. */
  sliceRows?: number;
};

/** A tail may take this part of the room. Its rows alone seldom reach it: 12,000 of usual length are 17 MB. */
const heavyShare = 8;
const namedForMs = 30_000;

/** The accounts that were searched lately: their tails, and the rows of their bases that were scored. */
export class ResidentSet {
  readonly #store: IndexStore;
  readonly #bytesMax: number;
  readonly #sliceRows: number;
  /** Least recently searched first. */
  readonly #residents = new Map<string, Resident>();
  #bytes = 0;

  constructor(store: IndexStore, options: ResidentSetOptions = {}) {
    this.#store = store;
    this.#bytesMax = options.bytesMax ?? 256 * 1024 * 1024;
    this.#sliceRows = options.sliceRows ?? 1_000;
  }

  get accounts(): number {
    return this.#residents.size;
  }

  /** As of the last time that each account was searched. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The account with every change that was committed before this call. `undefined` for one that never wrote. */
  async view(account: string): Promise<View | undefined> {
    for (;;) {
      const state = await this.#store.state(account);
      if (!state) {
        this.#drop(account);
        return undefined;
      }
      const resident = this.#touch(account);
      if (!holds(resident, state)) {
        await (resident.loading ??= this.#load(account, resident, state).finally(() => (resident.loading = undefined)));
      }
      this.#count(account, resident);
      if (holds(resident, state)) return { state, tail: resident.tail, base: resident.base };
    }
  }

  /**
   * Accounts whose tails take up so much that a few like them would leave no room for others. Each is named once in a
   * while: whether its tail was flushed shows here only when it is searched again.
   */
  heavy(nowMs: number): string[] {
    const max = this.#bytesMax / heavyShare;
    const heavy = [...this.#residents].filter(
      ([, { tail, namedAtMs }]) => tail.bytes > max && nowMs - namedAtMs > namedForMs,
    );
    for (const [, resident] of heavy) resident.namedAtMs = nowMs;
    return heavy.map(([account]) => account);
  }

  #touch(account: string): Resident {
    const resident = this.#residents.get(account) ?? {
      tail: new ResidentTail(),
      base: this.#freshBase(account),
      flushedSeq: 0,
      baseVersion: 0,
      lastSeen: 0,
      fingerprint: undefined,
      loading: undefined,
      moved: false,
      bytes: 0,
      namedAtMs: -Infinity,
    };
    this.#residents.delete(account);
    this.#residents.set(account, resident);
    // Searches that overlap without end leave it no pause to shrink in.
    if (resident.base.bytes > this.#bytesMax) resident.base = this.#freshBase(account);
    return resident;
  }

  /** One account's rows of the base may fill half the room. */
  #freshBase(account: string): BaseRows {
    return new BaseRows(this.#store, account, this.#bytesMax / 2);
  }

  async #load(account: string, resident: Resident, state: IndexState): Promise<void> {
    if (begin(resident, state, () => this.#freshBase(account))) resident.moved = true;
    const size = new PageRows(this.#sliceRows);
    for (;;) {
      const { rows } = size;
      const changes = await this.#store.changes(account, resident.lastSeen, rows);
      size.saw(changes);
      resident.tail.apply(changes);
      resident.lastSeen = changes.at(-1)?.seq ?? resident.lastSeen;
      if (changes.length < rows) break;
      await new Promise((resume) => setImmediate(resume));
    }
    // The last change may have been one that left no row.
    resident.lastSeen = Math.max(resident.lastSeen, state.maxSeq);
    // What came and went between two loads may have been flushed before it went: only its ghost tells.
    if (resident.moved) resident.base.forget(resident.tail);
    resident.moved = false;
  }

  /** Counts an account anew, and makes room for it. Searches under way keep what they hold of an account that goes. */
  #count(account: string, resident: Resident): void {
    if (this.#residents.get(account) !== resident) return;
    const bytes = resident.tail.bytes + resident.base.bytes;
    this.#bytes += bytes - resident.bytes;
    resident.bytes = bytes;
    for (const other of this.#residents.keys()) {
      if (this.#bytes <= this.#bytesMax) return;
      if (other !== account) this.#drop(other);
    }
  }

  #drop(account: string): void {
    this.#bytes -= this.#residents.get(account)?.bytes ?? 0;
    this.#residents.delete(account);
  }
}

function holds(resident: Resident, state: IndexState): boolean {
  return (
    !resident.moved &&
    resident.lastSeen >= state.maxSeq &&
    resident.flushedSeq === state.flushedSeq &&
    resident.baseVersion === state.baseVersion &&
    resident.fingerprint === state.fingerprint
  );
}

/** Starts the tail anew where it is not a beginning of what is to be held; answers whether the base was kept then. */
function begin(resident: Resident, state: IndexState, freshBase: () => BaseRows): boolean {
  const sameSpace = resident.fingerprint === state.fingerprint;
  const sameBase = resident.flushedSeq === state.flushedSeq && resident.baseVersion === state.baseVersion;
  if (sameSpace && sameBase) return false;
  // If what was flushed was all in the tail, the base changed in that only. Else it changed unseen, or its vectors did.
  const kept = sameSpace && resident.flushedSeq < state.flushedSeq && state.flushedSeq <= resident.lastSeen;
  if (kept) resident.base.forget(resident.tail);
  else resident.base = freshBase();
  resident.tail = new ResidentTail();
  resident.flushedSeq = state.flushedSeq;
  resident.baseVersion = state.baseVersion;
  resident.lastSeen = state.flushedSeq;
  resident.fingerprint = state.fingerprint;
  return kept;
}
