import { stemOf } from "../base-form.ts";
import { lowerAt, type Token } from "../tokens.ts";
import { wordSet } from "../word-set.ts";
import { usesOf } from "../wordnet.ts";
import { userAt } from "./user-at.ts";

/** Whom and what a note has mentioned beside its user: a pronoun is the user's only where it can mean nobody and nothing else. */
export class Mentioned {
  #somebody = false;
  #several = false;

  /** Somebody whom no word for a person tells. */
  meetSomebody(): void {
    this.#somebody = true;
  }

  meet(words: readonly Token[], at: number): void {
    if (isSomebody(words, at)) this.#somebody = true;
    if (isSeveral(words, at)) this.#several = true;
  }

  /** Whether "they", "his", "them" can only be the user. */
  isOnlyUser(pronoun: string): boolean {
    return !this.#somebody && !(pronoun.startsWith("the") && this.#several);
  }
}

/** A name, a word for a person or an animal, or what is the user's. "In Lisbon" is a place. */
export function isSomebody(words: readonly Token[], at: number): boolean {
  const { text, lower } = words[at]!;
  const user = userAt(words, at);
  if (user !== undefined) return lowerAt(words, user) === "'s";
  if (/^\p{Lu}\p{Ll}/u.test(text)) return !placing.has(lowerAt(words, at - 1));
  if (/^\p{Lu}{2,3}$/u.test(text) && !placing.has(lowerAt(words, at - 1))) return true;
  return plainParts(lower).some((part) => isForSomebody(part) || isForSomebody(stemOf(part)));
}
/** "Ex-wife", "fiancée". */
const plainParts = (lower: string): readonly string[] => lower.normalize("NFD").replace(/\p{M}/gu, "").split("-");
const placing = wordSet("in at");

const isForSomebody = (word: string): boolean => close.has(word) || usesOf(word)?.isPerson === true;
/** Words for more than persons, or that WordNet knows too rarely as such. */
const close = wordSet(`mom mum mam coworker co-worker roommate housemate flatmate fiance fiancee partner ex other others
  dog dogs cat cats puppy kitten pet horse pony parrot bird rabbit hamster tortoise goat cow chicken hen duck animal
  somebody someone anybody anyone everybody everyone nobody people men women children folks boss cook twin ex au bro gf bf grandkid stepdad cofounder mentee soulmate bestie bff gran nan nana auntie triplet gal fella bloke wifey missus contact crush idol person human individual lead agent dev gp pm ceo cto barber oncologist enemy
  dachshund labrador poodle husky corgi beagle terrier retriever pug chihuahua rottweiler snake turtle fish goldfish rat mouse gecko iguana ferret hedgehog budgie sheep pig calf foal lamb donkey spider kitty`);

/** "They" may be several things, a group, or a firm: "at Siemens". */
function isSeveral(words: readonly Token[], at: number): boolean {
  const { text, lower } = words[at]!;
  if (userAt(words, at) !== undefined) return false;
  if (groups.has(lower) || (/^\p{Lu}/u.test(text) && lowerAt(words, at - 1) !== "in")) return true;
  return /[^su']s$/u.test(lower) && !single.has(lower);
}
const groups = wordSet(
  "team family company firm startup group band bank school university club couple staff crew police government",
);
const single = wordSet("is was has does his this its as always sometimes");
