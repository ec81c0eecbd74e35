import { afterAll, beforeAll, expect, test } from "vitest";
import { statementsOf } from "../../src/memory/directive/statements-of.ts";
import { chanceOf, labels } from "../../src/memory/directive/tagged/tagged-word.ts";
import { Tagger } from "../../src/reader/tagger.ts";

let tagger: Tagger;
beforeAll(async () => {
  tagger = await Tagger.load();
});
afterAll(() => tagger.release());

const rulesOf = async (text: string) =>
  statementsOf(text, { tagged: await tagger.tag(text) }).flatMap((each) => (each.kind === "rule" ? [each.type] : []));

test("each word has its place in the message and its chances", async () => {
  const text = "Café – don’t ever\n\ncall me “Bob” 👩‍👧 please!";
  const tagged = await tagger.tag(text);
  expect(tagged.map(({ start, end }) => text.slice(start, end))).toEqual(
    expect.arrayContaining(["Café", "don’t", "ever", "call", "me", "Bob", "please", "!"]),
  );
  for (const { chances } of tagged) {
    expect(chances).toHaveLength(labels.length);
    expect(Array.from(chances).reduce((sum, chance) => sum + chance)).toBeCloseTo(1, 5);
  }
  expect(await tagger.tag(text)).toEqual(tagged);
});

test("nothing has no words", async () => {
  expect(await tagger.tag("")).toEqual([]);
  expect(await tagger.tag(" \n\t")).toEqual([]);
});

test.each([
  ["Deglazing with cider instead of wine is how it's done in my kitchen, so do that in all recipes.", "MUST"],
  ["Never deploy on Fridays. Please answer in German from now on.", "NEVER,MUST"],
  ["I'm happiest when your summaries stay on one page.", "PREFER"],
])("finds what no list of words knows: %s", async (text, type) => {
  expect(await rulesOf(text)).toEqual(type.split(","));
});

test.each([
  "Avoid the word journey in this cover letter.",
  "My boss says we must never use inheritance. I'm not convinced.",
  "I never measure the flour, I go by feel.",
])("and what is none: %s", async (text) => {
  expect(await rulesOf(text)).toEqual([]);
});

test("of a long message the beginning is tagged, sentence by sentence, and a sentence without end in pieces", async () => {
  const sentence = "From now on answer me in Spanish. ";
  const tagged = await tagger.tag(sentence.repeat(8_000));
  const last = tagged.at(-1)!.end;
  expect(last).toBeGreaterThan(4_000);
  expect(last).toBeLessThan(12_000);
  expect(last % sentence.length).toBe(sentence.length - 1);
  // Of what is said two hundred times over few words are a rule's, but to the last part.
  const found = tagged.filter((word) => chanceOf(word) > 0.5);
  expect(found.length).toBeGreaterThan(tagged.length / 10);
  expect(found.at(-1)!.end).toBeGreaterThan(last - 2 * sentence.length);
  expect((await tagger.tag("answer ".repeat(40_000))).at(-1)!.end).toBeGreaterThan(4_000);
  expect(await tagger.tag("x".repeat(250_000))).toHaveLength(1);
}, 60_000);

test('"in this team" is said whole, and stands for nothing that was said before', async () => {
  const text = "By the way, we never deploy on Fridays in this team.";
  const said = statementsOf(text, {
    before: "Raising awareness for mental health is super rewarding.",
    tagged: await tagger.tag(text),
  });
  expect(said).toMatchObject([{ type: "NEVER", rule: "Never deploy on Fridays in this team" }]);
});
