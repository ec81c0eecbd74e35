import { setImmediate as turn } from "node:timers/promises";
import type { ErasureCounts } from "../../memory/entity/erasure.ts";
import { eraseAnswers } from "../account/erased-answers.ts";
import { takeLastSeqs } from "../account/seqs.ts";
import type { Database } from "../database.ts";
import type { Tx } from "../engine.ts";
import { forgetThreads } from "../gateway/forget.ts";
import type { ErasureRow } from "../schema.ts";
import type { Pause } from "../writer.ts";
import { answersOf } from "./answers-of.ts";
import { eraseFromEndedKeys } from "./erase-keys.ts";
import { eraseSlice } from "./erase-memories.ts";
import { eraseOutcomes, outcomesOf } from "./erase-outcomes.ts";
import { eraseReceipts, receiptsOf } from "./erase-receipts.ts";
import { change, count, findErasure, hashedName } from "./erasure-row.ts";
import { kindOf } from "./kinds.ts";

/**
 * Does what an erasure still has to do until nothing of it can be read: memories first, then what names them. Each
 * slice is a write of its own, and counted in it. So others write in between; a crash loses nothing, as the row of the
 * erasure is the job; and several may do it at once, as when it was asked for twice.
 */
export async function hide(db: Database, account: string, id: string): Promise<ErasureRow> {
  const job = await findErasure(db.read, account, id);
  if (job.hidden_at !== null) return job;
  const kind = kindOf(job);
  const threads = kind.threads(job);
  for (let more = true; more; await turn()) {
    more = await step(db, job, async (tx, row, pause) => {
      const slice = await eraseSlice(tx, row, pause);
      if (slice.more || threads === undefined) return { erased: slice, more: slice.more };
      // In the write that found nothing left: a reply under way is stored where its thread still is.
      return { erased: slice, more: (await forgetThreads(tx, threads)).more };
    });
  }
  for await (const slice of receiptsOf(db.read, job)) {
    await step(db, job, async (tx, _, pause) => {
      return { erased: { retrievals: await eraseReceipts(tx, account, slice, pause) } };
    });
  }
  if (kind.whole === "user") {
    for await (const ids of outcomesOf(db.read, { account, user: job.user_id })) {
      await step(db, job, async (tx, _, pause) => {
        await eraseOutcomes(tx, account, ids, pause);
        return {};
      });
    }
  }
  for await (const keys of answersOf(db.read, job)) {
    await db.writer.write((tx) => eraseAnswers(tx, { account: job.account_id, user: job.user_id }, keys));
  }
  // From here on the row names nothing of what it was about.
  await step(db, job, async (tx, row) => {
    if (kind.whole === "user") await eraseFromEndedKeys(tx, account, row.user_id);
    const user_id = hashedName({ account, user: row.user_id });
    await change(tx, row, { hidden_at: Date.now(), user_id, target: "" });
    return {};
  });
  return findErasure(db.read, account, id);
}

type Step = { erased?: Partial<ErasureCounts>; more?: boolean };

/** One slice, under the account's lock; nothing if somebody else has finished. True if there is more to do. */
function step(
  db: Database,
  { account_id: account, id }: ErasureRow,
  work: (tx: Tx, row: ErasureRow, pause: Pause) => Promise<Step>,
): Promise<boolean> {
  return db.writer.exclusive(async (tx, pause) => {
    await takeLastSeqs(tx, account, 0);
    const row = await findErasure(tx, account, id);
    if (row.hidden_at !== null) return false;
    const { erased = {}, more = false } = await work(tx, row, pause);
    await count(tx, row, erased);
    return more;
  });
}
