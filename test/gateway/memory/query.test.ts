import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { queryOf } from "../../../src/gateway/memory/showing/query.ts";
import { queryTermsOf, termsOf } from "../../../src/memory/search/words/tokenize.ts";
import { embedderName, modelFolder } from "../../../src/onnx/files.ts";
import { Tokeniser } from "../../../src/onnx/tokeniser.ts";

const gateway = readFileSync(join(import.meta.dirname, "../../../docs/gateway-memory.md"), "utf8");

test("of a long turn its beginning and its end are searched for, by the model as by words", () => {
  const prose = gateway.slice(gateway.indexOf("A provider's cache")).slice(0, 4_000);
  const query = queryOf(`The tide at the harbour. ${prose} Which boat leaves for Oslo?`);
  const tokeniser = new Tokeniser(modelFolder(embedderName));
  const asked = tokeniser.encodePart("Which boat leaves for Oslo?");
  expect(tokeniser.encode(query).slice(1, -1).slice(-asked.length)).toEqual(asked);
  const terms = new Set(queryTermsOf(query).ids);
  for (const id of termsOf("tide harbour boat leaves Oslo").ids) expect(terms).toContain(id);
});

test("where a character is a word, too", () => {
  const prose = "今天的天气很好我们去公园散步吧".repeat(200);
  const terms = new Set(queryTermsOf(queryOf(`潮汐在港口。${prose}哪艘船开往奥斯陆？`)).ids);
  for (const id of termsOf("潮汐 港口 哪艘船 奥斯陆").ids) expect(terms).toContain(id);
});

test("no half of a character is searched for", () => {
  expect(queryOf("x".repeat(499) + "🎉".repeat(600)).isWellFormed()).toBe(true);
  expect(queryOf("🎉".repeat(300))).toBe("🎉".repeat(300));
});
