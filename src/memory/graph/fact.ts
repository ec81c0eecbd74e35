import type { PredicateName } from "./predicates.ts";

/** What facts are taken from: a message of a user, an operator or an agent, or a pattern. Never an assistant's, never a tool's. */
export type Evidence = { id: string; saidAtMs: number; text: string };

/**
 * A date as somebody says it: `2026-03-14`, `2026-03`, `2026`, or a week, `2026-W11`. `null` where nothing is said.
 */
export type DateText = string | null;

/**
 * How a message calls an entity. `user` is who speaks. A role hangs on its owner: "my sister" is the sister of `user`,
 * "Ana's husband" the husband of the name Ana. A `pronoun` stands for somebody of an earlier message.
 */
export type Mention =
  | { kind: "user" }
  | { kind: "name"; text: string }
  | { kind: "role"; role: string; owner: Mention; text: string }
  | { kind: "pronoun"; text: "he" | "she" | "it" };

/** Who speaks, and somebody by what they are to them: "my sister", "my sister's dog". */
export const isOfSpeaker = (mention: Mention): boolean =>
  mention.kind === "user" || (mention.kind === "role" && isOfSpeaker(mention.owner));

/**
 * What one message says. `state`: it holds; one that `yields` only where no other object of its functional predicate
 * does, one that is `beside` others with them. `end`: it has ended; without an object, whatever it was; without a time, what was planned is taken back; one that is `held`
 * only where it is known to hold. `alias`: both are one entity, called by the second.
 * `correct`: the entity's name was wrong.
 */
export type Claim =
  | {
      kind: "state";
      subject: Mention;
      predicate: PredicateName;
      object: Mention | string;
      from: DateText;
      to: DateText;
      yields?: true;
      beside?: true;
    }
  | { kind: "end"; subject: Mention; predicate: PredicateName; object?: Mention | string; to: DateText; held?: true }
  | { kind: "alias"; mention: Mention; name: string }
  | { kind: "correct"; mention: Mention; name: string };

/** The claims of one message, in the order said. */
export type MessageClaims = Pick<Evidence, "id" | "saidAtMs"> & { claims: Claim[] };

/** Names are as said; `userSubject` stands for who speaks. `evidence`: ids of the messages that say so or ended it. */
export type Fact = {
  subject: string;
  predicate: PredicateName;
  object: string;
  validFrom: DateText;
  validTo: DateText;
  evidence: string[];
};

export const userSubject = "user";
