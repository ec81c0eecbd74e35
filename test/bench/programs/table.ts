import { connect, type Table } from "@lancedb/lancedb";

/** The server's table with the most rows: the account under test has it. */
export async function largestTable(folder: string): Promise<{ name: string; table: Table; rows: number }> {
  const database = await connect(folder);
  const tables = await Promise.all(
    (await database.tableNames()).map(async (name) => {
      const table = await database.openTable(name);
      return { name, table, rows: await table.countRows() };
    }),
  );
  const largest = tables.toSorted((a, b) => b.rows - a.rows)[0];
  if (!largest) throw new Error(`there is no table in ${folder}`);
  return largest;
}
