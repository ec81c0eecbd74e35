import { describe, expect, test } from "vitest";
import { estimateTokens } from "../../src/gateway/estimate.ts";
import { listedTools } from "../../src/mcp/server.ts";

/** What a model reads before every conversation. */

const tokensMax = 1_500;

test(`the list of tools has at most ${tokensMax} tokens, every sign of its JSON counted`, () => {
  expect(estimateTokens(JSON.stringify({ tools: listedTools }))).toBeLessThanOrEqual(tokensMax);
});

describe.each(listedTools)("$name", ({ description, inputSchema, outputSchema, annotations }) => {
  test("says what it does, what it takes and gives, and whether it changes anything", () => {
    expect(description).toMatch(/^[A-Z].*\.$/u);
    expect(Object.keys(outputSchema?.["properties"] ?? {}).length).toBeGreaterThan(0);
    const required = (inputSchema.required ?? []) as string[];
    expect(Object.keys(inputSchema.properties ?? {})).toEqual(expect.arrayContaining(required));
    expect(annotations?.readOnlyHint === true || annotations?.destructiveHint !== undefined).toBe(true);
  });
});

test("an enum tells its type: Gemini refuses a schema where one does not", () => {
  const enums = listedTools.flatMap(({ inputSchema, outputSchema }) => enumsIn([inputSchema, outputSchema]));
  expect(enums.length).toBeGreaterThan(2);
  for (const each of enums) expect(each).toMatchObject({ type: "string" });
});

function enumsIn(value: unknown): object[] {
  if (typeof value !== "object" || value === null) return [];
  return [...("enum" in value ? [value] : []), ...Object.values(value).flatMap(enumsIn)];
}

test("none names a bound of similarity: it would hold for one embedder and one language", () => {
  expect(listedTools.map(({ description }) => description).join("\n")).not.toMatch(/\b0\.\d/u);
});

test("only one destroys, and four read", () => {
  const those = (hint: "readOnlyHint" | "destructiveHint") =>
    listedTools.filter(({ annotations }) => annotations?.[hint] === true).map(({ name }) => name);
  expect(those("destructiveHint")).toEqual(["forget"]);
  expect(those("readOnlyHint")).toEqual(["search", "directives", "check_conflict", "graph"]);
});
