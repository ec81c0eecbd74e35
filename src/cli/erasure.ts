import { AppError } from "../error.ts";
import { formatOptionalTime, formatTime } from "../rpc/convert/time.ts";
import { withStored } from "../server/storage.ts";
import { readSettings } from "./settings.ts";
import { printResult, type PrintOptions } from "./terminal/print.ts";

/** Of any account, by its id alone: an account's own erasure ends the keys that could ask for it. Errors: not_found. */
export async function erasure(id: string, options: PrintOptions): Promise<void> {
  await withStored(readSettings(), async ({ erasures }) => {
    const found = await erasures.byId(id);
    if (found === undefined) throw new AppError("not_found", `there is no erasure "${id}"`);
    const { counts, createdAtMs, doneAtMs } = found;
    const status = doneAtMs === undefined ? "pending" : "done";
    const doneAt = formatOptionalTime(doneAtMs) ?? null;
    const shown = { id, status, counts, created_at: formatTime(createdAtMs), done_at: doneAt };
    printResult(shown, options, () => (doneAt === null ? "pending" : `done ${doneAt}`));
  });
}
