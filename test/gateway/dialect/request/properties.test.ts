import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AppError } from "../../../../src/error.ts";
import type { JsonObject } from "../../../../src/json.ts";
import { Losses } from "../../../../src/gateway/chat/loss.ts";
import type { ChatRequest } from "../../../../src/gateway/chat/request.ts";
import { startFormatting } from "../../../../src/gateway/dialect/request/formatting.ts";
import { capabilitiesOf } from "../../../../src/gateway/model/families.ts";
import { providerOf } from "../../support/provider.ts";
import { requestOf } from "./arbitrary.ts";
import { format, parse, type Caller } from "./speak.ts";

const runs = { numRuns: 20 };

const callers: Caller[] = ["openai", "anthropic"];
const upstreams = [
  ["openai", "gpt-4o"],
  ["openai", "gpt-6-sol"],
  ["openai", "deepseek-v4-pro"],
  ["openai", "mistral-large-4"],
  ["anthropic", "claude-haiku-4-5"],
  ["anthropic", "claude-opus-5-5"],
  ["gemini", "gemini-2.5-flash"],
  ["gemini", "gemini-3.5-flash"],
] as const;
const pairs = callers.flatMap((caller) => upstreams.map(([upstream, model]) => ({ caller, upstream, model })));

/** As it goes on the wire. */
function wire(request: ChatRequest, upstream: keyof typeof format, model: string): JsonObject {
  const capabilities = capabilitiesOf(providerOf(upstream, model), model);
  const said = format[upstream]({ ...request, model }, { capabilities, losses: new Losses() });
  return JSON.parse(JSON.stringify(said));
}

/** Of what the user says last, a model may be able to be sent nothing: then the request is refused. */
function isSayable(request: ChatRequest, upstream: keyof typeof format, model: string): boolean {
  try {
    wire(request, upstream, model);
    return true;
  } catch (error) {
    if (!(error instanceof AppError && error.message.includes("all of it would be lost"))) throw error;
    return false;
  }
}

/** All objects and texts within, in order. */
function* within(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const inner of Object.values(value)) yield* within(inner);
}

const listOf = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value : []);

/** The ids of calls and results, message by message. */
function callsAndResults(body: JsonObject): { calls: unknown[]; results: unknown[] }[] {
  return listOf(body["messages"] ?? body["contents"]).map((message) => {
    const parts = [...listOf(message["content"]), ...listOf(message["parts"])];
    const objects = [...parts, ...listOf(message["tool_calls"])];
    return {
      calls: objects.flatMap((each) =>
        each["type"] === "tool_use" || each["type"] === "function" ? [each["id"]] : idIn(each["functionCall"]),
      ),
      results: [
        ...(message["role"] === "tool" ? [message["tool_call_id"]] : []),
        ...parts.flatMap((each) =>
          each["type"] === "tool_result" ? [each["tool_use_id"]] : idIn(each["functionResponse"]),
        ),
      ],
    };
  });
}

const idIn = (value: unknown) => (value === undefined ? [] : [(value as { id: unknown }).id]);

describe("what a dialect says, it understands", () => {
  test.each(callers)("%s: parse after format is what there was", (dialect) => {
    fc.assert(
      fc.property(requestOf(dialect), (request) => {
        const losses = new Losses();
        const capabilities = capabilitiesOf(providerOf(dialect, request.model), request.model);
        // More than four cache breakpoints are a loss.
        const said = startFormatting(request, { capabilities, losses: new Losses() });
        const body = format[dialect](said, { capabilities, losses });
        expect(losses.list()).toEqual([]);
        expect(parse[dialect](JSON.parse(JSON.stringify(body)))).toEqual(said);
      }),
      runs,
    );
  });
});

describe.each(pairs)("$caller to $model", ({ caller, upstream, model }) => {
  const sayable = requestOf(caller).filter((request) => isSayable(request, upstream, model));

  test("each call is answered in the messages right behind it", () => {
    fc.assert(
      fc.property(sayable, (request) => {
        let open: unknown[] = [];
        for (const { calls, results } of callsAndResults(wire(request, upstream, model))) {
          const waiting = open.filter((id) => !results.includes(id));
          expect(results.length > 0 ? [] : waiting).toEqual([]);
          open = [...waiting, ...calls];
        }
        expect(open).toEqual([]);
      }),
      runs,
    );
  });

  test("no block of text is empty, and no system block is lost or joined", () => {
    fc.assert(
      fc.property(sayable, (request) => {
        const body = wire(request, upstream, model);
        const objects = [...within(body)];
        expect(objects.filter((each) => each["text"] === "" && each["thoughtSignature"] === undefined)).toEqual([]);
        const texts = objects.flatMap((each) => [each["text"], each["content"]]);
        for (const { text } of request.system) expect(texts).toContain(text);
      }),
      runs,
    );
  });

  test("at most four cache breakpoints, none that the model does not know", () => {
    fc.assert(
      fc.property(sayable, (request) => {
        const body = wire(request, upstream, model);
        const breaks = [...within(body)].filter((each) => each["cache_control"] ?? each["prompt_cache_breakpoint"]);
        expect(breaks.length).toBeLessThanOrEqual(
          capabilitiesOf(providerOf(upstream, model), model).cacheBreaks ? 4 : 0,
        );
      }),
      runs,
    );
  });

  test("a longer conversation begins with the shorter one's messages", () => {
    fc.assert(
      fc.property(sayable, (request) => {
        const upTo = (end: number): ChatRequest =>
          JSON.parse(
            JSON.stringify({ ...request, turns: request.turns.slice(0, end) }, (name, value) =>
              name === "cache" ? undefined : value,
            ),
          );
        const messagesOf = (asked: ChatRequest) => {
          const body = wire(asked, upstream, model);
          return listOf(body["messages"] ?? body["contents"]);
        };
        const all = messagesOf(upTo(request.turns.length));
        const ends = request.turns.flatMap(({ role }, i) => (role === "user" ? [i + 1] : []));
        for (const asked of ends.map(upTo).filter((each) => isSayable(each, upstream, model))) {
          const shorter = messagesOf(asked);
          expect(all.slice(0, shorter.length)).toEqual(shorter);
        }
      }),
      runs,
    );
  });
});
