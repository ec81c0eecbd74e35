import type { MemoryAttributes } from "../attributes.ts";

type Said = Pick<MemoryAttributes, "user" | "textHash">;

/** The texts of messages that came by. A user's text counts once, however often it was said; of patterns each counts. */
export class Texts {
  readonly #hashes = new Map<string, Set<number>>();

  /** Whether a message of its user came by that says the same. */
  has({ user, textHash }: Said): boolean {
    return textHash !== undefined && this.#hashes.get(user)?.has(textHash) === true;
  }

  /** Whether none came by before; from now on one did. */
  isNew({ user, textHash }: Said): boolean {
    if (textHash === undefined) return true;
    const hashes = this.#hashes.get(user);
    if (!hashes) this.#hashes.set(user, new Set([textHash]));
    return !hashes || hashes.size < hashes.add(textHash).size;
  }
}
