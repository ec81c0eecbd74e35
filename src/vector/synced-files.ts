import { open, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { LRUCache } from "lru-cache";
import { unlessGone } from "../error.ts";

/** Tables whose synced files are remembered; of others all are synced again, which is quick where they were. */
const knownTables = 64;
/** There a directory cannot be synced, and a file only if it is open for writing. */
const onWindows = process.platform === "win32";

/**
 * LanceDB leaves what it writes to the operating system, which may write it to the disk half a minute later. What SQL
 * says durably of a table has to be there first.
 */
export class SyncedFiles {
  readonly #folder: string;
  readonly #syncPath: (path: string) => Promise<void>;
  /** The files that were synced, by table. LanceDB writes to none of them again but a hint. */
  readonly #known = new LRUCache<string, ReadonlySet<string>>({ max: knownTables });

  constructor(folder: string, syncPath: (path: string) => Promise<void> = syncPathItself) {
    this.#folder = folder;
    this.#syncPath = syncPath;
  }

  /** What the table has is on the disk from here on, and what it had and was deleted is not. */
  async sync(table: string): Promise<void> {
    const root = join(this.#folder, `${table}.lance`);
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    const paths = (directories: boolean) =>
      entries.filter((entry) => entry.isDirectory() === directories).map((entry) => join(entry.parentPath, entry.name));
    const files = paths(false);
    const known = this.#known.get(table) ?? new Set();
    // What is gone since it was listed was another writer's: a file that it was about to name, or one that nothing uses.
    // One at a time: each takes one of the four threads on which Node reads files and compresses bodies.
    for (const file of files) if (!known.has(file)) await this.#syncPath(file).catch(unlessGone);
    for (const directory of [...paths(true), root]) await this.#syncDirectory(directory);
    await this.syncFolder();
    this.#known.set(table, new Set(files));
  }

  /** That tables were begun or removed is on the disk from here on. */
  async syncFolder(): Promise<void> {
    await this.#syncDirectory(this.#folder);
    await this.#syncDirectory(dirname(this.#folder));
  }

  forget(table: string): void {
    this.#known.delete(table);
  }

  async #syncDirectory(path: string): Promise<void> {
    if (!onWindows) await this.#syncPath(path);
  }
}

async function syncPathItself(path: string): Promise<void> {
  const handle = await open(path, onWindows ? "r+" : "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
