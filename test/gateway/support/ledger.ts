import { readdirSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import type { TestServer } from "../../support/server.ts";

/** How many exchanges of the ledger are in each state. */
export function exchangeStates({ data }: TestServer): Record<string, number> {
  const file = readdirSync(data).find((name) => name.endsWith(".db"))!;
  const database = new Sqlite(join(data, file), { readonly: true });
  const rows = database.prepare("select state, count(*) as n from gateway_exchange group by state").all();
  database.close();
  return Object.fromEntries((rows as { state: string; n: number }[]).map(({ state, n }) => [state, n]));
}
