import { expect, test } from "vitest";
import { leaningOf, shownFact } from "../../src/memory/graph/derive.ts";
import { extractClaims } from "../../src/memory/graph/extract.ts";
import type { MessageClaims } from "../../src/memory/graph/fact.ts";
import { sentenceOf } from "../../src/memory/graph/sentence.ts";
import { readFactItems } from "../fixture/facts/item.ts";
import { derive } from "../support/facts-of.ts";
import { cpuMsOf } from "../support/cpu-time.ts";

/** A fact names every message without which it would not read as it does: as evidence, or as what its names lean on. */

function read(texts: readonly string[], startMs = Date.UTC(2026, 0, 1), prefix = ""): MessageClaims[] {
  return texts.map((text, at) => {
    const saidAtMs = startMs + at;
    return { id: `${prefix}${at}`, saidAtMs, claims: extractClaims(text, saidAtMs) };
  });
}

function factsOf(messages: MessageClaims[]): { sentence: string; evidence: string[]; leansOn: string[] }[] {
  const { facts, names } = derive(messages);
  return facts.map((fact) => {
    const shown = shownFact(names, fact);
    return { sentence: sentenceOf(shown), evidence: shown.evidence, leansOn: leaningOf(names, fact) };
  });
}

test.each([
  {
    by: "the name of a role",
    texts: ["My sister's name is Quillonara.", "My sister worked at Globex until 2020."],
    fact: { sentence: "Quillonara works at Globex (until 2020)", evidence: ["1"], leansOn: ["0"] },
  },
  {
    by: "a full name",
    texts: ["Priya Raman works at Globex.", "Priya lives in Porto."],
    fact: { sentence: "Priya Raman lives in Porto", evidence: ["1"], leansOn: ["0"] },
  },
  {
    by: "names on the way to a name",
    texts: ["My sister is Ana.", "Ana's husband is Bob.", "My sister's husband works at Initech."],
    fact: { sentence: "Bob works at Initech", evidence: ["2"], leansOn: ["0", "1"] },
  },
  {
    by: "the speaker's own name",
    texts: ["My name is Vera.", "Vera lives in Oslo."],
    fact: { sentence: "the user lives in Oslo", evidence: ["1"], leansOn: ["0"] },
  },
])("by $by", ({ texts, fact }) => {
  expect(factsOf(read(texts))).toContainEqual(fact);
});

test("what reads differently without a message names it", () => {
  const items = readFactItems("tune");
  for (let from = 0; from < items.length; from += 8) {
    const messages = items.slice(from, from + 8).flatMap((item, at) => {
      const said = item.messages.filter(({ role }) => role === "user");
      return read(
        said.map(({ content }) => content),
        Date.parse(item.saidAt),
        `${at} `,
      );
    });
    const all = factsOf(messages);
    for (const message of messages) {
      const without = new Set(factsOf(messages.filter((each) => each !== message)).map(({ sentence }) => sentence));
      const lost = all.filter(({ sentence }) => !without.has(sentence));
      for (const { evidence, leansOn } of lost) expect([...evidence, ...leansOn]).toContain(message.id);
    }
  }
});

test("a name that leads to a name, and so on, costs no more each time", () => {
  const many = 20_000;
  const messages = Array.from({ length: many }, (_, at): MessageClaims => {
    const mention = { kind: "name", text: `Nym${at + 1}` } as const;
    const told = { kind: "state", subject: mention, predicate: "likes", object: "tea", from: null, to: null } as const;
    return { id: `${at}`, saidAtMs: at, claims: [{ kind: "alias", mention, name: `Nym${at}` }, told] };
  });
  const tookMs = cpuMsOf(() => {
    const leansOn = factsOf(messages).flatMap((fact) => [...fact.evidence, ...fact.leansOn]);
    expect(leansOn.length).toBeLessThan(40 * many);
  });
  expect(tookMs).toBeLessThan(4_000);
});
