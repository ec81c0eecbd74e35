import { wordSet } from "../../language/word-set.ts";
import type { Mention } from "../fact.ts";
import type { Sentence } from "./sentences.ts";
import { isCapital, lowerAt, textOf } from "../../language/tokens.ts";
import { isOccupation, isService } from "../words/occupations.ts";
import { canonicalRole, roleOf, singularRole, type Role } from "../words/roles.ts";
import { species } from "../words/things.ts";
import { nameAt } from "./names.ts";

export type Gender = "he" | "she" | "it" | undefined;

/** Somebody in a role to an owner: "my older sister Ana", "Ana's dog Rex", "his boss". `end`: behind the last token. */
export type RoleMention = {
  kind: "kin" | "animal" | "service" | "other";
  noun: string;
  role: Role | undefined;
  owner: Mention;
  /** By the role: "my sister". */
  mention: Mention;
  name?: string;
  /** The owner, where that one has a role as well: "my aunt Greta" of "my aunt Greta's husband". */
  inner?: RoleMention;
  gender: Gender;
  ended: boolean;
  plural: boolean;
  end: number;
};

/** By the name, where there is one. */
export const mentionOf = ({ name, mention }: RoleMention): Mention =>
  name === undefined ? mention : { kind: "name", text: name };

const adjectives =
  wordSet(`older younger elder little big best good oldest old close new eldest youngest middle dear lovely late ex former favourite favorite second
  first third twin beloved other only baby own long-time longtime closest dearest beautiful wonderful amazing teenage adult maternal
  paternal sweet current previous ex- school childhood university college direct line personal family piano violin guitar yoga tax driving
  german french english spanish maths math music personal rescue immediate work team art swimming tennis estate thesis phd main`);
/** Roles that say who somebody is, and nothing else that a fact could. */
const others = wordSet(
  `neighbour neighbor flatmate roommate housemate classmate client customer
   student mentor godmother godfather guest cofounder co-founder babysitter`,
);
const endedAdjectives = new Set(["late", "ex", "former", "ex-", "previous"]);
const adjectivesMax = 3;

/** Who begins at a token by their role, with the name behind it if there is one. */
export function roleMentionAt(sentence: Sentence, at: number): RoleMention | undefined {
  const lower = lowerAt(sentence.tokens, at);
  const owner = ownerOf(lower);
  if (owner) return chained(sentence, at, roleBehind(sentence, at, at + 1, owner));
  const name = nameAt(sentence, at);
  if (!name || sentence.tokens[name.end]?.lower !== "'s") return undefined;
  return chained(sentence, at, roleBehind(sentence, at, name.end + 1, { kind: "name", text: name.text }));
}

function ownerOf(word: string): Mention | undefined {
  if (word === "my" || word === "our") return { kind: "user" };
  if (word === "his") return { kind: "pronoun", text: "he" };
  return word === "her" ? { kind: "pronoun", text: "she" } : undefined;
}

/** "my aunt Greta's husband": a role of somebody who has one. */
function chained(sentence: Sentence, start: number, found: RoleMention | undefined): RoleMention | undefined {
  if (!found || sentence.tokens[found.end]?.lower !== "'s") return found;
  const first = found.name === undefined ? start : found.end - found.name.split(" ").length;
  const outer = roleBehind(sentence, first, found.end + 1, mentionOf(found));
  return outer ? { ...outer, inner: found } : found;
}

/** The role whose adjectives begin at a token; `start` is where its owner begins. */
function roleBehind(sentence: Sentence, start: number, at: number, owner: Mention): RoleMention | undefined {
  const { tokens, source } = sentence;
  let place = at;
  let ended = false;
  const lower = () => lowerAt(tokens, place);
  while (
    place < at + adjectivesMax &&
    (adjectives.has(lower()) || lower().endsWith("-year-old") || /^(?:\d{1,2}|two|three|four)$/u.test(lower()))
  ) {
    const next = lowerAt(tokens, place + 1);
    if (kindOf(lower()) !== undefined && kindOf(next) === undefined && !adjectives.has(next)) break;
    if (endedAdjectives.has(lower())) ended = true;
    place++;
  }
  const noun = lower();
  const kind = kindOf(noun);
  const compound = kindOf(lowerAt(tokens, place + 1));
  if (kind === undefined || tokens[place]?.gap) return lastNoun(sentence, start, place, owner);
  // "my dog walker Jo" walks; "my cat's vet" does not have a cat's name.
  if (compound === "service" && kind !== "kin") return lastNoun(sentence, start, place + 1, owner);
  const singular = singularRole(noun) ?? (kind === "animal" ? singularAnimal(noun) : undefined);
  const role = roleOf(singular ?? noun);
  if (isEx(noun) || role?.ended) ended = true;
  const name = singular === undefined ? nameAt(sentence, place + 1, expectsName(sentence, place + 1)) : undefined;
  return {
    kind,
    noun: singular ?? (kind === "service" ? textOf(source, [tokens[place]!]) : noun),
    role,
    owner,
    mention: {
      kind: "role",
      role: singular === undefined ? canonicalRole(noun) : noun,
      owner,
      text: roleText(textOf(source, tokens.slice(start, place + 1))),
    },
    ...(name && { name: name.text }),
    gender: kind === "animal" ? "it" : role?.gender,
    ended,
    plural: singular !== undefined,
    end: name?.end ?? place + 1,
  };
}

/** Without capitals the next word is a name only where a sentence goes on behind it. */
function expectsName({ tokens, lowercase }: Sentence, at: number): boolean {
  if (!lowercase) return true;
  const next = lowerAt(tokens, at + 1);
  return next !== "'s" && tokens[at]?.lower !== undefined && /^[\p{L}'-]+$/u.test(tokens[at]!.text);
}

/** "my line manager", "my physiotherapist": a service by its last noun. */
function lastNoun(sentence: Sentence, start: number, at: number, owner: Mention): RoleMention | undefined {
  const { tokens, source } = sentence;
  for (let place = at; place < at + 2; place++) {
    const noun = lowerAt(tokens, place);
    if (kindOf(noun) !== "service" || (isCapital(tokens[place]!) && !/^[A-Z]{2,4}$/u.test(tokens[place]!.text)))
      continue;
    const name = nameAt(sentence, place + 1, !sentence.lowercase);
    const phrase = tokens.slice(at, place + 1);
    const text = textOf(source, tokens.slice(start, place + 1));
    return {
      kind: "service",
      noun: textOf(source, phrase),
      role: undefined,
      owner,
      mention: { kind: "role", role: textOf(source, phrase).toLowerCase(), owner, text },
      ...(name && { name: name.text }),
      gender: undefined,
      ended: false,
      plural: false,
      end: name?.end ?? place + 1,
    };
  }
  return undefined;
}

function kindOf(noun: string): RoleMention["kind"] | undefined {
  if (roleOf(noun) || singularRole(noun)) return "kin";
  if (species.has(noun) || singularAnimal(noun) !== undefined) return "animal";
  if (isService(noun) && isOccupation([noun])) return "service";
  return others.has(noun) ? "other" : undefined;
}

function singularAnimal(noun: string): string | undefined {
  if (noun === "puppies") return "puppy";
  return noun.endsWith("s") && species.has(noun.slice(0, -1)) ? noun.slice(0, -1) : undefined;
}

/** "My sister" at the start of a sentence is "my sister". */
const roleText = (text: string) => text.replace(/^(?:My|Our|His|Her) /u, (word) => word.toLowerCase());

const isEx = (noun: string) => noun.startsWith("ex-");
