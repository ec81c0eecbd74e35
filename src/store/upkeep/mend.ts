import type { Database } from "../database.ts";
import { mendColumns } from "./derived-columns.ts";
import { mendRecords } from "./records.ts";
import { mendSessions } from "./sessions.ts";
import { forgetStrays } from "./strays.ts";

/** Makes anew what SQL has of an account twice, where it contradicts what it is made of. Beside a running server too. */
export async function mend(db: Database, account: string): Promise<void> {
  await forgetStrays(db, account);
  await mendSessions(db, account);
  await mendRecords(db, account);
  await mendColumns(db, account);
}
