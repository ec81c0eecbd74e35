import { baseOf, type Meaning } from "./lexicon.ts";

/** Names that only a branch has; "production", "release" and "origin" are names of more. */
const names = new Set(["main", "master", "trunk", "develop", "feature", "hotfix", "bugfix"].map(baseOf));

export const namesBranch = ({ base }: Meaning): boolean => names.has(base);

/** Bases of verbs that want the name of a branch behind "to" or "on": "push to develop". */
const verbs = new Set(["push", "forc push", "push forc", "commit", "merg", "rebas"]);

export const takesName = ({ base }: Meaning): boolean => verbs.has(base);
