import { wordSet } from "../language/word-set.ts";
import { userSubject, type Claim, type Mention, type MessageClaims } from "./fact.ts";
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
type Link = Extract<Claim, { kind: "alias" | "correct" }>;

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
  /** From a name's or role's key to the key of the entity that it stands for. */
  readonly #meant = new Map<string, string>();
  /** Who was given a name last. */
  #latest: string | undefined;
  /** Of each text that was looked up: the same names come again and again. */
  readonly #keys = new Map<string, string>();
  #speakerIsNamed = false;
  /** How an entity is shown: as it was first called. */
  readonly #shown = new Map<string, string>([[userKey, userSubject]]);

  constructor(messages: MessageClaims[]) {
    const links = messages.flatMap(({ claims }) =>
      claims.filter((claim) => claim.kind === "alias" || claim.kind === "correct"),
    );
    // Twice: whose role it is may have a name by the end.
    for (let pass = 0; pass < 2; pass++) {
      const shared = this.#sharedRoles(links);
      this.#latest = undefined;
      for (const link of links) this.#learn(link, shared);
    }
    this.#learnFullNames(messages);
    for (const { claims } of messages) for (const claim of claims) this.#learnSpeaker(claim);
  }

  key(mention: Mention): string {
    return this.#follow(this.#ownKey(mention));
  }

  shown(key: string): string {
    return this.#shown.get(key) ?? key.slice(key.indexOf(":") + 1);
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

  #ownKey(mention: Mention): string {
    switch (mention.kind) {
      case "user":
        return userKey;
      case "name": {
        const key = this.#nameKey(mention.text);
        if (!this.#shown.has(key)) this.#shown.set(key, withoutTitle(mention.text));
        return key;
      }
      case "role": {
        const key = `role:${this.key(mention.owner)}/${mention.role}`;
        if (!this.#shown.has(key)) this.#shown.set(key, mention.text);
        return key;
      }
      case "pronoun":
        return `pronoun:${mention.text}`;
      default:
        throw new Error(`no such mention: ${String(mention satisfies never)}`);
    }
  }

  /** A few steps: roles stand for names, these for corrected ones; a circle ends. */
  #follow(key: string): string {
    let at = key;
    for (let steps = 0; steps < 8; steps++) {
      const next = this.#meant.get(at);
      if (next === undefined || next === at) break;
      at = next;
    }
    return at;
  }

  /** Roles of several people at a time that more than one name was given to: "my friend" is none of them. */
  #sharedRoles(links: Link[]): Set<string> {
    const named = new Map<string, Set<string>>();
    for (const { kind, mention, name } of links) {
      if (kind !== "alias" || mention.kind !== "role" || isOfOne(mention.role)) continue;
      const key = this.#ownKey(mention);
      named.set(key, (named.get(key) ?? new Set()).add(this.#ownKey({ kind: "name", text: name })));
    }
    return new Set([...named].flatMap(([key, { size }]) => (size > 1 ? [key] : [])));
  }

  #learn({ kind, mention, name }: Link, shared: ReadonlySet<string>): void {
    const named = this.key({ kind: "name", text: name });
    const other = kind === "alias" ? this.#ownKey(mention) : this.#corrected(mention);
    this.#latest = named;
    if (other === undefined || other === named || shared.has(other) || this.#follow(named) === other) return;
    this.#meant.set(other, named);
  }

  /** Whose name was wrong: who was named last, where a pronoun says so. */
  #corrected(mention: Mention): string | undefined {
    return mention.kind === "pronoun" ? this.#latest : this.key(mention);
  }

  /** "Priya" is Priya Raman where she is the only one. */
  #learnFullNames(messages: MessageClaims[]): void {
    const full = new Map<string, Set<string>>();
    for (const mention of mentionsOf(messages)) {
      const key = mention.kind === "name" ? this.#nameKey(mention.text).slice("name:".length) : "";
      const [first, ...rest] = key.split(" ");
      for (const part of rest.length > 0 && mention.kind === "name" && /^\p{Lu}/u.test(mention.text)
        ? [first!, rest.at(-1)!]
        : []) {
        full.set(part, (full.get(part) ?? new Set()).add(key));
      }
    }
    for (const mention of mentionsOf(messages)) {
      const key = mention.kind === "name" ? this.#nameKey(mention.text).slice("name:".length) : "";
      const candidates = full.get(key);
      if (candidates?.size === 1 && this.#follow(`name:${key}`) === `name:${key}`)
        this.#meant.set(`name:${key}`, `name:${[...candidates][0]}`);
    }
  }

  /** "My name is Vera": Vera is who speaks. */
  #learnSpeaker(claim: Claim): void {
    if (claim.kind !== "state" || claim.predicate !== "named" || typeof claim.object !== "string") return;
    if (claim.yields && this.#speakerIsNamed) return;
    this.#speakerIsNamed = true;
    const key = `name:${nameKey(claim.object)}`;
    if (!this.#meant.has(key)) this.#meant.set(key, userKey);
  }
}

/** People's: subjects that are names, and objects that are. */
function* mentionsOf(messages: MessageClaims[]): Generator<Mention> {
  for (const { claims } of messages) {
    for (const claim of claims) {
      if (claim.kind === "alias" || claim.kind === "correct") yield { kind: "name", text: claim.name };
      else {
        yield claim.subject;
        if (claim.object !== undefined && typeof claim.object !== "string") yield claim.object;
      }
    }
  }
}

function withoutTitle(text: string): string {
  const words = text.trim().split(/\s+/u);
  while (words.length > 1 && titles.has(words[0]!.toLowerCase())) words.shift();
  return words.join(" ");
}
