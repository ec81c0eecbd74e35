import { weekdays } from "./classes.ts";

/** Whether a word looks like a noun of many: "reports"; "Thursdays" as well. */
export const isPlural = (word: string): boolean =>
  word.length > 3 && word.endsWith("s") && !/(?:ss|us|is)$/u.test(word) && !weekdays.has(word);
