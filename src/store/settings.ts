import type { Db, Tx } from "./engine.ts";
import { statement } from "./statement.ts";

/** A fact about the whole folder; `undefined` where it was never set. */
export async function readSetting(db: Db, name: string): Promise<string | undefined> {
  const [row] = await findSetting(db, { name });
  return row?.value;
}

export async function writeSetting(tx: Tx, name: string, value: string): Promise<void> {
  await tx
    .insertInto("setting")
    .values({ name, value })
    .onConflict((c) => c.column("name").doUpdateSet({ value }))
    .execute();
}

const findSetting = statement<{ name: string }, { value: string }>((db, param) =>
  db.selectFrom("setting").select("value").where("name", "=", param("name")),
);
