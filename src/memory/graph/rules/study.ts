import { wordSet } from "../../language/word-set.ts";
import { isCapital } from "../../language/tokens.ts";
import { languages, schools } from "../words/things.ts";
import { isNamed, isPerson, state, stateAt, texts, type Rule, type Said } from "./said.ts";

/** What people study, where, and what they speak. What was studied stays true. */
export const studyRules: Rule = (said) => {
  if (!isPerson(said)) return false;
  const { verb, words } = said;
  switch (verb.lemma) {
    case "study":
      return studies(said);
    case "major":
      return subjects(said, words.after(0, "in"));
    case "graduate":
      return schoolAt(said, words.find(0, "from", "at"));
    case "attend":
    case "go":
      return schoolOnly(said, verb.lemma === "attend" ? 0 : words.after(0, "to"));
    case "be":
      return schoolOnly(said, words.after(0, "at"));
    case "have":
    case "do":
    case "get":
      return degree(said);
    case "speak":
      return speaks(said);
    default:
      return false;
  }
};

function studies(said: Said): boolean {
  const { words } = said;
  subjects(said, ["at", "in", "for", "with", "from"].includes(words.lower(words.skip(0))) ? undefined : 0);
  schoolAt(said, words.find(0, "at"));
  // "I studied at Delft from 2008 to 2012, civil engineering"
  const subject = words.after(0, "at") === undefined ? undefined : words.noun(words.find(0, ","));
  if (subject && subject.end === words.tokens.length && !isCapital(subject.tokens[0]!))
    put(said, "studies", [subject.text]);
  return true;
}

const noSubjects = new Set(["exam", "exams", "test", "law school", "hard", "abroad", "options"]);

function subjects(said: Said, at: number | undefined): boolean {
  const found = texts(said.words.nouns(at)).filter((text) => !noSubjects.has(text));
  return found.length > 0 && put(said, "studies", found);
}

function schoolAt(said: Said, at: number | undefined): boolean {
  const school = said.words.noun(at, "in");
  const short = school && !isCapital(school.tokens[0]!) ? said.words.noun(at) : school;
  return short !== undefined && isNamed(said, short) && put(said, "studies_at", [short.text]);
}

function schoolOnly(said: Said, at: number | undefined): boolean {
  const school = said.words.noun(at);
  if (!school || !school.tokens.some(({ lower }) => schools.has(lower)) || !isNamed(said, school)) return false;
  return put(said, "studies_at", [school.text]);
}

const degrees = wordSet(
  "degree phd master masters bachelor bachelors master's bachelor's msc bsc diploma doctorate ma ba mba",
);

/** "I have a degree in botany from Yale." */
function degree(said: Said): boolean {
  const { words } = said;
  const at = words.tokens.findIndex(({ lower }) => degrees.has(lower));
  if (at < 0 || at > 4) return false;
  subjects(said, words.find(at, "in"));
  schoolAt(said, words.find(at, "from", "at"));
  return true;
}

function speaks(said: Said): boolean {
  if (said.verb.tense === "past") return true;
  const found = said.words.nouns(0).flatMap(({ tokens }) => tokens.filter(({ lower }) => languages.has(lower)));
  return (
    found.length > 0 &&
    put(
      said,
      "speaks",
      found.map(({ text }) => text),
    )
  );
}

/** Without an end that was not said. */
function put(said: Said, predicate: "studies" | "studies_at" | "speaks", objects: string[]): true {
  if (said.verb.ended) return state(said, predicate, objects);
  const { from, to, at } = said.times;
  const single = at !== null && said.verb.tense === "past" && said.verb.lemma !== "graduate";
  return stateAt(said, predicate, objects, {
    from: from ?? (single ? at : null),
    to: to ?? (single || said.verb.lemma === "graduate" ? at : null),
    beside: said.beside,
  });
}
