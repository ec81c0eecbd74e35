import { asMeant } from "../memory/directive/text/as-meant.ts";
import { extractClaims, isNotOfSpeaker } from "../memory/graph/extract.ts";
import type { Kind, Readings } from "../memory/background/reading/reader.ts";
import type { TaggedWord } from "../memory/directive/tagged/tagged-word.ts";
import { readMessage } from "../memory/rulebook/read-message.ts";

type Readers = { [K in Kind]: (given: Readings[K]["given"]) => Promise<Readings[K]["read"]> };

/** Reads what messages say, by the rules of language and, for rules that people state, by a model. */
export function readersWith(tag: (text: string) => Promise<TaggedWord[]>): Readers {
  return {
    async claims({ text, saidAtMs, isOfAnother }) {
      const claims = extractClaims(text, saidAtMs);
      return isOfAnother ? claims.filter(isNotOfSpeaker) : claims;
    },
    statements: async ({ text, before }) => readMessage(text, before, await tag(asMeant(text))),
  };
}

const nothings: { [K in Kind]: () => Readings[K]["read"] } = {
  claims: () => [],
  statements: () => ({ statements: [], leans: false }),
};

/** What a message says that nobody can read. */
export const nothingOf = <K extends Kind>(kind: K): Readings[K]["read"] => nothings[kind]();
