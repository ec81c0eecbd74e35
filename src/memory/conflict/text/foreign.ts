import { isForeign, isOfOtherScript } from "../../language/english.ts";
import type { Token } from "./tokens.ts";

/** Signs that a text in Latin letters is code, or words that are cited: neither is a language of its author's. */
const signs = /[{}=<>\\/$#|_„«]|\s-\w|\w\.\w/u;

/** Whether a text is in another language than English: it cannot be read. */
export const isUnreadable = (text: string, tokens: readonly Token[]): boolean =>
  isForeign(tokens) && (tokens.some(isOfOtherScript) || !signs.test(text));
