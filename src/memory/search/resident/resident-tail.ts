import type { IndexChange, IndexedMemory } from "../index-store.ts";
import { Partition, type Row } from "./partition.ts";

/** What of an account is not in its base, in memory: the changes above the flushed seq, a partition a user. */
export class ResidentTail {
  readonly #partitions = new Map<string, Partition>();
  readonly #rows = new Map<string, Row>();
  readonly #ghosts = new Set<string>();
  /** Ids that the tail has said something of, and in which of its states it first did. */
  readonly #said = new Map<string, number>();
  #state = 0;
  #bytes = 0;

  /** In ascending order of seq. */
  apply(changes: readonly IndexChange[]): void {
    this.#reserve(changes);
    this.#state++;
    const touched = new Set<string>();
    for (const { id, memory, indexed } of changes) {
      if (!this.#said.has(id)) this.#said.set(id, this.#state);
      const before = this.#rows.get(id);
      if (before) {
        this.#partition(before.user).remove(before);
        this.#rows.delete(id);
        touched.add(before.user);
      }
      if (indexed) {
        this.#partition(indexed.user).ghosts.set(id, indexed);
        this.#ghosts.add(id);
      }
      if (memory) this.#rows.set(id, this.#partition(memory.user).add(memory));
    }
    for (const user of touched) this.#compact(user);
    this.#bytes = this.#measured();
  }

  partition(user: string): Partition | undefined {
    return this.#partitions.get(user);
  }

  partitions(): Iterable<Partition> {
    return this.#partitions.values();
  }

  /** Rises with each change. */
  get state(): number {
    return this.#state;
  }

  /**
   * Whether the tail said at a state of it what this memory is: what the base holds of it is of the past. A search that
   * looked at the tail then must not be told of later: it would find the memory neither here nor in the base.
   */
  hides(id: string, state: number): boolean {
    // Most accounts that have a base have nothing else: a look-up by string for each neighbour was 3 % of a search.
    return this.#said.size > 0 && (this.#said.get(id) ?? Infinity) <= state;
  }

  /** How many rows of the base it hides at most. */
  get hidden(): number {
    return this.#ghosts.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  #partition(user: string): Partition {
    let partition = this.#partitions.get(user);
    if (!partition) this.#partitions.set(user, (partition = new Partition(user)));
    return partition;
  }

  #reserve(changes: readonly IndexChange[]): void {
    const byUser = new Map<string, IndexedMemory[]>();
    for (const { memory } of changes) {
      if (!memory) continue;
      const memories = byUser.get(memory.user);
      if (memories) memories.push(memory);
      else byUser.set(memory.user, [memory]);
    }
    for (const [user, memories] of byUser) this.#partition(user).reserve(memories);
  }

  #compact(user: string): void {
    const partition = this.#partition(user);
    if (!partition.wasteful) return;
    const compacted = partition.compacted();
    this.#partitions.set(user, compacted);
    for (const row of compacted.rows) this.#rows.set(row.id, row);
  }

  #measured(): number {
    let bytes = 2_000 + 60 * (this.#rows.size + this.#ghosts.size + this.#said.size);
    for (const partition of this.#partitions.values()) bytes += 600 + partition.bytes;
    return bytes;
  }
}
