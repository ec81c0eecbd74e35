/**
 * The constants of search: docs/search.md defines what they do and says where each comes from. Another value changes
 * what every search returns; measure it with `npm run eval` and on a second kind of conversation first.
 */

/** Candidates by cosine, and as many by words. */
export const candidatesEach = 200;
/** How many more the base is asked for at most, however many more are wanted: each is read from SQL where it is not in memory. */
export const moreOfBaseMax = 200;
/** Where many of the base's first say the same, it is asked for four times as many, up to so many or more. */
export const baseCandidatesMax = 3_000;

/** BM25's saturation of a repeated word, and how far the length of a text counts. */
export const k1 = 1.2;
export const b = 0.75;

/** A memory's own score is .5 of its cosine and once its words. */
export const cosineWeight = 0.5;
/** What stands for both where a memory, or the query, has no vector. */
export const wordsAloneWeight = 2;

/** How much of each neighbour's own score, and of the session's words, is added. */
export const neighbourWeight = 0.2;
export const sessionWeight = 0.6;
/** A neighbour that is not there counts as one with this share of the memory's own score: the median over LoCoMo. */
export const neighbourShare = 0.6;
/** What the score of a memory with all its context is divided by: its own score, and .6 of it in context (the median). */
export const contextScale = 1.6;

/** The outcome's factor is 1 at a confidence of .5, and .9 to 1.1 at the ends. */
export const outcomeSpan = 0.2;

/** The factor of age falls from 1 to .97, half of it in 30 days. */
export const recencySpan = 0.03;
export const recencyHalfLifeMs = 30 * 24 * 60 * 60 * 1000;
