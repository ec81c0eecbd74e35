import { readdirSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import type { TestServer } from "../../support/server.ts";

/** How many exchanges of the ledger are in each state. */
export function exchangeStates(server: TestServer): Record<string, number> {
  return counts(server, "select state as name, count(*) as n from gateway_exchange group by state");
}

/** How often each model was charged. */
export function charged(server: TestServer): Record<string, number> {
  return counts(server, "select model as name, sum(requests) as n from key_usage group by model");
}

function counts({ data }: TestServer, query: string): Record<string, number> {
  const file = readdirSync(data).find((name) => name.endsWith(".db"))!;
  const database = new Sqlite(join(data, file), { readonly: true });
  const rows = database.prepare(query).all();
  database.close();
  return Object.fromEntries((rows as { name: string; n: number }[]).map(({ name, n }) => [name, n]));
}
