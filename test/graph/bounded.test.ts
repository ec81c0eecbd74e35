import fc from "fast-check";
import { expect, test } from "vitest";
import { extractClaims } from "../../src/memory/graph/extract.ts";
import { readPredicates } from "../fixture/facts/item.ts";
import { cpuMsOf } from "../support/cpu-time.ts";

/** Whatever a message says, it is read in a time that grows with its length, and no faster. */

const size = 256 * 1024;
const saidAt = Date.parse("2026-03-14T10:00:00Z");
const fill = (piece: string) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);

const hostile = {
  "one word": "a",
  blanks: " ",
  lines: "\n",
  sentences: "My sister Ana lives in Lisbon. ",
  "one sentence without end": "my sister Ana lives in Lisbon and ",
  commas: ",",
  "commas and words": "I, ",
  names: "Ana ",
  possessives: "Ana's ",
  my: "my ",
  I: "I ",
  who: "Ana, who ",
  apostrophes: "'a ",
  "quotation marks": '"a ',
  "quotation marks apart": '"\n\n',
  backticks: "`x ",
  colons: ": ",
  "question marks": "?",
  brackets: "(((",
  closing: ")",
  dots: "a.",
  numbers: "1 ",
  dates: "since May 3 until ",
  rhythms: "every Monday and ",
  hours: "at 9:30 ",
  ages: "two years ago ",
  plus: "+",
  dashes: "—",
  at: "@",
  tables: "a,b\n",
  emoji: "👩‍👩‍👧 ",
  "half a pair": "\ud83d",
  combining: "a\u0301\u0301",
  "have been": "have been not never ",
  if: "if I ",
};

test.each(Object.entries(hostile))("256 KiB of %s are read within two seconds", (_, piece) => {
  const tookMs = cpuMsOf(() => expect(extractClaims(fill(piece), saidAt).length).toBeLessThanOrEqual(300));
  expect(tookMs).toBeLessThan(2_000);
});

test.each([
  [300, 1],
  [3_000, 0],
])("a place of %i letters is read %i times", (letters, times) => {
  expect(extractClaims(`I live in B${"o".repeat(letters)}.`, saidAt)).toHaveLength(times);
});

const vocabulary =
  "I we my her Ana Rex sister dog is 's n't was have been since until 2019 May 3 next Tuesday in at on to from , . : ; ? ( ) \" ' and or but who if not never no longer any more works lives moved nurse Acme @kim a@b.io +316 constructor __proto__ toString every every week ago 9:30 \n".split(
    " ",
  );

const predicateNames = readPredicates().map(({ name }) => name);

test("any text gives claims of the closed list, and the same ones again", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.array(fc.constantFrom(...vocabulary), { maxLength: 60 }).map((words) => words.join(" ")),
  );
  fc.assert(
    fc.property(text, fc.integer({ min: 0, max: 4_000_000_000_000 }), (content, at) => {
      const claims = extractClaims(content, at);
      expect(extractClaims(content, at)).toEqual(claims);
      const said = claims.flatMap((claim) => ("predicate" in claim ? [claim.predicate] : []));
      expect(predicateNames).toEqual(expect.arrayContaining(said));
    }),
    { numRuns: 2_000 },
  );
});
