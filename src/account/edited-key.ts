import { invalid } from "../error.ts";
import type { EditedKey, Key, KeyEdit } from "./account.ts";
import { checkNewKey } from "./new-key.ts";

/** What a key becomes by an edit. Errors: invalid_argument, where there is nothing to edit or no such key can be made. */
export function editedKey(old: Key, { clear, ...edit }: KeyEdit, nowMs: number): EditedKey {
  const given = Object.entries(edit).filter(([, value]) => value !== undefined);
  if (given.length === 0 && clear.length === 0)
    throw invalid("key", "must be changed in at least one member, but none is given");
  if (clear.some((what) => edit[what] !== undefined))
    throw invalid("clear", "must not name a member that is also given");
  const edited: EditedKey = { ...old, ...Object.fromEntries(given) };
  for (const what of clear) delete edited[what];
  checkNewKey(edited, nowMs);
  if (edit.expiresAtMs !== undefined || clear.includes("expiresAtMs")) edited.givenEndMs = edited.expiresAtMs;
  return edited;
}
