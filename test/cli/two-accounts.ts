import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatDirectiveLine } from "../../src/cli/lines/directive-line.ts";
import { formatMessageLine, formatPatternLine } from "../../src/cli/lines/line.ts";
import { formatOutcomeLine } from "../../src/cli/lines/outcome-line.ts";
import { openStorage, type Storage } from "../../src/server/storage.ts";
import { SqlExport } from "../../src/store/upkeep/transfer/export.ts";
import { parseText } from "../support/parse-line.ts";

/** Two accounts of one data folder, by their ids. */
export type TwoAccounts = AsyncDisposable & { storage: Storage; from: string; to: string };

export async function openTwoAccounts(): Promise<TwoAccounts> {
  const folder = mkdtempSync(join(tmpdir(), "cairn-accounts-"));
  const storage = await openStorage({ dataFolder: folder });
  return {
    storage,
    from: (await storage.accounts.ensure("from", undefined)).id,
    to: (await storage.accounts.ensure("to", undefined)).id,
    async [Symbol.asyncDispose]() {
      await storage.database.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Reads one account line by line and writes it to the other, as the commands do; answers how much was new. */
export async function carry({ storage, from, to }: TwoAccounts): Promise<number> {
  const exporter = new SqlExport(storage.database.read, { account: from });
  const lines: object[] = [];
  for await (const each of exporter.patterns()) lines.push(formatPatternLine(each));
  for await (const each of exporter.messages()) lines.push(formatMessageLine(each));
  for await (const each of exporter.outcomes()) lines.push(formatOutcomeLine(each));
  for await (const each of exporter.marks()) lines.push(formatDirectiveLine(each));
  let stored = 0;
  for (const line of lines) stored += await store(storage, to, JSON.stringify(line));
  return stored;
}

async function store({ importer }: Storage, account: string, line: string): Promise<number> {
  const parsed = parseText(line);
  const scope = { account, user: parsed.user };
  switch (parsed.type) {
    case "message":
      return importer.addMessages(account, [{ ...parsed.message, user: parsed.user }]);
    case "versions":
      return Number((await importer.addPattern(scope, parsed.pattern)) === "stored");
    case "outcome":
      return Number(await importer.addOutcome(scope, parsed.outcome));
    case "directive":
      return Number(await importer.addMark(scope, parsed.mark));
    case "pattern":
      throw new Error("no export writes a pattern without its versions");
  }
}
