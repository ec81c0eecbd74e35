import { madeAtMs } from "./ids.ts";

/**
 * From when on a message counts: of what a client said by a clock that is ahead, when it was written. Else it would outlast all that is
 * said next, and its "next month" would be years away.
 */
export const heardAtMs = ({ id, saidAtMs }: { id: string; saidAtMs: number }): number =>
  Math.min(saidAtMs, madeAtMs(id) || saidAtMs);
