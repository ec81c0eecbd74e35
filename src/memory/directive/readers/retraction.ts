import { find, firstMatch, phrases } from "../text/match.ts";
import { joined, type Word } from "../text/word.ts";
import { wordSet } from "../words/classes.ts";

const takenBack = phrases(`
  forget|ignore|scrap|scratch|drop|cancel|disregard|delete|remove|lift the|that|my|this
  forget|ignore|scrap|disregard about? what i said about
  i take that|it back
  you do not have|need to
  you no longer have|need to
  no need to
  there is no need to
  you may|can ignore|forget|drop|scrap|skip
  you may|can go back to
  you may|can stop
  i take back
  no need for
  never mind the|what|my|that
  `);
const about = wordSet("rule rules ban instruction preference restriction limit requirement request");
const undone = phrases(`
  is|are lifted|off|gone|over|dropped|cancelled|void|history|obsolete
  is|are fine|ok|okay|allowed|welcome|good again|now|too|after
  is|are fine|ok|okay
  no longer applies|holds|counts|matters
  does|do not apply|hold|count any? more?
  can go
  `);
const again = phrases("you can|may\nfeel free to\ngo back to\nfrom now on you can|may");

/** What a sentence takes back: the words that tell the rule; empty for the last one; undefined if it takes nothing back. */
export function readRetraction(words: readonly Word[]): string | undefined {
  const verb = find(words, undone, 1);
  const noun = words.findIndex(({ word }) => about.has(word));
  const trails = verb > 1 && ["that", "this", "it"].includes(words[verb - 1]!.word);
  if (
    verb > 0 &&
    !trails &&
    (noun >= 0 || ["fine", "ok", "okay", "allowed", "welcome", "good"].includes(words[verb + 1]?.word ?? ""))
  )
    return aboutOf(words.slice(0, verb));
  const back = firstMatch(words, 0, takenBack);
  const ends = back && (words[back.to] === undefined || words[back.to]!.kind === "mark");
  if (ends && ["forget", "scrap", "disregard", "scratch"].includes(words[0]!.word)) return "";
  if (back) {
    const duty = words.slice(0, back.to).some(({ word }) => word === "to");
    if (duty) return aboutOf(words.slice(back.to));
    const freely = ["may", "can", "take", "need"].includes(words[1]?.word ?? "");
    if (freely || noun >= 0 || words.slice(0, back.to).some(({ word }) => word === "said" || word === "back"))
      return aboutOf(words.slice(back.to));
    return undefined;
  }
  const free = firstMatch(words, 0, again);
  if (free && words.some(({ word }) => word === "again" || word === "anymore")) return aboutOf(words.slice(free.to));
  return undefined;
}

const aboutOf = (words: readonly Word[]): string =>
  joined(
    words.filter(
      ({ word, kind }) =>
        kind !== "mark" &&
        !about.has(word) &&
        word !== "said" &&
        word !== "about" &&
        word !== "again" &&
        word !== "thing",
    ),
  );
