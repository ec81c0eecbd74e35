import type { Token } from "../tokens.ts";
import type { Mentioned } from "./mentioned.ts";

/** A note as far as it is read. */
export type Walk = {
  readonly text: string;
  readonly words: readonly Token[];
  readonly mentioned: Mentioned;
  /** Behind the sentence's last verb that is the user's. */
  readonly told: number | undefined;
};

/** "His" and "her" only in the sentence that tells of the user: in the next one they are mostly somebody else's. */
export const isUser = ({ mentioned, told }: Walk, pronoun: string): boolean =>
  (pronoun.startsWith("the") || told !== undefined) && mentioned.isOnlyUser(pronoun);
