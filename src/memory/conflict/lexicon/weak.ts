/** Bases of verbs that say little: "use", "make", "run". */
const weak = new Set(
  `use mak do hav tak put get go be keep let giv set run carry perform work hold stay remain becom ensur follow apply
   allow includ utilis utiliz contain last need want com happen stick liv prefer bring`.split(/\s+/),
);

export const isWeak = ({ base }: { base: string }): boolean => weak.has(base);
