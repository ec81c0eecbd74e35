import { userSubject, type Claim, type Mention, type MessageClaims } from "./fact.ts";
import { titles } from "./words/common.ts";

const leading = new Set(["the", "a", "an", "my", "our", "his", "her", "their"]);
const suffixes = new Set("inc ltd llc llp gmbh ag ab bv sa plc corp co".split(" "));

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
const cousins: Claim["kind"][] = ["alias", "correct"];

/**
 * Which entity a mention means, within one user's messages: names without case, roles by the names that were given with
 * them, corrected names, the given name of somebody whose full name is known.
 */
export class Names {
  /** From a name's or role's key to the key of the entity that it stands for. */
  readonly #meant = new Map<string, string>();
  /** How an entity is shown: as it was first called. */
  readonly #shown = new Map<string, string>([[userKey, userSubject]]);

  constructor(messages: MessageClaims[], speaker: string | undefined) {
    if (speaker !== undefined) this.#meant.set(`name:${nameKey(speaker)}`, userKey);
    for (const { claims } of messages) {
      for (const claim of claims) if (cousins.includes(claim.kind)) this.#learn(claim);
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

  #ownKey(mention: Mention): string {
    switch (mention.kind) {
      case "user":
        return userKey;
      case "name": {
        const key = `name:${nameKey(mention.text)}`;
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

  #learn(claim: Claim): void {
    if (claim.kind !== "alias" && claim.kind !== "correct") return;
    const name = this.key({ kind: "name", text: claim.name });
    const other = claim.kind === "alias" ? this.#ownKey(claim.mention) : this.#corrected(claim.mention);
    if (other !== undefined && other !== name && this.#follow(name) !== other) this.#meant.set(other, name);
  }

  /** Whose name was wrong: who was named last, where a pronoun says so. */
  #corrected(mention: Mention): string | undefined {
    if (mention.kind !== "pronoun") return this.key(mention);
    return [...this.#meant.values()].at(-1);
  }

  /** "Priya" is Priya Raman where she is the only one. */
  #learnFullNames(messages: MessageClaims[]): void {
    const full = new Map<string, Set<string>>();
    for (const mention of mentionsOf(messages)) {
      const key = mention.kind === "name" ? nameKey(mention.text) : "";
      const [first, ...rest] = key.split(" ");
      for (const part of rest.length > 0 && mention.kind === "name" && /^\p{Lu}/u.test(mention.text)
        ? [first!, rest.at(-1)!]
        : []) {
        full.set(part, (full.get(part) ?? new Set()).add(key));
      }
    }
    for (const mention of mentionsOf(messages)) {
      const key = mention.kind === "name" ? nameKey(mention.text) : "";
      const candidates = full.get(key);
      if (candidates?.size === 1 && this.#follow(`name:${key}`) === `name:${key}`)
        this.#meant.set(`name:${key}`, `name:${[...candidates][0]}`);
    }
  }

  /** "My name is Vera": Vera is who speaks. */
  #learnSpeaker(claim: Claim): void {
    if (claim.kind !== "state" || claim.predicate !== "named" || typeof claim.object !== "string") return;
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
