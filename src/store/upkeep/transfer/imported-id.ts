import { hash } from "node:crypto";
import type { Tx } from "../../engine.ts";

/** Behind the prefix and the ten digits of the time: see `newId`. */
const randomDigits = 16;

/**
 * What an imported id stands for here: the id to store under, or one that lives already; and all that it stood for,
 * the imported one first, that one last.
 */
export type ImportedId = { id: string; lives: boolean; lineage: string[] };

/**
 * Where imported ids go. One that was erased here stays a tombstone: what it named gets its successor's id, which is the
 * same at each import, so that it is stored once.
 */
export async function importedIds(tx: Tx, account: string, ids: readonly string[]): Promise<Map<string, ImportedId>> {
  const found = new Map<string, ImportedId>();
  let open = new Map(ids.map((id) => [id, [id]]));
  while (open.size > 0) {
    const latest = [...open.values()].map((lineage) => lineage.at(-1)!);
    const states = await statesOf(tx, account, latest);
    const next = new Map<string, string[]>();
    for (const [given, lineage] of open) {
      const id = lineage.at(-1)!;
      const state = states.get(id);
      if (state === "erased") next.set(given, [...lineage, successorOf(id)]);
      else found.set(given, { id, lives: state === "live", lineage });
    }
    open = next;
  }
  return found;
}

/** Of the ids that are in use: whether by something that lives. */
async function statesOf(tx: Tx, account: string, ids: string[]): Promise<Map<string, "live" | "erased">> {
  const rows = await tx
    .selectFrom("memory")
    .select(["id", "deleted"])
    .where("account_id", "=", account)
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row.deleted ? "erased" : "live"]));
}

/**
 * The same time, and other digits behind it (hexadecimal ones are digits of an id): whoever goes by the time is not
 * misled.
 */
function successorOf(id: string): string {
  return id.slice(0, -randomDigits) + hash("sha256", id).slice(0, randomDigits);
}
