import fc from "fast-check";
import type { ChatRequest, Part, Turn } from "../../../../src/gateway/chat/request.ts";
import type { Caller } from "./speak.ts";

/**
 * Requests as a caller's dialect can say them, and as its parser would have made them: what goes out and comes back is
 * the same.
 */
export function requestOf(dialect: Caller): fc.Arbitrary<ChatRequest> {
  const rounds = fc.array(fc.oneof(plainRound(dialect), toolRound(dialect)), { minLength: 1, maxLength: 5 });
  return fc
    .record({ system: fc.array(withCache(dialect, fc.record({ text: visible }))), rounds, last: userTurn(dialect) })
    .map(({ system, rounds: all, last }) => {
      const turns = [...all.flat(), last];
      return {
        ...ground(dialect),
        system,
        turns: withOwnIds(turns),
        tools: [{ name: "f", schema: { type: "object" } }],
      };
    });
}

const ground = (dialect: Caller) => ({
  model: dialect === "openai" ? "gpt-4o" : "claude-haiku-4-5",
  maxTokens: 100,
  stop: ["END"],
  stream: false,
  streamUsage: dialect === "anthropic",
  foreign: {},
});

const visible = fc.string({ minLength: 1, maxLength: 9 }).map((text) => `.${text}`);
const ttl = fc.constantFrom({}, { ttl: "5m" }, { ttl: "1h" });

/** OpenAI's cache breakpoints are tested apart: only its newest models take them. */
function withCache<T extends object>(dialect: Caller, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T> {
  if (dialect === "openai") return arbitrary;
  const rarely = fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: ttl });
  return fc.tuple(arbitrary, rarely).map(([value, cache]) => (cache ? { ...value, cache } : value));
}

const text = visible.map((value): Part => ({ kind: "text", text: value }));
const image: fc.Arbitrary<Part> = fc.constantFrom(
  { kind: "image", source: { kind: "base64", mediaType: "image/png", data: "AAAA" } },
  { kind: "image", source: { kind: "url", url: "https://example.com/a.png" } },
);
const pdf: fc.Arbitrary<Part> = fc.constant({
  kind: "document",
  source: { kind: "base64", mediaType: "application/pdf", data: "AAAA" },
  name: "a.pdf",
});

const shown = (dialect: Caller) => withCache(dialect, fc.oneof(text, image, pdf));

function userTurn(dialect: Caller): fc.Arbitrary<Turn> {
  return fc.array(shown(dialect), { minLength: 1, maxLength: 3 }).map((parts): Turn => ({ role: "user", parts }));
}

/** Only Anthropic's own dialect signs what was thought. */
function thinking(dialect: Caller): fc.Arbitrary<Part[]> {
  if (dialect === "openai") return fc.constant([]);
  const signed = (value: string): Part => ({
    kind: "thinking",
    text: value,
    signature: { by: "anthropic", value: "s" },
  });
  const redacted: Part = {
    kind: "thinking",
    text: "",
    redacted: "opaque",
    signature: { by: "anthropic", value: "" },
  };
  return fc.array(fc.oneof(fc.string().map(signed), fc.constant(redacted)), { maxLength: 2 });
}

function plainRound(dialect: Caller): fc.Arbitrary<Turn[]> {
  return fc
    .tuple(userTurn(dialect), thinking(dialect), withCache(dialect, text))
    .map(([user, thoughts, said]): Turn[] => [user, { role: "assistant", parts: [...thoughts, said] }]);
}

const input = fc.constantFrom("", '{"a":1}', '{"b":["x",null]}');

/** The ids are given later, so that no two calls share one. */
function toolRound(dialect: Caller): fc.Arbitrary<Turn[]> {
  const one = fc.record({ input, answer: withCache(dialect, text), isError: fc.boolean(), hasText: fc.boolean() });
  const parts = fc.array(one, { minLength: 1, maxLength: 3 });
  return fc.tuple(userTurn(dialect), thinking(dialect), parts).map(([user, thoughts, calls]): Turn[] => {
    const uses = calls.map((each): Part => ({
      kind: "tool_use",
      id: "",
      name: "f",
      input: argumentsOf(dialect, each.input),
    }));
    const results = calls.map(({ hasText, answer, isError }): Part => ({
      kind: "tool_result",
      id: "",
      parts: hasText ? [answer] : [],
      isError: dialect === "anthropic" && isError,
    }));
    return [user, { role: "assistant", parts: [...thoughts, ...uses] }, { role: "user", parts: results }];
  });
}

/** OpenAI's arguments are always text that parses. */
const argumentsOf = (dialect: Caller, value: string) => (dialect === "openai" && value === "" ? "{}" : value);

function withOwnIds(turns: Turn[]): Turn[] {
  let made = 0;
  let answered = 0;
  const numbered = (part: Part): Part => {
    if (part.kind === "tool_use") return { ...part, id: `call_${made++}` };
    return part.kind === "tool_result" ? { ...part, id: `call_${answered++}` } : part;
  };
  return turns.map((turn) => ({ ...turn, parts: turn.parts.map(numbered) }));
}
