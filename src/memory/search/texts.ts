import type { MemoryAttributes } from "./attributes.ts";

/** The texts of messages that came by. A user's text counts once, however often it was said; of patterns each counts. */
export class Texts {
  readonly #hashes = new Map<string, Set<number>>();

  /** Whether no message of its user came by before that says the same. */
  isNew({ user, textHash }: Pick<MemoryAttributes, "user" | "textHash">): boolean {
    if (textHash === undefined) return true;
    const hashes = this.#hashes.get(user);
    if (!hashes) this.#hashes.set(user, new Set([textHash]));
    return !hashes || hashes.size < hashes.add(textHash).size;
  }
}
