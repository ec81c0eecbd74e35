import { extractClaims, isNotOfSpeaker } from "../memory/graph/extract.ts";
import type { Kind, Readings } from "../memory/reader.ts";
import { readMessage } from "../memory/rulebook/read-message.ts";

type Readers = { [K in Kind]: (given: Readings[K]["given"]) => Readings[K]["read"] };

const readers: Readers = {
  claims({ text, saidAtMs, isPattern }) {
    const claims = extractClaims(text, saidAtMs);
    return isPattern ? claims.filter(isNotOfSpeaker) : claims;
  },
  statements: ({ text, before }) => readMessage(text, before),
};

/** What a message says. */
export const readOne = <K extends Kind>(kind: K, given: Readings[K]["given"]): Readings[K]["read"] =>
  readers[kind](given);

const nothings: { [K in Kind]: () => Readings[K]["read"] } = {
  claims: () => [],
  statements: () => ({ statements: [], leans: false }),
};

/** What a message says that nobody can read. */
export const nothingOf = <K extends Kind>(kind: K): Readings[K]["read"] => nothings[kind]();
