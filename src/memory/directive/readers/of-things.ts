import type { Word } from "../text/word.ts";
import type { Finding } from "../finding.ts";
import { readGiven, readHabitual, readModal, readNeed, readNobody, readPassive } from "./modal.ts";
import { ofNature } from "./things.ts";
import { readHouse, readLimit, readVerdict } from "./verdict.ts";

/** What is said of things: "X is forbidden", "every X needs a Y", "X must never be left open", "nobody books over Y". */
export function readOfThings(words: readonly Word[], at: number): Finding | undefined {
  if (at > 0 || words.length < 3) return undefined;
  const found =
    readVerdict(words) ??
    readHouse(words) ??
    readLimit(words) ??
    readNobody(words) ??
    readHabitual(words) ??
    readModal(words) ??
    readPassive(words) ??
    readGiven(words) ??
    readNeed(words);
  if (!found) return undefined;
  const natural = found.shape !== "whole" && ofNature(words.slice(0, 3)) < 0;
  const ours = words.some(({ word }, place) => place > 0 && ["my", "our", "your"].includes(word));
  return { ...found, ofThings: true, natural: natural && !ours, weight: found.weight + (natural && ours ? 2 : 0) };
}
