import { stat } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../error.ts";
import { checkUser, systemUser } from "../memory/scope.ts";
import { withStorage, type Storage } from "../server/storage.ts";
import type { OwnedMessage } from "../store/upkeep/transfer/import.ts";
import { ensureAccount } from "./account-named.ts";
import type { FormatName } from "./formats/names.ts";
import { FormatReader, type Place } from "./formats/format-reader.ts";
import type { ImportLine } from "./lines/line.ts";
import { readItems } from "./lines/read-items.ts";
import { StoppedError, stopSignal } from "./stop-signal.ts";
import { countAll, countLeftOut } from "./terminal/count.ts";
import { printResult, type PrintOptions } from "./terminal/print.ts";
import { Progress } from "./terminal/progress.ts";
import { readSettings } from "./settings.ts";
import { checkFlags } from "./terminal/usage-error.ts";

export type ImportOptions = PrintOptions & {
  account: string;
  user?: string;
  format?: FormatName;
  fromLine: number;
};

/** Bounds of a slice: one transaction, so that a server beside it waits for no more. */
const sliceRows = 100;
const sliceCharacters = 262_144;
const minPauseMs = 5;

/**
 * Reads JSON Lines, or another's export, into an account. Slices are stored one after the other: an error names its line, a
 * signal to stop the line that it has come to, and whatever stands before that line is stored. Where the file is a list, its
 * elements are what else are lines.
 */
export async function importFile(file: string, options: ImportOptions): Promise<void> {
  const { user, format } = options;
  if (user !== undefined) await checkFlags({ user_id: "--user" }, () => checkUser(user, "user_id"));
  // People may be waiting for a server beside it.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const size = file === "-" ? 0 : (await stat(file)).size;
  await withStorage(readSettings(), async (storage) => {
    const account = await ensureAccount(storage, options.account);
    const importer = new Importer(storage, account.id);
    const reader = new FormatReader(user ?? systemUser, format);
    await readAll({ file, size, fromLine: options.fromLine }, reader, importer);
    const result = { account: account.name, ...importer.counts, left_out: reader.leftOut };
    printResult(result, options, (counts) => {
      const rest = counts.known === 0 ? "" : `; already there: ${counts.known}`;
      return `imported ${countAll(counts)} into ${account.name}${rest}${countLeftOut(reader.leftOut)}`;
    });
  });
}

type Source = { file: string; size: number; fromLine: number };

async function readAll({ file, size, fromLine }: Source, reader: FormatReader, importer: Importer) {
  using progress = new Progress("import", size);
  const stop = new AbortController();
  const stopped = stopSignal();
  void stopped.then(() => stop.abort());
  let next: Place = { noun: "line", number: fromLine };
  try {
    for await (const item of readItems(file, stop.signal)) {
      if (stop.signal.aborted) break;
      progress.at(item.bytes);
      reader.recognise(item);
      if (item.number < fromLine) continue;
      const place = reader.placeOf(item);
      if (item.text?.trim() !== "") await importer.add(place, () => reader.read(item));
      next = { ...place, number: item.number + 1 };
    }
  } catch (error) {
    if (!isAbort(error)) throw error;
  }
  await importer.flush();
  if (stop.signal.aborted) throw new StoppedError(await stopped, goOn(next));
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}

/** A line that is stored by itself. */
type LoneLine = Exclude<ImportLine, { type: "message" }>;

const countOf = { pattern: "patterns", versions: "patterns", outcome: "outcomes", directive: "directives" } as const;

class Importer {
  readonly counts = { messages: 0, patterns: 0, outcomes: 0, directives: 0, known: 0 };
  readonly #storage: Storage;
  readonly #account: string;
  #slice: { from: Place; characters: number; messages: OwnedMessage[] } | undefined;

  constructor(storage: Storage, account: string) {
    this.#storage = storage;
    this.#account = account;
  }

  /** Takes the lines of a place; messages wait for their slice. Errors tell the place from which to go on. */
  async add(place: Place, read: () => ImportLine[]): Promise<void> {
    let lines: ImportLine[];
    try {
      lines = read();
    } catch (error) {
      await this.flush();
      throw at(place, error);
    }
    for (const line of lines) {
      if (line.type === "message") await this.#addMessage(place, line);
      else await this.#addOne(place, line);
    }
  }

  /** Stores what waits. */
  async flush(): Promise<void> {
    const slice = this.#slice;
    if (slice === undefined) return;
    this.#slice = undefined;
    const { from, messages } = slice;
    const stored = await paced(() => this.#storage.importer.addMessages(this.#account, messages)).catch(
      (error: unknown) => {
        throw at(from, error);
      },
    );
    this.counts.messages += stored;
    this.counts.known += messages.length - stored;
  }

  async #addMessage(place: Place, { user, message }: ImportLine & { type: "message" }): Promise<void> {
    const full = this.#slice && (this.#slice.messages.length >= sliceRows || this.#slice.characters >= sliceCharacters);
    if (full) await this.flush();
    this.#slice ??= { from: place, characters: 0, messages: [] };
    this.#slice.messages.push({ ...message, user });
    this.#slice.characters += message.content.length;
  }

  async #addOne(place: Place, parsed: LoneLine): Promise<void> {
    await this.flush();
    const isNew = await paced(() => this.#store(parsed)).catch((error: unknown) => {
      throw at(place, error);
    });
    this.counts[isNew ? countOf[parsed.type] : "known"]++;
  }

  /** Whether there was anything new in it. */
  async #store(parsed: LoneLine): Promise<boolean> {
    const { importer, patterns } = this.#storage;
    const scope = { account: this.#account, user: parsed.user };
    switch (parsed.type) {
      case "outcome":
        return importer.addOutcome(scope, parsed.outcome);
      case "directive":
        return importer.addMark(scope, parsed.mark);
      case "versions":
        return (await importer.addPattern(scope, parsed.pattern)) === "stored";
      case "pattern": {
        const { content, sessionId } = parsed;
        return (await patterns.put(scope, content, { origin: "agent", sessionId })).status !== "unchanged";
      }
    }
  }
}

/** Rests as long as the work took, so that whoever else writes gets as much. */
async function paced<T>(work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  await sleep(Math.max(minPauseMs, performance.now() - startedAt));
  return result;
}

function at(place: Place, error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  return new AppError(error.code, `${place.noun} ${place.number}: ${error.message}; ${goOn(place)}`, {
    details: error.details,
    cause: error,
  });
}

function goOn({ noun, number }: Place): string {
  const all = noun === "memory" ? "memories" : `${noun}s`;
  return `the ${all} before ${noun} ${number} are stored; continue with --from-line ${number}`;
}
