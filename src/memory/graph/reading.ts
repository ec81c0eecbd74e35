import type { Claim, DateText, Mention } from "./fact.ts";
import type { Gender } from "./parse/people.ts";
import type { PredicateName } from "./predicates.ts";
import { dayText, type Day } from "./time/calendar.ts";

const claimsMax = 300;
/** What is longer as JSON is of no name that anybody has. */
const claimCharactersMax = 2_000;
const rememberedMax = 20;

export type State = Extract<Claim, { kind: "state" }>;

/** What was stated last with one of these predicates. */
export const latestState = (claims: readonly Claim[], ...predicates: PredicateName[]): State | undefined =>
  claims.findLast((claim): claim is State => claim.kind === "state" && predicates.includes(claim.predicate));

export type ClaimTime = { from?: DateText; to?: DateText; yields?: boolean; beside?: boolean };

/** One message while it is read: what it claimed so far, and whom its pronouns may mean. */
export class Reading {
  readonly said: Day;
  readonly claims: Claim[] = [];
  /** What the clause claimed that stands before the one that is read. */
  claimsBefore: readonly Claim[] = [];
  #clauseFrom = 0;
  /** The latest last. */
  readonly #known: { mention: Mention; gender: Gender }[] = [];

  constructor(said: Day) {
    this.said = said;
  }

  get today(): string {
    return dayText(this.said);
  }

  beginClause(): void {
    this.claimsBefore = this.claims.slice(this.#clauseFrom);
    this.#clauseFrom = this.claims.length;
  }

  remember(mention: Mention, gender: Gender): void {
    if (mention.kind === "user" || mention.kind === "pronoun") return;
    this.#known.push({ mention, gender });
    if (this.#known.length > rememberedMax) this.#known.shift();
  }

  /** Whom a pronoun means: the latest one that it fits, an animal only where there is nobody. */
  resolve(mention: Mention): Mention {
    if (mention.kind === "role") return { ...mention, owner: this.resolve(mention.owner) };
    if (mention.kind !== "pronoun") return mention;
    const { text } = mention;
    const fits = (gender: Gender) => gender === text || (gender === undefined && text !== "it");
    const found =
      this.#known.findLast(({ gender }) => fits(gender)) ??
      (text === "it" ? undefined : this.#known.findLast(({ gender }) => gender === "it"));
    return found?.mention ?? mention;
  }

  /** Whether the message told of it as of an animal. */
  isAnimal(mention: Mention): boolean {
    const text = mention.kind === "name" ? mention.text : undefined;
    return this.#known.some(
      ({ mention: known, gender }) => gender === "it" && known.kind === "name" && known.text === text,
    );
  }

  state(subject: Mention, predicate: PredicateName, object: Mention | string, time: ClaimTime = {}): void {
    const known = this.resolve(subject);
    if (known.kind === "pronoun") return;
    const thing = typeof object === "string" ? object.trim() : this.resolve(object);
    if (thing === "" || (typeof thing !== "string" && thing.kind === "pronoun")) return;
    this.#add({
      kind: "state",
      subject: known,
      predicate,
      object: thing,
      from: time.from ?? null,
      to: time.to ?? null,
      ...(time.yields && { yields: true }),
      ...(time.beside && { beside: true }),
    });
  }

  end(subject: Mention, predicate: PredicateName, object: Mention | string | undefined, to: DateText): void {
    const known = this.resolve(subject);
    if (known.kind === "pronoun") return;
    this.#add({ kind: "end", subject: known, predicate, ...(object !== undefined && { object }), to });
  }

  /** Where it is known to hold: nobody who leaves a town on Friday has worked there. */
  endHeld(subject: Mention, predicate: PredicateName, object: string, to: string): void {
    const known = this.resolve(subject);
    if (known.kind !== "pronoun") this.#add({ kind: "end", subject: known, predicate, object, to, held: true });
  }

  alias(mention: Mention, name: string): void {
    const known = this.resolve(mention);
    if (known.kind === "pronoun") return;
    this.#add({ kind: "alias", mention: known, name });
  }

  correct(mention: Mention, name: string): void {
    this.#add({ kind: "correct", mention: this.resolve(mention), name });
  }

  /** Of the claims behind the first ones, what is stated: "no longer" may end something, and states nothing. */
  withdrawStates(first: number): void {
    const ends = this.claims.slice(first).filter(({ kind }) => kind !== "state");
    this.claims.splice(first, Infinity, ...ends);
  }

  #add(claim: Claim): void {
    if (this.claims.length === claimsMax || JSON.stringify(claim).length > claimCharactersMax) return;
    this.claims.push(claim);
  }
}
