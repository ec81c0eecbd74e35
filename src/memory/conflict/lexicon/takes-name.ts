import type { Meaning } from "./lexicon.ts";

/** Bases of verbs that want the name of a branch behind "to" or "on": "push to develop". */
const verbs = new Set(["push", "forc push", "push forc", "commit", "merg", "rebas"]);

export const takesName = ({ base }: Meaning): boolean => verbs.has(base);
