import type { Database } from "./database.ts";

/**
 * A search for work through all accounts, which is made again and again. Once it has found none, it is not made again
 * until somebody commits: as long as the database stays as it is, a question has one answer.
 */
export class WorkSearch {
  readonly #db: Pick<Database, "dataVersion">;
  /** What was asked last, and of which state, if nothing was found. */
  #nothing: { question: string; version: number } | undefined;

  constructor(db: Pick<Database, "dataVersion">) {
    this.#db = db;
  }

  async find<Found>(question: string, search: () => Promise<Found | undefined>): Promise<Found | undefined> {
    // Before it is searched: what is committed meanwhile may not have been seen.
    const version = this.#db.dataVersion();
    if (this.#nothing?.version === version && this.#nothing.question === question) return undefined;
    const found = await search();
    this.#nothing = found === undefined ? { question, version } : undefined;
    return found;
  }
}
