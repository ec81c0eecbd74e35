import type { DirectiveType } from "./directive.ts";
import type { Word } from "./text/word.ts";

/**
 * A rule as it was found. `shape` says what `body` is: an imperative ("verb"), what a verb is missing for ("thing"), an
 * -ing phrase ("gerund"), or all of the rule's text ("whole").
 */
export type Finding = {
  type: DirectiveType;
  shape: "verb" | "thing" | "gerund" | "whole";
  body: readonly Word[];
  /** How far its wording alone says that it is to last: docs/directives.md has the scale. */
  weight: number;
  /** "always", "never": said for all times. */
  absolute: boolean;
  /** So plain that no model is asked. */
  plain?: boolean;
  /** Said of things: it may be so by nature. */
  ofThings?: boolean;
  /** Of things that nobody makes. */
  natural?: boolean;
};

/** Reads a clause's words from a place on; undefined where they state nothing of its kind. */
export type Reader = (words: readonly Word[], at: number) => Finding | undefined;

export const finding = (
  type: DirectiveType,
  shape: Finding["shape"],
  body: readonly Word[],
  weight: number,
  absolute = false,
): Finding | undefined => (body.length === 0 ? undefined : { type, shape, body, weight, absolute });
