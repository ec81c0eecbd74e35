import { baseOf, type Meaning } from "./lexicon.ts";

/** Names that only a branch has; "production", "release" and "origin" are names of more. */
const names = new Set(["main", "master", "trunk", "develop", "feature", "hotfix", "bugfix"].map(baseOf));

export const namesBranch = ({ base }: Meaning): boolean => names.has(base);
