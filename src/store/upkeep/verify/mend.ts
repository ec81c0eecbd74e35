import type { Database } from "../../database.ts";
import { mendColumns } from "./derived-columns.ts";
import { mendRecords } from "./records.ts";
import { mendSessions } from "./sessions.ts";
import { forgetStrays } from "./strays.ts";

/**
 * Makes anew what SQL has of an account twice, where it contradicts what it is made of, and answers how many rows were
 * wrong. Beside a running server too.
 */
export async function mend(db: Database, account: string): Promise<number> {
  let wrong = 0;
  for (const each of [forgetStrays, mendSessions, mendRecords, mendColumns]) wrong += await each(db, account);
  return wrong;
}
