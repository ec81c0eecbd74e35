import { describe, expect, test } from "vitest";
import { isOwnMatter } from "../../../../src/gateway/memory/injection/text/own-matter.ts";

describe("what is the user's own", () => {
  test.each([
    "what was our booth number",
    "my knee hurts",
    "where do we keep the spare key?",
    "so we’re closed on Monday?",
    "did I ever fix the fence",
    "when do I have to send the receipts",
    "what size were the shoes I bought",
    "What did she call it again?",
    "who insures us?",
  ])("%s", (text) => expect(isOwnMatter(text)).toBe(true));
});

describe("what anybody may ask", () => {
  test.each([
    "how do I exit vim",
    "what's the capital of Peru?",
    "do it again but shorter",
    "who is the president of the US",
    "let us begin",
    "I like it",
    "Wann ist mein Termin?",
    "show me a tour of Rome",
    "is us-east-1 a region?",
    "how does my() work in Perl",
  ])("%s", (text) => expect(isOwnMatter(text)).toBe(false));
});
