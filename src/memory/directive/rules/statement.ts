import type { Word } from "../text/word.ts";
import type { Finding } from "./finding.ts";
import { readHabitual, readModal, readNeed, readNobody, readPassive } from "./modal.ts";
import { readHouse, readVerdict } from "./verdict.ts";

/** What is said of things: "X is forbidden", "every X needs a Y", "X must never be left open", "nobody books over Y". */
export function readStatement(words: readonly Word[], at: number): Finding | undefined {
  if (at > 0 || words.length < 3) return undefined;
  return (
    readVerdict(words) ??
    readHouse(words) ??
    readNobody(words) ??
    readHabitual(words) ??
    readModal(words) ??
    readPassive(words) ??
    readNeed(words)
  );
}
