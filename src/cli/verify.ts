import type { Account } from "../account/account.ts";
import { notFound } from "../error.ts";
import type { Base } from "../memory/search/base/base.ts";
import { withStored, type Storage } from "../server/storage.ts";
import { verifyStore, type Finding } from "../store/upkeep/verify.ts";
import { openBase } from "../vector/base.ts";
import { compareIndex } from "../server/verify.ts";
import { printResult, type PrintOptions } from "./terminal/print.ts";
import { Progress } from "./terminal/progress.ts";
import { readSettings } from "./settings.ts";

const shownFindings = 20;
const pageRows = 1_000;

/** Checks what SQL says against itself, and SQL and the search index against each other. True where nothing is wrong. */
export async function verify(options: PrintOptions & { account?: string }): Promise<boolean> {
  const config = readSettings();
  return withStored(config, async (storage) => {
    const base = await openBase({ path: storage.folder.base, indexRows: config.indexRows });
    try {
      const accounts = await accountsOf(storage, options.account);
      const findings = await storeFindings(storage, options.account === undefined ? undefined : accounts);
      if (options.account === undefined) findings.push(...(await orphanTables(storage, base)));
      const compared = await compareAll(storage, base, accounts);
      findings.push(...compared.flatMap((each) => each.findings));
      const memories = compared.reduce((sum, each) => sum + each.memories, 0);
      const result = { ok: findings.length === 0, accounts: accounts.length, memories, findings };
      printResult(result, options, report);
      return result.ok;
    } finally {
      await base.close();
    }
  });
}

async function compareAll(storage: Storage, base: Base, accounts: readonly Account[]) {
  using progress = new Progress("verify", accounts.length);
  const compared: Awaited<ReturnType<typeof compareIndex>>[] = [];
  for (const { id } of accounts) {
    compared.push(await compareIndex(storage, base, id));
    progress.at(compared.length);
  }
  return compared;
}

/** The named account, or all of them. Errors: not_found. */
export async function accountsOf({ accounts }: Storage, name: string | undefined): Promise<Account[]> {
  if (name === undefined) return accounts.list();
  const account = await accounts.byName(name);
  if (account === undefined) throw notFound("account", name);
  return [account];
}

/** Of an erased account there is nothing to say until it is purged, slice by slice. */
async function storeFindings(storage: Storage, only: Account[] | undefined): Promise<Finding[]> {
  const erased = await beingErased(storage);
  for (const { id } of await storage.accounts.list()) erased.delete(id);
  const findings: Finding[] = [];
  for await (const finding of verifyStore(storage.database)) {
    if (erased.has(finding.account)) continue;
    if (only === undefined || only.some(({ id }) => id === finding.account)) findings.push(finding);
  }
  return findings;
}

async function orphanTables(storage: Storage, base: Base): Promise<Finding[]> {
  const orphans = await orphansOf(storage, base);
  return orphans.map((account) => ({ account, id: account, problem: "a table without its account" }));
}

/** Tables of accounts that do not exist. An erased account has its own until it is purged, which is the eraser's work. */
export async function orphansOf(storage: Storage, base: Base): Promise<string[]> {
  // Tables first: an account that is erased meanwhile is still listed, or its erasure is open.
  const tables = await base.accounts();
  const known = new Set((await storage.accounts.list()).map(({ id }) => id));
  const erased = await beingErased(storage);
  return tables.filter((account) => !known.has(account) && !erased.has(account));
}

/** Accounts with erasures that are not done. */
async function beingErased({ erasures }: Storage): Promise<Set<string>> {
  const found = new Set<string>();
  for (let page = await erasures.openAccounts("", pageRows); page.length > 0;) {
    for (const account of page) found.add(account);
    page = await erasures.openAccounts(page.at(-1)!, pageRows);
  }
  return found;
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
  if (ok) return `nothing is wrong: ${memories} memories of ${accounts} accounts`;
  const lines = findings.slice(0, shownFindings).map(({ account, id, problem }) => `${account} ${id}: ${problem}`);
  const rest = findings.length - lines.length;
  return [...lines, ...(rest > 0 ? [`and ${rest} more`] : []), "`cairn repair` builds the index anew"].join("\n");
}
