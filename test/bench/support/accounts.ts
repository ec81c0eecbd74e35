import { Keys } from "../../../src/account/keys.ts";
import { SqlAccountStore } from "../../../src/store/accounts.ts";
import { openDatabase } from "../../../src/store/database.ts";
import { SqlKeyStore } from "../../../src/store/keys.ts";
import { databaseFile } from "./data.ts";

/** Accounts without limits, and a key of each: as `cairn keys create` makes them, without a process each. */
export async function makeAccounts(data: string, count: number): Promise<string[]> {
  const database = await openDatabase({ path: databaseFile(data) });
  try {
    const accounts = new SqlAccountStore(database);
    const keys = new Keys(new SqlKeyStore(database));
    const make = async (index: number) => {
      const { id } = await accounts.ensure(`bench-${index}`, "unlimited");
      const key = { name: "", scopes: ["memory:read" as const, "memory:write" as const] };
      return (await keys.create(id, key)).credential;
    };
    return await Promise.all(Array.from({ length: count }, (_, index) => make(index)));
  } finally {
    await database.close();
  }
}
