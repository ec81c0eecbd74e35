import { wordSet } from "../../language/word-set.ts";

/** Bases of verbs that say little: "use", "make", "run". */
const weak = wordSet(
  `use mak do hav tak put get go be keep let giv set run carry perform work hold stay remain becom ensur follow apply
   allow includ utilis utiliz contain last need want com happen stick liv prefer bring`,
);

export const isWeak = ({ base }: { base: string }): boolean => weak.has(base);
