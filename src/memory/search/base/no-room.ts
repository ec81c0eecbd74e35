import { AppError } from "../../../error.ts";

/** The disk has no room for the index of an account, so it is left as it is. Nothing has failed. */
export class NoRoomError extends AppError {
  constructor(account: string) {
    super("unavailable", `the disk has no room for the index of account ${account}, so it is not written`);
  }
}
