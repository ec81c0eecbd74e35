import { wordSet } from "../language/word-set.ts";
import { isOfSpeaker, userSubject, type Claim, type Mention, type MessageClaims } from "./fact.ts";
import { isFunctional } from "./predicates.ts";
import { titles } from "./words/common.ts";
import { roleOf } from "./words/roles.ts";

const leading = new Set(["the", "a", "an", "my", "our", "his", "her", "their"]);
const suffixes = wordSet("inc ltd llc llp gmbh ag ab bv sa plc corp co");

/** A name without case, article, title and company suffix: what two mentions of an entity have in common. */
export function nameKey(text: string): string {
  const words = text
    .normalize("NFKC")
    .toLowerCase()
    .split(/\s+/u)
    .map((word) => word.replace(/^[^\p{L}\p{N}@#]+|[^\p{L}\p{N}+#]+$/gu, ""))
    .filter((word) => word !== "");
  while (words.length > 1 && (leading.has(words[0]!) || titles.has(words[0]!))) words.shift();
  while (words.length > 1 && suffixes.has(words.at(-1)!)) words.pop();
  return words.join(" ");
}

const userKey = "user:";

type Link = Extract<Claim, { kind: "alias" | "correct" }> & { by: string };
/** What a name or role stands for, and the messages that say so. */
type Meaning = { key: string; by: readonly string[] };
/** What more messages lead to, name by name, is not taken for the same any more. */
const meaningMax = 32;

/** A spouse, a boss: a newer one takes the older one's place. */
function isOfOne(role: string): boolean {
  const predicate = roleOf(role)?.predicate;
  return predicate !== undefined && isFunctional(predicate);
}

/**
 * Which entity a mention means, within one user's messages: names without case, roles by the names that were given with
 * them, corrected names, the given name of somebody whose full name is known.
 */
export class Names {
  /** By a name's or role's key: the key of the entity that it stands for. */
  readonly #meant = new Map<string, Meaning>();
  /** Who was given a name last. */
  #latest: Meaning | undefined;
  /** Of each text that was looked up: the same names come again and again. */
  readonly #keys = new Map<string, string>();
  #speakerIsNamed = false;
  /** How an entity is shown: as it was first called, and the message that did. */
  readonly #shown = new Map<string, { text: string; by?: string; isPersonal?: boolean }>([
    [userKey, { text: userSubject, isPersonal: true }],
  ]);

  private constructor() {}

  /** Yields where others may have their turn. */
  static *of(messages: MessageClaims[]): Generator<undefined, Names> {
    const names = new Names();
    yield* names.#learnAll(messages);
    return names;
  }

  *#learnAll(messages: MessageClaims[]): Generator<undefined, void> {
    const links = messages.flatMap(({ id, claims }) =>
      claims
        .filter((claim) => claim.kind === "alias" || claim.kind === "correct")
        .map((claim): Link => ({ ...claim, by: id })),
    );
    // Twice: whose role it is may have a name by the end.
    for (let pass = 0; pass < 2; pass++) {
      const shared = this.#sharedRoles(links);
      this.#latest = undefined;
      for (const link of links) {
        this.#learn(link, shared);
        yield;
      }
    }
    yield* this.#learnFullNames(messages);
    for (const { id, claims } of messages) for (const claim of claims) this.#learnSpeaker(claim, id);
  }

  /** The entity that the message `by` means. */
  key(mention: Mention, by: string): string {
    return this.#follow(this.#ownKey(mention, by));
  }

  /** The messages that say whom a mention means, beside the one that it stands in. */
  leansOn(mention: Mention, by: string): string[] {
    const owner = mention.kind === "role" ? this.leansOn(mention.owner, by) : [];
    return [...owner, ...this.#steps(this.#ownKey(mention, by)).flatMap((step) => step.by)];
  }

  shown(key: string): string {
    return this.#shown.get(key)?.text ?? key.slice(key.indexOf(":") + 1);
  }

  /** Whether a key is shown as who speaks, or as somebody that only they call so: "my sister", "my sister's dog". */
  isPersonal(key: string): boolean {
    return this.#shown.get(key)?.isPersonal === true;
  }

  /** The message that an entity is shown by the words of. */
  shownBy(key: string): string | undefined {
    return this.#shown.get(key)?.by;
  }

  /** Every key that stands for another one, by that one. */
  aliases(): Map<string, string[]> {
    return Map.groupBy(
      [...this.#shown.keys()].filter((key) => this.#follow(key) !== key),
      (key) => this.#follow(key),
    );
  }

  #nameKey(text: string): string {
    const known = this.#keys.get(text);
    if (known !== undefined) return known;
    const key = `name:${nameKey(text)}`;
    this.#keys.set(text, key);
    return key;
  }

  #ownKey(mention: Mention, by: string): string {
    switch (mention.kind) {
      case "user":
        return userKey;
      case "name": {
        const key = this.#nameKey(mention.text);
        if (!this.#shown.has(key)) this.#shown.set(key, { text: withoutTitle(mention.text), by });
        return key;
      }
      case "role": {
        const key = `role:${this.key(mention.owner, by)}/${mention.role}`;
        if (!this.#shown.has(key)) this.#shown.set(key, { text: mention.text, by, isPersonal: isOfSpeaker(mention) });
        return key;
      }
      case "pronoun":
        return `pronoun:${mention.text}`;
      default:
        throw new Error(`no such mention: ${String(mention satisfies never)}`);
    }
  }

  #follow(key: string): string {
    return this.#steps(key).at(-1)?.key ?? key;
  }

  /** A few: roles stand for names, these for corrected ones; a circle ends. */
  #steps(key: string): Meaning[] {
    const steps: Meaning[] = [];
    for (let at = key; steps.length < 8;) {
      const next = this.#meant.get(at);
      if (next === undefined || next.key === at) break;
      steps.push(next);
      at = next.key;
    }
    return steps;
  }

  /** Roles of several people at a time that more than one name was given to: "my friend" is none of them. */
  #sharedRoles(links: Link[]): Set<string> {
    const named = new Map<string, Set<string>>();
    for (const { kind, mention, name, by } of links) {
      if (kind !== "alias" || mention.kind !== "role" || isOfOne(mention.role)) continue;
      const key = this.#ownKey(mention, by);
      named.set(key, (named.get(key) ?? new Set()).add(this.#ownKey({ kind: "name", text: name }, by)));
    }
    return new Set([...named].flatMap(([key, { size }]) => (size > 1 ? [key] : [])));
  }

  #learn({ kind, mention, name, by }: Link, shared: ReadonlySet<string>): void {
    const called: Mention = { kind: "name", text: name };
    const named = { key: this.key(called, by), by: [by, ...this.leansOn(called, by)] };
    const other = kind === "alias" ? this.#aliased(mention, by) : this.#corrected(mention, by);
    this.#latest = named;
    if (other === undefined || other.key === named.key || shared.has(other.key)) return;
    if (this.#follow(named.key) === other.key) return;
    const all = new Set([...named.by, ...other.by]);
    if (all.size <= meaningMax) this.#meant.set(other.key, { key: named.key, by: [...all] });
  }

  /** Who has another name, too: not whom that name led to so far. */
  #aliased(mention: Mention, by: string): Meaning {
    return { key: this.#ownKey(mention, by), by: mention.kind === "role" ? this.leansOn(mention.owner, by) : [] };
  }

  /** Whose name was wrong: who was named last, where a pronoun says so. */
  #corrected(mention: Mention, by: string): Meaning | undefined {
    if (mention.kind === "pronoun") return this.#latest;
    return { key: this.key(mention, by), by: this.leansOn(mention, by) };
  }

  /** "Priya" is Priya Raman where she is the only one. */
  *#learnFullNames(messages: MessageClaims[]): Generator<undefined, void> {
    // By a part: the full names, each with the message that has it first.
    const full = new Map<string, Map<string, string>>();
    for (const { mention, by } of mentionsOf(messages)) {
      const key = mention.kind === "name" ? this.#nameKey(mention.text).slice("name:".length) : "";
      const [first, ...rest] = key.split(" ");
      for (const part of rest.length > 0 && mention.kind === "name" && /^\p{Lu}/u.test(mention.text)
        ? [first!, rest.at(-1)!]
        : []) {
        const names = full.get(part) ?? new Map<string, string>();
        if (!names.has(key)) names.set(key, by);
        full.set(part, names);
      }
      yield;
    }
    for (const { mention } of mentionsOf(messages)) {
      yield;
      const key = mention.kind === "name" ? this.#nameKey(mention.text).slice("name:".length) : "";
      const candidates = full.get(key);
      if (candidates?.size !== 1 || this.#follow(`name:${key}`) !== `name:${key}`) continue;
      for (const [name, by] of candidates) this.#meant.set(`name:${key}`, { key: `name:${name}`, by: [by] });
    }
  }

  /** "My name is Vera": Vera is who speaks. */
  #learnSpeaker(claim: Claim, by: string): void {
    if (claim.kind !== "state" || claim.predicate !== "named" || typeof claim.object !== "string") return;
    if (claim.yields && this.#speakerIsNamed) return;
    this.#speakerIsNamed = true;
    const key = `name:${nameKey(claim.object)}`;
    if (!this.#meant.has(key)) this.#meant.set(key, { key: userKey, by: [by] });
  }
}

/** People's: subjects that are names, and objects that are. */
function* mentionsOf(messages: MessageClaims[]): Generator<{ mention: Mention; by: string }> {
  for (const { id: by, claims } of messages) {
    for (const claim of claims) {
      if (claim.kind === "alias" || claim.kind === "correct") yield { mention: { kind: "name", text: claim.name }, by };
      else {
        yield { mention: claim.subject, by };
        if (claim.object !== undefined && typeof claim.object !== "string") yield { mention: claim.object, by };
      }
    }
  }
}

function withoutTitle(text: string): string {
  const words = text.trim().split(/\s+/u);
  while (words.length > 1 && titles.has(words[0]!.toLowerCase())) words.shift();
  return words.join(" ");
}
