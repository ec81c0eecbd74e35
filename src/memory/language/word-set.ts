/** The set of a text's words, which blanks and line ends part; a member has no blank. */
export const wordSet = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/u));

/** A text's phrases in their order, parted by bars. */
export const phraseList = (phrases: string): readonly string[] => phrases.split("|").map((phrase) => phrase.trim());
