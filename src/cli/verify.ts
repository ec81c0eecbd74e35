import type { Account } from "../account/account.ts";
import type { Base } from "../memory/search/base/base.ts";
import type { Storage } from "../server/storage.ts";
import { verifyStore, type Finding } from "../store/upkeep/verify/verify.ts";
import { accountsOf, orphansOf } from "./index/accounts.ts";
import { compareIndex } from "./index/compare.ts";
import { withStoredBase } from "./index/with-stored-base.ts";
import { count } from "./terminal/count.ts";
import { printResult, type PrintOptions } from "./terminal/print.ts";
import { Progress } from "./terminal/progress.ts";
import { readSettings } from "./settings.ts";

const shownFindings = 20;

const advice = "run `cairn repair`, then this again: what is left needs a backup";

/** Checks what SQL says against itself, and SQL and the search index against each other. True where nothing is wrong. */
export async function verify(options: PrintOptions & { account?: string }): Promise<boolean> {
  const config = readSettings();
  return withStoredBase(config, async (storage, base) => {
    await storage.database.check();
    const accounts = await accountsOf(storage, options.account);
    const findings = await storeFindings(storage, options.account === undefined ? undefined : accounts);
    if (options.account === undefined) findings.push(...(await orphanTables(storage, base)));
    const compared = await compareAll(storage, base, accounts);
    findings.push(...compared.flatMap((each) => each.findings));
    const memories = compared.reduce((sum, each) => sum + each.memories, 0);
    const result = { ok: findings.length === 0, accounts: accounts.length, memories, findings };
    printResult(result, options, report);
    return result.ok;
  });
}

async function compareAll(storage: Storage, base: Base, accounts: readonly Account[]) {
  using progress = new Progress("verify", accounts.length);
  const compared: Awaited<ReturnType<typeof compareIndex>>[] = [];
  for (const { id } of accounts) {
    compared.push(await compareIndex(storage.database, base, id));
    progress.at(compared.length);
  }
  return compared;
}

async function storeFindings({ database }: Storage, only: Account[] | undefined): Promise<Finding[]> {
  const findings: Finding[] = [];
  for await (const finding of verifyStore(database)) {
    if (only === undefined || only.some(({ id }) => id === finding.account)) findings.push(finding);
  }
  return findings;
}

async function orphanTables(storage: Storage, base: Base): Promise<Finding[]> {
  const orphans = await orphansOf(storage, base);
  return orphans.map((account) => ({ account, id: account, problem: "a table whose account does not exist" }));
}

function report({
  ok,
  accounts,
  memories,
  findings,
}: {
  ok: boolean;
  accounts: number;
  memories: number;
  findings: Finding[];
}) {
  if (ok) return `nothing is wrong: ${count(memories, "memory", "memories")} in ${count(accounts, "account")}`;
  const lines = findings.slice(0, shownFindings).map(({ account, id, problem }) => `${account} ${id}: ${problem}`);
  const rest = findings.length - lines.length;
  return [...lines, ...(rest > 0 ? [`and ${rest} more`] : []), advice].join("\n");
}
