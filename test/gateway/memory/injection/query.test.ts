import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { queryOf } from "../../../../src/gateway/memory/injection/retrieval/query.ts";
import { queryTermsOf, termsOf } from "../../../../src/memory/words/tokenize.ts";
import { embedderName, modelFolder } from "../../../../src/onnx/files.ts";
import { Tokeniser } from "../../../../src/onnx/tokeniser.ts";

const gateway = readFileSync(join(import.meta.dirname, "../../../../docs/gateway-memory.md"), "utf8");
const prose = gateway.slice(gateway.indexOf("A provider's cache")).replaceAll("?", ".").slice(0, 4_000);
const code = "    const found = isEnough ? await rows(limit) : undefined;\n".repeat(20);
const log = "04:10:12 ERROR select name from boats where id = ?\n".repeat(20);
const question = "Which boat leaves for Oslo?";

const both = (text: string) => ({ words: text, meaning: text });
const ending = (text: string) => `${text.slice(-250)}\n${text.slice(0, 750)}`;
/** By words with what begins and ends the turn; by meaning, too, where it says little of its own. */
const asking = (asked: string, text: string) => ({
  words: `${asked}\n${text.slice(0, 500)}\n${text.slice(-500)}`,
  meaning: `${asked}\n${ending(text)}`.slice(0, 1_000),
});

test("a turn of up to a thousand characters as it is", () => {
  const text = `${prose.slice(0, 900)}\n\n${question}`;
  expect(queryOf(text)).toEqual(both(text));
});

describe("of a longer one its questions first, then what begins and ends it", () => {
  test.each([
    ["last", `${prose}\n\n${question}`],
    ["first", `${question}\n\n${prose}`],
    ["right above what is pasted", `${question}\n${log}`],
    ["between", `${code}\n${question}\n\n${log}`],
    ["behind a fence", `\`\`\`\n${code}Which pier is it?\n\`\`\`\n${question}`],
    ["behind a quote", `${prose}\n\n> Which pier is it?\n\n${question}\n\n${code}`],
    ["behind a fence that nothing opened", `${code}\n\`\`\`\n\n${question}\n\n${code}`],
  ])("%s", (_where, text) => expect(queryOf(text)).toEqual(asking(question, text)));

  test.each([
    "Which boat leaves for Oslo? Thanks!",
    "Quel bateau part pour Oslo ce matin ?",
    "今天早上去奥斯陆的船从哪里开？谢谢",
    "Ποιο πλοίο φεύγει για το Όσλο το πρωί;",
    "أي سفينة تغادر إلى أوسلو في الصباح؟",
    "(or is it the boat that leaves for Oslo?)",
  ])("%s", (asked) => {
    const text = `${code}\n${asked}\n\n${log}`;
    const { words, meaning } = queryOf(text);
    expect(words).toBe(asking(asked, text).words);
    expect([asked, asking(asked, text).meaning]).toContain(meaning);
  });

  test("by meaning alone where they say enough", () => {
    const asked = "Which boat leaves the harbour for Oslo on Monday mornings before seven?";
    const text = `${code}\n${asked}\n\n${log}`;
    expect(queryOf(text)).toEqual({ words: asking(asked, text).words, meaning: asked });
  });

  test("the first and the last of many", () => {
    const faq = Array.from({ length: 30 }, (_, i) => `How does setting ${i} of the pump work?\nIt is set below.`);
    const text = ["When did I last replace the filter of my Grundfos?", ...faq, "Where is the manual of Ann's?"].join(
      "\n\n",
    );
    for (const sought of Object.values(queryOf(text))) {
      expect(sought).toContain("Grundfos");
      expect(sought).toContain("manual");
      expect(sought.length).toBeLessThan(2_010);
    }
  });

  test("with what begins and ends it, where that is short", () => {
    const own = ["The boat to Oslo is late.", "Do you know when it arrives?", "Ann"];
    const [first, asked, last] = own;
    const around = `${first}\n\n${log}\n${asked}\n\n${last}`;
    expect(queryOf(around)).toEqual(asking(own.join("\n"), around));
    const between = `${prose}\n\n${asked} Or by which pier at Oslo?\n\n${prose}`;
    expect(queryOf(between)).toEqual(asking(`${asked} Or by which pier at Oslo?`, between));
  });
});

describe("of a longer one that does not ask", () => {
  test.each([
    ["without a question", `Fix this:\n\n${code}${log}`],
    ["with one that says nothing", `${prose}\n\nWhat is this?`],
    ["with one in a fence", `\`\`\`\n${code}${question}\n\`\`\``],
    ["with one that is polite", `${prose}\n\nCould you please take a look and tell me what you think?`],
    ["with one that asks for thoughts", `${prose}\n\nAny thoughts on how to best handle this?`],
    ["with a polite one in German", `${prose}\n\nKannst du mir bitte helfen das zu lösen?`],
    [
      "of Kotlin",
      `Fix the crash of the boats.\n${"  val name: String? = null\n  var next: Boat? = Boat()\n".repeat(30)}`,
    ],
    ["of C#", `Fix the crash of the boats.\n${"  public string? Name { get; set; }\n".repeat(40)}`],
  ])("%s: all its words, and its end before its beginning", (_what, text) => {
    expect(queryOf(text)).toEqual({ words: text, meaning: ending(text) });
  });

  test("the model reads the end", () => {
    const { meaning } = queryOf(`${prose} The boat leaves for Oslo.`);
    const tokeniser = new Tokeniser(modelFolder(embedderName));
    expect([...tokeniser.encode(meaning)].join()).toContain(
      [...tokeniser.encodePart("The boat leaves for Oslo.")].join(),
    );
  });

  test("its first words and its last, where it is very long", () => {
    for (const [text, sought] of [
      [`The tide at the harbour. ${prose.repeat(3)} The boat leaves for Oslo.`, "tide harbour boat leaves Oslo"],
      [`潮汐在港口。${"今天的天气很好我们去公园散步吧".repeat(800)}船开往奥斯陆。`, "潮汐 港口 船开往 奥斯陆"],
    ] as const) {
      const { words } = queryOf(text);
      expect(words.length).toBeLessThan(8_010);
      const terms = new Set(queryTermsOf(words).ids);
      for (const id of termsOf(sought).ids) expect(terms).toContain(id);
    }
  });

  test("no half of a character is searched for", () => {
    for (const text of ["x".repeat(749) + "🎉".repeat(600), `${"🎉".repeat(9_000)}x`, `x${"🎉".repeat(9_000)}`]) {
      const { words, meaning } = queryOf(text);
      expect([words.isWellFormed(), meaning.isWellFormed()]).toEqual([true, true]);
    }
    expect(queryOf("🎉".repeat(300))).toEqual(both("🎉".repeat(300)));
  });
});
