import { openStorage } from "../../../src/server/storage.ts";

/** Accounts without limits, and a key of each: as `cairn keys create` makes them, without a process each. */
export async function makeAccounts(data: string, count: number): Promise<string[]> {
  const storage = await openStorage({ dataFolder: data });
  try {
    const make = async (index: number) => {
      const { id } = await storage.accounts.ensure(`bench-${index}`, "unlimited");
      const issued = await storage.keys.create(id, { name: "", scopes: ["memory:read", "memory:write"] });
      return issued.credential;
    };
    return await Promise.all(Array.from({ length: count }, (_, index) => make(index)));
  } finally {
    await storage.database.close();
  }
}
