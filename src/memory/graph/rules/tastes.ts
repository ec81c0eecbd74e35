import { phraseList, wordSet } from "../../language/word-set.ts";
import type { Phrase } from "../parse/phrases.ts";
import { isCapital } from "../../language/tokens.ts";
import { roleOf } from "../words/roles.ts";
import { conditionHeads, conditions, diets } from "../words/things.ts";
import { isOngoing, isPerson, state, stateAt, texts, type Rule, type Said } from "./said.ts";

/** What people like, eat, cannot bear, suffer from and play. */
export const tasteRules: Rule = (said) => {
  const { verb, words, subject } = said;
  if (!isPerson(said) && subject.kind !== "animal") return subject.kind === "thing" && favourite(said);
  switch (verb.lemma) {
    case "like":
    case "love":
    case "enjoy":
    case "adore":
      return likes(said, 0, verb.negated && !verb.ended && verb.lemma !== "love" ? "dislikes" : "likes");
    case "hate":
    case "dislike":
    case "detest":
    case "loathe":
      return !verb.negated && likes(said, 0, "dislikes");
    case "stand":
    case "bear":
      return verb.negated && likes(said, 0, "dislikes");
    case "prefer":
      return prefers(said);
    case "suffer":
      return !verb.negated && ill(said, texts(words.nouns(words.after(0, "from", "with"))));
    case "diagnose":
      return !verb.negated && diagnosed(said);
    case "have":
      return !verb.negated && hasIllness(said);
    case "play":
      return plays(said);
    case "eat":
    case "turn":
    case "become":
    case "go":
    case "follow":
      return dietAt(said, 0);
    case "call":
      return dietAt(said, words.lower(0) === "me" ? 1 : 0);
    case "be":
      return isHow(said);
    default:
      return false;
  }
};

const vague = wordSet(
  `job team way idea sound look thought fact feeling moment part answer suggestion
   style result results version one lot help things stuff plan design name`,
);

/** Things and activities; not "it when", not what somebody just saw. */
function likes(said: Said, at: number, predicate: "likes" | "dislikes"): boolean {
  if (said.verb.hedged && predicate === "likes") return true;
  if (said.verb.tense === "past" && !said.verb.ended) return true;
  const { words } = said;
  if (["to", "how", "it", "that", "your", "when", "this", "being", "having"].includes(words.lower(words.skip(at))))
    return true;
  const [first, ...others] = words.nouns(at, "with", "in");
  // "the colour and texture" are of one thing that somebody sees.
  if (!first || !isThingLiked(said, first)) return true;
  const found = [first, ...others.filter((phrase) => isThingLiked(said, phrase))];
  return state(
    said,
    predicate,
    found.flatMap((phrase) => activity(said, phrase) ?? []),
  );
}

const idle = wordSet("making getting going being having doing seeing breaking knowing working");

/** "helping the community" goes on behind its article; "making" alone says nothing. */
function activity({ words }: Said, { text, tokens, end }: Phrase): string | undefined {
  const only = tokens.length === 1 && tokens[0]!.lower.endsWith("ing");
  if (!only) return idle.has(tokens[0]!.lower) ? undefined : text;
  if (["into", "to", "up", "out", "down"].includes(words.lower(end))) return undefined;
  const more = ["the", "a", "an", "my", "our"].includes(words.lower(end)) ? words.noun(end) : undefined;
  if (more && words.lower(more.end) !== ",") return words.source.slice(tokens[0]!.start, more.tokens.at(-1)!.end);
  return idle.has(tokens[0]!.lower) ? undefined : text;
}

function isThingLiked(said: Said, { tokens, head, start }: Phrase): boolean {
  const { words } = said;
  const before = words.lower(start - 1);
  return (
    !vague.has(head) &&
    !roleOf(head) &&
    !["this", "that", "your", "his", "her"].includes(before) &&
    // "I love the colours": of what somebody sees.
    !(before === "the" && said.verb.lemma !== "be" && !isCapital(tokens[0]!)) &&
    tokens[0]!.lower !== "anything"
  );
}

function prefers(said: Said): boolean {
  if (said.verb.negated || said.verb.hedged || said.verb.tense === "past") return true;
  const { words } = said;
  if (["to", "not", "it", "that", "if"].includes(words.lower(words.skip(0)))) return true;
  const found = words.noun(0, "in", "with");
  return found ? state(said, "prefers", [found.text]) : true;
}

/** "My favourite band is Khruangbin." */
function favourite(said: Said): boolean {
  const { subject, verb, words } = said;
  if (verb.lemma !== "be" || verb.negated || said.who.kind !== "name" || !subject.owner) return false;
  if (!/^(?:all-time )?favou?rite(?: |$)/u.test(said.who.text.replace(/^.*'s /u, ""))) return false;
  const found = words.noun(0, "with", "in");
  if (found && isOngoing(said)) said.reading.state(subject.owner, "likes", found.text);
  return true;
}

const fond = new Set(["fond", "keen", "crazy", "mad", "into", "fan", "obsessed", "addicted", "passionate"]);

/** They stand before "a fan" and "keen". */
const degrees = wordSet(
  `a an big huge great real very so really more all quite also not pretty massive
   lifelong still now always extremely deathly highly severely both only`,
);

function isHow(said: Said): boolean {
  const { words, verb } = said;
  const first = words.tokens.findIndex(({ lower }) => !degrees.has(lower));
  if (!fond.has(words.lower(first)) && words.lower(first) !== "allergic") return dietAt(said, 0);
  if (words.lower(first) === "allergic") {
    const at = words.after(first + 1, "to");
    if (at === undefined || (verb.negated && !verb.ended)) return true;
    return state(
      said,
      "allergic_to",
      texts(words.nouns(at)).filter((text) => !["anything", "nothing", "everything"].includes(text)),
    );
  }
  if (said.subject.kind === "animal" || !isOngoing(said)) return true;
  const at = words.lower(first) === "into" ? first + 1 : words.after(first + 1, "of", "on", "about", "with");
  return at === undefined ? true : likes(said, at, verb.negated ? "dislikes" : "likes");
}

/** "I'm vegan", "went gluten-free", "on a keto diet", "call me a pescatarian". */
function dietAt(said: Said, at: number): boolean {
  const { words, verb, times } = said;
  const start = words.skip(at);
  const skip = ["on", "a", "an", "strictly", "strict", "mostly"].includes(words.lower(start)) ? 1 : 0;
  const place = words.tokens.findIndex(({ lower }, i) => i >= start && i <= start + skip + 2 && diets.has(lower));
  if (place < 0) return false;
  const between = words.tokens
    .slice(start, place)
    .every(({ lower }) => ["on", "a", "an", "strictly", "strict", "the", "mostly"].includes(lower));
  if (!between || (verb.negated && !verb.ended)) return between;
  const behind = words.lower(place + 1);
  if (behind !== "" && !["diet", ",", "and", "for", "since"].includes(behind)) return false;
  const object = words.tokens[place]!.text;
  const began = verb.lemma !== "be" && times.at !== null;
  if (verb.ended) return state(said, "diet", [object]);
  if (began) return stateAt(said, "diet", [object], { from: times.at });
  if (verb.lemma !== "be" && verb.tense === "past") return stateAt(said, "diet", [object]);
  return state(said, "diet", [object]);
}

function isCondition({ tokens, head }: Phrase): boolean {
  return (
    conditions.has(head) ||
    conditionHeads.has(head) ||
    tokens.some(({ lower }) => lower === "diabetes") ||
    /.(?:itis|osis|aemia|emia|algia|pathy|plegia)$/u.test(head)
  );
}

function hasIllness(said: Said): boolean {
  const { words } = said;
  const found = words.nouns(0);
  const allergy = found.find(({ head }) => head === "allergy" || head === "allergies");
  if (allergy) return allergies(said, allergy);
  return ill(said, texts(found.filter(isCondition)));
}

/** "a nut allergy", "an allergy to nuts". */
function allergies(said: Said, { tokens, end }: Phrase): boolean {
  const to = said.words.after(end, "to");
  if (to !== undefined) return state(said, "allergic_to", texts(said.words.nouns(to)));
  const substance = tokens
    .slice(0, -1)
    .filter(({ lower }) => !["severe", "mild", "bad", "serious", "slight", "strong"].includes(lower));
  return substance.length > 0 && state(said, "allergic_to", [substance.map(({ text }) => text).join(" ")]);
}

function ill(said: Said, found: string[]): boolean {
  if (found.length === 0) return false;
  const past = said.verb.tense === "past" && said.verb.lemma === "have";
  if (past && !said.verb.ended && said.times.from === null && said.times.to === null) return true;
  const strip = (text: string) => text.replace(/^(?:mild|severe|chronic|bad|terrible|serious|slight) /iu, "");
  return state(said, "has_condition", found.map(strip));
}

function diagnosed(said: Said): boolean {
  const at = said.words.after(0, "with");
  if (at === undefined) return false;
  for (const { text } of said.words.nouns(at)) stateAt(said, "has_condition", [text], { from: said.times.at });
  return true;
}

const notPlayed = new Set(
  phraseList(`role|part|trick|tricks|games|safe|along|music|fair|devil's advocate|dead|record|song|video|nice|house|catch|
   gig|gigs|well|captain`),
);

function plays(said: Said): boolean {
  const { words, verb } = said;
  if (verb.passive || (verb.negated && !verb.ended) || said.subject.kind === "animal") return true;
  if (verb.tense === "past" && !verb.ended) return true;
  if (["in", "for", "with", "against", "at", "on"].includes(words.lower(words.skip(0)))) return false;
  const found = words
    .nouns(0)
    .filter(
      ({ tokens, head, text }) => !notPlayed.has(text.toLowerCase()) && !notPlayed.has(head) && tokens.length <= 3,
    );
  return state(said, "plays", texts(found));
}
