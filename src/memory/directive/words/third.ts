import { wordAt, type Word } from "../text/word.ts";
import { determiners } from "./classes.ts";
import { baseOfThird } from "./verbs.ts";

/** "(He never) sees the form": what somebody does, and no command; "(never) tabs" is another thing. */
export const tellsOfThird = (words: readonly Word[], at: number): boolean =>
  baseOfThird(wordAt(words, at)) !== undefined && determiners.has(wordAt(words, at + 1));
