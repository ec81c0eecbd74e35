import { wordSet } from "../../language/word-set.ts";
import type { Mention } from "../fact.ts";
import { nameAt, namesAt, type FoundName } from "../parse/names.ts";
import { mentionOf, roleMentionAt, type RoleMention } from "../parse/people.ts";
import { anyMoreAt, isNoLonger } from "../parse/verb-group.ts";
import { isCapital, lowerAt } from "../../language/tokens.ts";
import type { Reading } from "../reading.ts";
import type { Sentence } from "../parse/sentences.ts";
import { numberOf } from "../time/numbers.ts";
import { canonicalRole, roleOf, singularRole } from "../words/roles.ts";
import { species } from "../words/things.ts";

/**
 * Who is who: names that stand with a role, in any sentence. "my sister Ana", "Ana, my sister", "Ana is my sister", "my
 * sister is called Ana", "a cat named Miso", "two boys, Theo and Max".
 */
export function readNames(sentence: Sentence, reading: Reading, stated: boolean): void {
  const { tokens } = sentence;
  for (let at = 0; at < tokens.length;) {
    const end =
      roleNamesAt(sentence, at, reading) ??
      reversedAt(sentence, at, reading, stated) ??
      reportsAt(sentence, at, reading, stated) ??
      parentAt(sentence, at, reading, stated) ??
      keptAt(sentence, at, reading, stated);
    at = end === undefined ? at + 1 : Math.max(end, at + 1);
  }
}

const lower = ({ tokens }: Sentence, at: number) => lowerAt(tokens, at);

function roleNamesAt(sentence: Sentence, at: number, reading: Reading): number | undefined {
  const found = roleMentionAt(sentence, at);
  if (!found) return undefined;
  if (found.inner?.name !== undefined) put(reading, found.inner, found.inner.name);
  if (found.plural) return plural(sentence, found, reading) ?? found.end;
  const behind = found.name === undefined ? nameBehind(sentence, found.end) : undefined;
  const name = found.name ?? behind?.text;
  if (name === undefined) {
    reading.remember(found.mention, found.gender);
    return found.end;
  }
  if (behind?.ended) putOne(reading, { ...found, ended: true }, name);
  else put(reading, found, name);
  return behind?.end ?? found.end;
}

/** "is", "'s", "was" and the adverbs behind it. `ended`: "is no longer". */
function linkAt(sentence: Sentence, at: number): { end: number; past: boolean; ended: boolean } | undefined {
  const word = lower(sentence, at);
  if (word !== "is" && word !== "'s" && word !== "was") return undefined;
  const end = behindAdverbs(sentence, at + 1);
  const ended = isNoLonger(sentence.tokens, end);
  return { end: ended ? end + 2 : end, past: word === "was", ended };
}

/** They leave a name what it is: "is now Tom", "is Tom again". */
const nowWords = wordSet("now currently presently still again also actually officially finally today nowadays");

function behindAdverbs(sentence: Sentence, at: number): number {
  let end = at;
  while (nowWords.has(lower(sentence, end))) end++;
  return end;
}

/** ", Priya Raman,"; "is called Ana"; "'s name is Ana"; "is Ana", "is now Ana", "is no longer Ana". */
function nameBehind(sentence: Sentence, at: number): (FoundName & { ended?: boolean }) | undefined {
  const word = lower(sentence, at);
  const next = lower(sentence, at + 1);
  if (word === "called" || word === "named") return nameAt(sentence, at + 1, true);
  if (word === "," || word === "(") {
    const name = nameAt(sentence, at + 1);
    return name && /^(?:[,.;)!?:]|)$/u.test(lower(sentence, name.end)) && !isList(sentence, name.end)
      ? name
      : undefined;
  }
  if (word === "'s" && next === "name" && ["is", "'s", "was"].includes(lower(sentence, at + 2)))
    return nameAt(sentence, at + 3, true);
  const link = linkAt(sentence, behindAdverbs(sentence, at));
  if (!link) return undefined;
  if (next === "called" || next === "named") return nameAt(sentence, at + 2, true);
  const name = nameAt(sentence, link.end);
  return name && /^(?:[,.;!]|and|who|)$/u.test(lower(sentence, behindAdverbs(sentence, name.end)))
    ? { ...name, ended: link.ended }
    : undefined;
}

/** "my sister, Ana and Leo": three people. */
function isList(sentence: Sentence, at: number): boolean {
  return lower(sentence, at) === "," && lower(sentence, at + 1) === "and" && nameAt(sentence, at + 2) !== undefined;
}

function put(reading: Reading, found: RoleMention, name: string): void {
  reading.alias(found.mention, name);
  putOne(reading, found, name);
}

/** The name of somebody who was called by their role before: "Her name is Ruth." */
export function nameRole(reading: Reading, mention: Extract<Mention, { kind: "role" }>, name: string): void {
  const { role: noun, owner } = mention;
  const role = roleOf(noun);
  reading.alias(mention, name);
  if (!role && !species.has(noun)) return;
  putOne(
    reading,
    { kind: role ? "kin" : "animal", noun, role, owner, gender: role ? role.gender : "it", ended: false },
    name,
  );
}

/** "my sons Theo and Max", "our kids are called Theo, Max and Ida", "my colleagues, Ilka and Fabian". */
function plural(sentence: Sentence, found: RoleMention, reading: Reading): number | undefined {
  let at = found.end;
  if ([",", ":", "("].includes(lower(sentence, at))) at++;
  if (lower(sentence, at) === "are") at++;
  if (["called", "named"].includes(lower(sentence, at))) at++;
  const { names, end } = namesAt(sentence, at);
  for (const name of names.length > 1 ? names : []) putOne(reading, found, name);
  return names.length > 1 ? end : undefined;
}

function putOne(
  reading: Reading,
  found: Pick<RoleMention, "kind" | "noun" | "role" | "owner" | "gender" | "ended">,
  name: string,
): void {
  const { kind, noun, role, owner, ended } = found;
  const named: Mention = { kind: "name", text: name };
  reading.remember(named, found.gender);
  const time = ended ? { to: reading.today } : {};
  if (kind === "animal") {
    reading.state(owner, "has_pet", named, time);
    reading.state(named, "is_a", noun);
  } else if (kind === "service") reading.state(named, "works_as", noun);
  else if (role?.direction === "from") reading.state(named, role.predicate, owner, time);
  else if (role) reading.state(owner, role.predicate, named, time);
}

/** "Hannah, my best friend from school,"; "Kim is my manager", "is no longer my manager"; "Kim (my sister)". */
function reversedAt(sentence: Sentence, at: number, reading: Reading, stated: boolean): number | undefined {
  const name = nameAt(sentence, at);
  if (!name) return undefined;
  const mark = lower(sentence, name.end);
  const apposed = mark === "," || mark === "(";
  const link = stated ? linkAt(sentence, name.end) : undefined;
  if (!apposed && !link) return name.end;
  const denied = link && isDenial(lower(sentence, link.end));
  const found = roleMentionAt(sentence, (link?.end ?? name.end + 1) + (denied ? 1 : 0));
  // "Tom, my sister Ana and I" are three.
  if (!found || found.plural || found.name !== undefined || lower(sentence, found.end) === "'s") return name.end;
  if (mark === "," && /^(?:and|or)$/u.test(lower(sentence, found.end))) return name.end;
  if (denied && anyMoreAt(sentence.tokens, found.end) === 0) return found.end;
  if (denied || link?.ended) putOne(reading, { ...found, ended: true }, name.text);
  else put(reading, { ...found, ended: found.ended || link?.past === true }, name.text);
  return found.end;
}

const isDenial = (word: string) => word === "not" || word === "n't";

/** "Three people report to me: Wei, Marta and Olu." */
function reportsAt(sentence: Sentence, at: number, reading: Reading, stated: boolean): number | undefined {
  if (
    !stated ||
    lower(sentence, at) !== "report" ||
    lower(sentence, at + 1) !== "to" ||
    lower(sentence, at + 2) !== "me"
  )
    return undefined;
  if (![":", ",", "—", "("].includes(lower(sentence, at + 3))) return undefined;
  const { names, end } = namesAt(sentence, at + 4);
  for (const text of names) reading.state({ kind: "name", text }, "reports_to", { kind: "user" });
  return end;
}

/** "I'm Vera, mum of three: Leo (9), Mia and Jo." Without "I'm" it may be of anybody. */
function parentAt(sentence: Sentence, at: number, reading: Reading, stated: boolean): number | undefined {
  const role = roleOf(lower(sentence, at));
  const isCounted = lower(sentence, at + 1) === "of" && numberOf(lower(sentence, at + 2)) !== undefined;
  if (!stated || !isCounted || role?.predicate !== "parent_of" || role.direction !== "from") return undefined;
  if (![":", ",", "—", "("].includes(lower(sentence, at + 3)) || !isWhoSpeaks(sentence, at)) return undefined;
  const { names, end } = namesAt(sentence, at + 4);
  for (const text of names) reading.state({ kind: "user" }, "parent_of", { kind: "name", text });
  return end;
}

/** "I'm ...", "I am Vera, a proud ...". */
function isWhoSpeaks({ tokens }: Sentence, at: number): boolean {
  const be = tokens.slice(0, at).findLastIndex(({ lower: word }) => word === "'m" || word === "am");
  if (be < 0 || tokens[be - 1]?.lower !== "i") return false;
  const comma = tokens.slice(0, at).findLastIndex(({ lower: word }) => word === ",");
  const name = comma > be ? tokens.slice(be + 1, comma) : [];
  const between = tokens.slice(Math.max(be, comma) + 1, at);
  return name.every((token) => isCapital(token)) && between.length <= 2 && !between.some((token) => isCapital(token));
}

/** "a cat named Miso" of who has, "no longer" has, or adopted it; "two boys, Theo and Max", "a sister called Ana". */
function keptAt(sentence: Sentence, at: number, reading: Reading, stated: boolean): number | undefined {
  if (!stated || !isHaving(sentence, at)) return undefined;
  const had = ownerAt(sentence, at);
  if (had === undefined) return undefined;
  const owner = reading.resolve(had);
  let place = at + 1;
  const count = numberOf(lower(sentence, place));
  for (let steps = 0; steps < 4 && !isKind(lower(sentence, place)); steps++) place++;
  const noun = lower(sentence, place);
  if (!isKind(noun)) return undefined;
  const one = singularRole(noun) ?? (species.has(noun) || roleOf(noun) ? noun : noun.slice(0, -1));
  const link = lower(sentence, place + 1);
  const called = link === "called" || link === "named";
  if (!called && ![",", ":", "("].includes(link)) return undefined;
  if (link === "," && count === undefined && one !== noun) return undefined;
  const { names, end } = namesAt(sentence, place + 2);
  const role = roleOf(one);
  const kind = role ? "kin" : "animal";
  const gender = role ? role.gender : "it";
  const ended = lower(sentence, at - 1) === "longer";
  for (const name of names.slice(0, one === noun ? 1 : (count ?? 10))) {
    putOne(reading, { kind, noun: one, role, owner, gender, ended }, name);
    if (one === noun && !ended) nameKept(reading, one, owner, name);
  }
  return names.length === 0 ? undefined : end;
}

/** "a dog named Rex" is "my dog" to who speaks; who has it is "Ana" or "my friend" else. */
function nameKept(reading: Reading, noun: string, owner: Mention, name: string): void {
  if (owner.kind === "pronoun") return;
  const whose = owner.kind === "user" ? "my" : `${owner.text}'s`;
  reading.alias({ kind: "role", role: canonicalRole(noun), owner, text: `${whose} ${noun}` }, name);
}

const havings = new Set(["have", "has", "'ve", "adopted", "got", "bought", "rescued", "own", "owns", "adopt"]);
const isHaving = (sentence: Sentence, at: number) =>
  havings.has(lower(sentence, at)) &&
  !["do", "n't", "not", "never", "to", "'d", "would"].includes(lower(sentence, at - 1)) &&
  ownerAt(sentence, at) !== undefined;
const isKind = (noun: string) =>
  roleOf(noun) !== undefined ||
  singularRole(noun) !== undefined ||
  species.has(noun) ||
  (noun.endsWith("s") && species.has(noun.slice(0, -1)));

/** Whose it is: "I", "we", or who stands before the verb. */
function ownerAt(sentence: Sentence, at: number): Mention | undefined {
  for (let place = at - 1; place >= Math.max(0, at - 4); place--) {
    const word = lower(sentence, place);
    if (word === "i" || word === "we") return { kind: "user" };
    if (word === "he" || word === "she") return { kind: "pronoun", text: word };
    const role = roleMentionAt(sentence, place);
    if (role?.end === at) return mentionOf(role);
    const name = nameAt(sentence, place);
    if (name && name.end === at) return { kind: "name", text: name.text };
  }
  return undefined;
}
