import { wordSet } from "../../language/word-set.ts";
import type { Mention } from "../fact.ts";
import type { PredicateName } from "../predicates.ts";
import { hasHappened, type Rule, type Said } from "./said.ts";

/** What does not come about: "the move is off", "the job at Globex fell through", "we called off the trip to Oslo". */
export const cancelRules: Rule = (said) => {
  const { verb, subject, times } = said;
  // "Standup is cancelled on Friday" is of that one.
  if (times.at !== null || times.rhythm !== null || verb.tense === "future") return false;
  if (subject.kind === "thing" && isOff(said)) {
    const [{ mention } = { mention: undefined }] = subject.mentions;
    return mention?.kind === "name" && takesBack(said, mention.text, subject.owner);
  }
  const object = subject.kind === "user" && !verb.passive ? cancelled(said) : undefined;
  return object !== undefined && takesBack(said, object, undefined);
};

function isOff({ verb, words }: Said): boolean {
  const first = words.lower(words.skip(0));
  const isAlone = words.tokens.length === words.skip(0) + 1;
  switch (verb.lemma) {
    case "be":
      return verb.tense === "present" && first === "off" && isAlone;
    case "call":
      return verb.passive && first === "off";
    case "cancel":
    case "scrap":
      return verb.passive;
    case "fall":
      return first === "through";
    case "happen":
      return verb.ended;
    default:
      return false;
  }
}

/** "I cancelled my move to Berlin", "called off the trip": what was. */
function cancelled(said: Said): string | undefined {
  const { verb, words } = said;
  if (!hasHappened(said)) return undefined;
  if (verb.lemma === "cancel" || verb.lemma === "scrap") return words.noun(0, "to", "at", "with")?.text;
  return verb.lemma === "call" && words.lower(0) === "off" ? words.noun(1, "to", "at", "with")?.text : undefined;
}

const moves = wordSet("move relocation");
const visits = wordSet("trip visit flight journey holiday vacation");
const jobs = wordSet("job position role offer");

function plannedBy(word: string): PredicateName | undefined {
  if (moves.has(word)) return "lives_in";
  if (visits.has(word)) return "visits";
  return jobs.has(word) ? "works_at" : undefined;
}

const leading = wordSet("to at with in for of the my our a an");

/** "Move to Berlin", "Berlin move", "Tom's move"; anything else is an event, which then has no time. */
function takesBack({ reading }: Said, text: string, owner: Mention | undefined): true {
  const words = text.replace(/^.*'s /u, "").split(" ");
  const at = words.findIndex((word) => plannedBy(word.toLowerCase()));
  const predicate = plannedBy(words[at]?.toLowerCase() ?? "");
  if (!predicate) {
    reading.end({ kind: "name", text }, "scheduled_on", undefined, reading.today);
    return true;
  }
  const named = words.toSpliced(at, 1).filter((word) => !leading.has(word.toLowerCase()));
  const object = named.length > 0 ? named.join(" ") : undefined;
  reading.end(owner ?? { kind: "user" }, predicate, object, null);
  return true;
}
