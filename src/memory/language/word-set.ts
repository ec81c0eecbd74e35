/** The set of a text's words, which blanks and line ends part; a member has no blank. */
export const wordSet = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/u));
