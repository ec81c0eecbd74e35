import { AppError } from "../../../error.ts";
import { Backoff } from "../backoff.ts";

/** How often it is told that the disk has no room. */
const tellMs = 10 * 60_000;

/** The disk has no room for the index of an account, so it is left as it is. Nothing has failed. */
export class NoRoomError extends AppError {
  constructor(account: string) {
    super("unavailable", `the disk has no room for the index of account ${account}, so it is not written`);
  }
}

/** What has been told: that the disk has no room is news only now and then, of whatever account. */
export class Told {
  readonly #told = new Backoff({ firstMs: tellMs, lastMs: tellMs });

  isNews(error: unknown): boolean {
    if (!(error instanceof NoRoomError)) return true;
    if (!this.#told.ready("disk")) return false;
    this.#told.fail("disk");
    return true;
  }
}
