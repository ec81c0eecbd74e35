import { once } from "node:events";
import { createWriteStream, fstatSync, statSync } from "node:fs";
import { lstat, realpath, rename, rm, stat } from "node:fs/promises";
import type { Writable } from "node:stream";
import { unlessGone } from "../error.ts";
import { checkUser } from "../memory/scope.ts";
import { withStored } from "../server/storage.ts";
import { SqlExport } from "../store/upkeep/transfer/export.ts";
import { accountNamed } from "./account-named.ts";
import { formatDirectiveLine } from "./lines/directive-line.ts";
import { formatMessageLine, formatPatternLine } from "./lines/line.ts";
import { formatOutcomeLine } from "./lines/outcome-line.ts";
import { StoppedError, stopSignal } from "./stop-signal.ts";
import { countAll } from "./terminal/count.ts";
import { printResult, type PrintOptions } from "./terminal/print.ts";
import { Progress } from "./terminal/progress.ts";
import { readSettings } from "./settings.ts";
import { checkFlags, UsageError } from "./terminal/usage-error.ts";

type ExportOptions = PrintOptions & { account: string; user?: string };

/**
 * Writes an account's memory, or of it what is one user's own, as of one moment, a JSON object a line. A plain file
 * appears when it is complete, never before; a pipe or a device is written to.
 */
export async function exportFile(file: string, options: ExportOptions): Promise<void> {
  const { user } = options;
  if (user !== undefined) await checkFlags({ user_id: "--user" }, () => checkUser(user, "user_id"));
  await withStored(readSettings(), async (storage) => {
    const account = await accountNamed(storage, options.account);
    const write = (out: Writable) =>
      storage.database.snapshot((read) => writeAll(new SqlExport(read, { account: account.id, user }), out));
    if (file === "-" || isStandardOutput(file)) {
      await write(process.stdout);
      return;
    }
    const path = await plainFile(file);
    const counts = await (path === undefined ? write(createWriteStream(file)) : writeWhole(path, write));
    printResult({ account: account.name, file, ...counts }, options, () => `wrote ${countAll(counts)} to ${file}`);
  });
}

/** Whether standard output leads where the name does, as /dev/stdout's does, or that of the file it was redirected to. */
function isStandardOutput(named: string): boolean {
  const target = statSync(named, { bigint: true, throwIfNoEntry: false });
  const output = fstatSync(process.stdout.fd, { bigint: true });
  return target !== undefined && target.dev === output.dev && target.ino === output.ino;
}

/** Where a plain file of that name lies, behind links, or is to lie. Undefined for what is there and is none. */
async function plainFile(named: string): Promise<string | undefined> {
  const target = await stat(named).catch(unlessGone);
  if (target) return target.isFile() ? await realpath(named) : undefined;
  if (await lstat(named).catch(() => undefined)) throw new UsageError(`${named} is a broken link`);
  return named;
}

async function writeWhole<T>(path: string, write: (out: Writable) => Promise<T>): Promise<T> {
  const partial = `${path}.partial`;
  const out = createWriteStream(partial, { mode: 0o600, flush: true });
  void stopSignal().then((signal) => out.destroy(new StoppedError(signal, `${path} is left as it was`)));
  try {
    const result = await write(out);
    await rename(partial, path);
    return result;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function writeAll(exporter: SqlExport, out: Writable) {
  const counts = { messages: 0, patterns: 0, outcomes: 0, directives: 0 };
  const failed = once(out, "error").then(([error]) => Promise.reject(error as Error));
  // Whoever waits for the stream is told.
  failed.catch(() => undefined);
  using progress = new Progress("export", await exporter.count());
  const writeEach = async <Row>(kind: keyof typeof counts, rows: AsyncIterable<Row>, format: (row: Row) => object) => {
    for await (const row of rows) {
      counts[kind]++;
      if (!out.write(`${JSON.stringify(format(row))}\n`)) await Promise.race([once(out, "drain"), failed]);
      progress.at(counts.messages + counts.patterns);
    }
  };
  await writeEach("patterns", exporter.patterns(), formatPatternLine);
  await writeEach("messages", exporter.messages(), formatMessageLine);
  await writeEach("outcomes", exporter.outcomes(), formatOutcomeLine);
  await writeEach("directives", exporter.marks(), formatDirectiveLine);
  if (out !== process.stdout) await Promise.race([ended(out), failed]);
  return counts;
}

/** A stream that failed calls back too, and tells so by an argument. */
function ended(out: Writable): Promise<void> {
  return new Promise((done, fail) => {
    out.end((error?: Error | null) => (error ? fail(error) : done()));
  });
}
