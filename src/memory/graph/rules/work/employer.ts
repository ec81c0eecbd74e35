import { wordSet } from "../../../language/word-set.ts";
import type { Phrase } from "../../parse/phrases.ts";
import { isCapital } from "../../../language/tokens.ts";
import { isNamed, type Said } from "../said.ts";

const noEmployers = wordSet(
  `home night nights least moment gunpoint all weekends times desk day living
   years free money fun scale work peace speed hours weeks months`,
);

/** The organisation that begins at a place: "the town hall", "Acme". */
export function employer(said: Said, at: number | undefined): Phrase | undefined {
  const phrase = said.words.noun(at, "&");
  if (!phrase || noEmployers.has(phrase.head) || /^\d/u.test(phrase.text)) return undefined;
  if (phrase.tokens[0]!.lower.endsWith("ing") && !isCapital(phrase.tokens[0]!)) return undefined;
  // "for friends", "at speed"
  return isNamed(said, phrase) || phrase.start > said.words.skip(at!) ? phrase : undefined;
}

export const jobWords = new Set(["job", "position", "role", "work", "post"]);
