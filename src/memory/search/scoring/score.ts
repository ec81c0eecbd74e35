import {
  contextScale,
  cosineWeight,
  neighbourShare,
  neighbourWeight,
  outcomeSpan,
  recencyHalfLifeMs,
  recencySpan,
  sessionWeight,
  wordsAloneWeight,
} from "./definition.ts";
import { confidence } from "../../entity/track-record.ts";
import type { MemoryAttributes } from "../attributes.ts";

/** What a similarity is made of. */
export type Explanation = {
  /** Of the two meanings, -1 to 1, counted from that of unrelated texts; absent where the memory or the query has no vector. */
  cosine: number | undefined;
  /** BM25 over what the query could attain, 0 to 1. */
  bm25: number;
  /** What neighbours and the session added, before normalisation; 0 outside any conversation. */
  context: number;
  /** Factor of reported outcomes, 1 without any. */
  outcome: number;
  /** Factor of age. */
  recency: number;
};

/** What a memory's record does to its score. */
export type Factors = Pick<Explanation, "outcome" | "recency">;

/** A cosine counted from that of unrelated texts: 0 is there, and 1 stays 1. */
export const countedFrom = (unrelated: number, cosine: number): number => (cosine - unrelated) / (1 - unrelated);

/** What a memory is worth by itself; a cosine of NaN is none. */
export function ownScore(cosine: number, words: number): number {
  return Number.isNaN(cosine) ? wordsAloneWeight * words : cosineWeight * Math.max(cosine, 0) + words;
}

/** What the places before and after in the session, and the session as a whole, add to a message's own score. */
export function contextOf(own: number, around: { before?: number; after?: number; session: number }): number {
  const missing = neighbourShare * own;
  const neighbours = (around.before ?? missing) + (around.after ?? missing);
  return neighbourWeight * neighbours + sessionWeight * around.session;
}

/** The score that results are sorted by. Without any context, the memory's own score stands for what that would be. */
export function finalScore(own: number, context: number | undefined, factors: Factors): number {
  const evidence = context === undefined ? own : (own + context) / contextScale;
  return evidence * factors.outcome * factors.recency;
}

/** Bounded, so that a record decides between near equals and never buries a clearly better match. */
export function factorsOf(attributes: Pick<MemoryAttributes, "createdAtMs" | "standing">, nowMs: number): Factors {
  const ageMs = Math.max(0, nowMs - attributes.createdAtMs);
  return {
    outcome: attributes.standing === undefined ? 1 : 1 + outcomeSpan * (confidence(attributes.standing, nowMs) - 0.5),
    recency: 1 - recencySpan * (1 - 2 ** (-ageMs / recencyHalfLifeMs)),
  };
}
