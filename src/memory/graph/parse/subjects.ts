import { wordSet } from "../../language/word-set.ts";
import type { Mention } from "../fact.ts";
import type { Sentence } from "./sentences.ts";
import { lowerAt, textOf } from "../../language/tokens.ts";
import { adverbs, conjunctions, hedges, possessives, prepositions, pronouns } from "../words/common.ts";
import { verbForms } from "../words/verbs.ts";
import { nameAt, namesAt } from "./names.ts";
import { mentionOf, roleMentionAt, type Gender, type RoleMention } from "./people.ts";
import { verbGroupAt, type VerbGroup } from "./verb-group.ts";

/** Of whom or what a clause speaks. `thing`: a noun phrase; `owner`: whose it is. Without mentions it is nobody known. */
export type Subject = {
  kind: "user" | "person" | "name" | "animal" | "thing" | "none";
  mentions: { mention: Mention; gender: Gender }[];
  owner?: Mention;
  /** Who stands by their name beside who speaks: "Tunde and I". */
  beside?: Mention;
  plural?: true;
  /** Of a clause before: its verb may be followed by another one in -ing. */
  goesOn?: boolean;
  /** Of a clause before that says who or what it is. */
  isDescribed?: boolean;
  end: number;
};

const nounsMax = 8;
const none = (end: number): Subject => ({ kind: "none", mentions: [], end });
const user: Subject["mentions"] = [{ mention: { kind: "user" }, gender: undefined }];

/** The subject that begins at a token; a verb is to follow. */
export function subjectAt(sentence: Sentence, at: number): Subject | undefined {
  const { tokens } = sentence;
  const word = lowerAt(tokens, at);
  if (word === "i" || word === "we")
    return { kind: "user", mentions: user, ...(word === "we" && { plural: true as const }), end: at + 1 };
  if (word === "he" || word === "she" || word === "it") {
    return {
      kind: word === "it" ? "thing" : "person",
      mentions: [{ mention: { kind: "pronoun", text: word }, gender: word }],
      end: at + 1,
    };
  }
  const counted = countedAt(sentence, at);
  if (counted) return counted;
  if (pronouns.has(word) && !possessives.has(word) && word !== "this" && word !== "that") return none(at + 1);
  return personAt(sentence, at) ?? thingAt(sentence, at);
}

/** "Two of my colleagues, Ilka and Fabian," */
function countedAt(sentence: Sentence, at: number): Subject | undefined {
  const { tokens } = sentence;
  const of = tokens[at + 1]?.lower === "of" ? at + 2 : at;
  const found = roleMentionAt(sentence, of);
  if (!found?.plural) return undefined;
  const comma = [",", ":", "("].includes(lowerAt(tokens, found.end)) ? 1 : 0;
  const { names, end } = namesAt(sentence, found.end + comma);
  if (names.length === 0) {
    return { kind: "person", mentions: [{ mention: found.mention, gender: undefined }], plural: true, end: found.end };
  }
  const closing = [",", ")"].includes(lowerAt(tokens, end)) ? end + 1 : end;
  return {
    kind: found.kind === "animal" ? "animal" : "person",
    mentions: names.map((text) => ({ mention: { kind: "name", text }, gender: undefined })),
    end: closing,
  };
}

function personAt(sentence: Sentence, at: number): Subject | undefined {
  const { tokens } = sentence;
  const first = onePersonAt(sentence, at);
  if (!first) return undefined;
  if (tokens[first.end]?.lower !== "and") return first;
  if (["i", "me"].includes(lowerAt(tokens, first.end + 1)))
    return {
      kind: "user",
      mentions: user,
      ...(first.kind === "name" && { beside: first.mentions[0]!.mention }),
      end: first.end + 2,
    };
  const second = onePersonAt(sentence, first.end + 1);
  return second ? { ...first, mentions: [...first.mentions, ...second.mentions], end: second.end } : first;
}

function onePersonAt(sentence: Sentence, at: number): Subject | undefined {
  const found = roleMentionAt(sentence, at);
  if (found) {
    if (sentence.tokens[found.end]?.lower === "'s" && !isBeing(sentence, found.end)) return undefined;
    return {
      kind: found.kind === "animal" ? "animal" : "person",
      mentions: [{ mention: mentionOf(found), gender: found.gender }],
      end: found.end,
    };
  }
  const name = nameAt(sentence, at);
  if (!name) return undefined;
  const next = lowerAt(sentence.tokens, name.end);
  if (next === "'s" && !isBeing(sentence, name.end)) return undefined;
  // "Fly.io deployment is": the name is only the first word of a noun phrase.
  if (!verbGroupAt(sentence.tokens, name.end) && ![",", "and", "("].includes(next)) return undefined;
  return { kind: "name", mentions: [{ mention: { kind: "name", text: name.text }, gender: undefined }], end: name.end };
}

const behindBeing = wordSet(
  "a an the in at from not on my our allergic vegan vegetarian based married been got turning",
);

/** "Ana's in Rome" as against "Ana's dog". */
function isBeing({ tokens }: Sentence, at: number): boolean {
  const next = lowerAt(tokens, at + 1);
  if (behindBeing.has(next)) return true;
  return (
    adverbs.has(next) ||
    /^\d+$/u.test(next) ||
    verbForms(next).some(({ form }) => form === "ing" || form === "participle")
  );
}

/** "the billing service", "our office in Lille", "Ana's new address", "choir practice". */
function thingAt(sentence: Sentence, at: number): Subject | undefined {
  const { tokens, source } = sentence;
  let start = at;
  let owner: Mention | undefined;
  const word = lowerAt(tokens, at);
  if (possessives.has(word)) {
    if (word === "my" || word === "our") owner = { kind: "user" };
    else if (word !== "their") owner = { kind: "pronoun", text: word === "his" ? "he" : "she" };
    start++;
  } else if (["the", "this", "a", "an", "that"].includes(word)) start++;
  else {
    const name = roleMentionAt(sentence, at) ?? nameAt(sentence, at);
    if (name && tokens[name.end]?.lower === "'s")
      owner = "text" in name ? { kind: "name", text: name.text } : mentionOf(name);
  }
  const role = owner?.kind === "user" ? roleMentionAt(sentence, at) : undefined;
  if (role && tokens[role.end]?.lower === "'s") owner = mentionOf(role);
  if (["please", "let", "thanks", "never", "not", "no", "always", "do", "is", "are", "was", "has"].includes(word))
    return undefined;
  const end = nounsEnd(sentence, start);
  if (end === start || (start === at && word.endsWith("ing"))) return undefined;
  const text = textOf(source, tokens.slice(textStart(sentence, at, start, role), end));
  // "Sofie's little one"
  if (owner?.kind === "name" && /^ones?$/u.test(tokens[end - 1]!.lower)) {
    return { kind: "person", mentions: [{ mention: { kind: "name", text }, gender: undefined }], end };
  }
  return { kind: "thing", mentions: [{ mention: { kind: "name", text }, gender: "it" }], ...(owner && { owner }), end };
}

/** "my" goes, but not that of "my grandmother's birthday"; "my friend Lucía's wedding" is Lucía's. */
function textStart({ tokens }: Sentence, at: number, start: number, role: RoleMention | undefined): number {
  if (!role || tokens[role.end]?.lower !== "'s") return start;
  return role.name === undefined ? at : role.end - role.name.split(" ").length;
}

/** Behind the nouns that begin at a token, where a verb does. */
function nounsEnd(sentence: Sentence, start: number): number {
  const { tokens } = sentence;
  for (let at = start; at < Math.min(tokens.length, start + nounsMax); at++) {
    const { lower, gap } = tokens[at]!;
    const isVerb =
      at > start &&
      (lower !== "'s" || tokens[at - 1]?.lower === "name" || isBeing(sentence, at)) &&
      !(lower === "last" && tokens[at - 1]?.lower === "'s") &&
      verbGroupAt(tokens, at) !== undefined;
    // "the team lead is": what looks like a verb stands before one.
    if (isVerb && !(verbForms(lower).length > 0 && !adverbs.has(lower) && isFinite(lowerAt(tokens, at + 1)))) return at;
    if (gap || /^[^\p{L}\p{N}'@#+&]/u.test(lower)) return start;
    if (conjunctions.has(lower) || hedges.has(lower) || (pronouns.has(lower) && lower !== "one")) return start;
    const joins = lower === "to" ? journeys.has(lowerAt(tokens, at - 1)) : joining.has(lower);
    if (prepositions.has(lower) && !joins) return start;
    if (prepositions.has(lower) && at === start) return start;
  }
  return start;
}

const joining = wordSet("of with for in at on from");
/** They have where they go behind them: "the move to Berlin". */
const journeys = wordSet("move relocation trip visit flight journey transfer");

const isFinite = (word: string) => ["is", "are", "was", "were", "has", "will"].includes(word);

/** "Sounds like", "Seeing people use": one subject takes no base form. What may be many does. */
export function agrees({ tokens }: Sentence, { kind, mentions, plural, end }: Subject, verb: VerbGroup): boolean {
  const forms = verbForms(lowerAt(tokens, verb.end - 1)).map(({ form }) => form);
  const isBase =
    verb.end - verb.start === 1 && forms.includes("base") && !forms.includes("past") && !forms.includes("s");
  if (!isBase || kind === "user" || kind === "none" || plural || mentions.length > 1) return true;
  return kind === "thing" && lowerAt(tokens, end - 1).endsWith("s");
}
