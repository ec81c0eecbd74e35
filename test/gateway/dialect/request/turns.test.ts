import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../src/json.ts";
import { formatSignature } from "../../../../src/gateway/chat/signature.ts";
import { png } from "./conversations.ts";
import { parse, translate } from "./speak.ts";
import {
  answered,
  assistant,
  call,
  called,
  hi,
  hiAnthropic,
  hiGemini,
  result,
  sent,
  text,
  toolUse,
  user,
} from "./words.ts";

describe("system text behind other turns", () => {
  const messages = [{ role: "system", content: "a" }, hi, { role: "developer", content: "b" }];

  test("stands in its place where the model takes it", () => {
    expect(sent("openai", "claude-opus-5", messages)).toEqual({
      system: [text("a")],
      said: [hiAnthropic, { role: "system", content: [text("b")] }],
      losses: [],
    });
    expect(sent("openai", "deepseek-v4-pro", messages).said).toEqual([
      messages[0],
      hi,
      { role: "system", content: "b" },
    ]);
  });

  test("two in a row are one message of two blocks", () => {
    const { said } = sent("openai", "claude-opus-5", [...messages, { role: "system", content: "c" }]);
    expect(said).toEqual([hiAnthropic, { role: "system", content: [text("b"), text("c")] }]);
  });

  test("joins the system blocks, each apart, where it may not stand", () => {
    const moved = ["~system.position"];
    const system = [text("a"), text("b")];
    expect(sent("openai", "claude-haiku-4-5", messages)).toEqual({ system, said: [hiAnthropic], losses: moved });
    expect(sent("openai", "claude-opus-5", [...messages, hi])).toEqual({
      system,
      said: [hiAnthropic, hiAnthropic],
      losses: moved,
    });
    expect(sent("openai", "gemini-2.5-pro", messages)).toEqual({
      system: { parts: [{ text: "a" }, { text: "b" }] },
      said: [hiGemini],
      losses: moved,
    });
  });

  test("is said by the user where there is nothing else", () => {
    const only = messages.slice(0, 1);
    const losses = ["~messages.system_only"];
    expect(sent("openai", "claude-opus-5", only)).toEqual({ said: [user(text("a"))], losses });
    expect(sent("openai", "gemini-2.5-pro", only)).toEqual({
      said: [{ role: "user", parts: [{ text: "a" }] }],
      losses,
    });
  });
});

describe("the assistant's turn", () => {
  test("empty content is no block, and an empty turn none", () => {
    const messages = [hi, { role: "assistant", content: "" }, { role: "user", content: [text("")] }, hi];
    expect(parse.openai({ model: "m", messages }).turns.map(({ parts }) => parts.length)).toEqual([1, 0, 0, 1]);
    expect(sent("openai", "claude-opus-5", messages).said).toEqual([hiAnthropic, hiAnthropic]);
    expect(sent("openai", "gemini-2.5-pro", messages).said).toEqual([hiGemini, hiGemini]);
  });

  test("text of white space alone is none for Anthropic, which refuses it", () => {
    const messages = [{ role: "user", content: [text(" \n"), text("hi")] }];
    expect(sent("openai", "claude-opus-5", messages).said).toEqual([hiAnthropic]);
  });

  test("at the end it is continued where the model does that", () => {
    const messages = [hi, { role: "assistant", content: "So: \n" }];
    expect(sent("openai", "claude-haiku-4-5", messages).said).toEqual([hiAnthropic, assistant(text("So:"))]);
    expect(sent("openai", "claude-opus-5", messages)).toEqual({
      said: [hiAnthropic, assistant(text("So: \n")), user(text("Continue."))],
      losses: ["~messages.assistant_last"],
    });
  });

  test("at the end it is marked for Mistral, and told of where a model answers anew", () => {
    const messages = [hi, assistant(text("So: "))];
    const last = { role: "assistant", content: "So: " };
    expect(sent("anthropic", "mistral-large-latest", messages)).toEqual({
      said: [hi, { ...last, prefix: true }],
      losses: [],
    });
    for (const model of ["gpt-5.5", "gpt-4.1", "deepseek-v4-flash"]) {
      expect(sent("anthropic", model, messages)).toEqual({ said: [hi, last], losses: ["~messages.assistant_last"] });
    }
  });

  test("behind tools' results Mistral wants the assistant's words before the user's", () => {
    const messages = [hi, assistant(toolUse("a")), user(result("a", [text("ok")]), text("And now?")), hi];
    const { said, losses } = sent("anthropic", "mistral-large-latest", messages);
    expect((said as JsonObject[]).map(({ role, content }) => [role, content]).slice(2)).toEqual([
      ["tool", "ok"],
      ["assistant", "OK."],
      ["user", "And now?"],
      ["user", "hi"],
    ]);
    expect(losses).toEqual(["~messages.behind_tool"]);
    const answered = sent("anthropic", "mistral-large-latest", [
      ...messages.slice(0, 2),
      user(result("a", [text("ok")])),
    ]);
    expect([(answered.said as JsonObject[]).length, answered.losses]).toEqual([3, []]);
    expect(sent("anthropic", "gpt-4.1", messages).losses).toEqual([]);
  });

  test("of an assistant DeepSeek takes one text only", () => {
    const messages = [hi, assistant(text("One."), text("Two.")), hi];
    const { said } = sent("anthropic", "deepseek-v4-flash", messages);
    expect((said as JsonObject[])[1]).toEqual({ role: "assistant", content: "One.\nTwo." });
    expect((sent("anthropic", "gpt-4.1", messages).said as JsonObject[])[1]!["content"]).toHaveLength(2);
  });

  test("a refusal is text elsewhere", () => {
    const messages = [hi, { role: "assistant", content: null, refusal: "No." }, hi];
    const { said, losses } = sent("openai", "claude-opus-5", messages);
    expect([said, losses]).toEqual([[hiAnthropic, assistant(text("No.")), hiAnthropic], ["~refusal"]]);
  });

  test("arguments that are no object are kept", () => {
    const messages = [hi, called(call("a", '{"city":"Be'), call("b", "[1]")), answered("a"), answered("b")];
    const { said, losses } = sent("openai", "claude-opus-5", messages);
    expect((said as JsonObject[])[1]).toEqual(
      assistant(toolUse("a", { input: '{"city":"Be' }), toolUse("b", { input: [1] })),
    );
    expect(losses).toEqual(["~tool_call.arguments"]);
  });

  test("a function's call and result, as they were before tools, get an id", () => {
    const messages = [
      hi,
      { role: "assistant", content: null, function_call: { name: "f", arguments: "" } },
      { role: "function", name: "f", content: "ok" },
    ];
    expect(sent("openai", "claude-opus-5", messages).said).toEqual([
      hiAnthropic,
      assistant(toolUse("call_1")),
      user(result("call_1", [text("ok")])),
    ]);
  });

  test("a call that is told in both ways is told once, under its own id", () => {
    const call = { id: "call_7", type: "function", function: { name: "f", arguments: "" } };
    for (const function_call of [null, { name: "f", arguments: "" }, { name: "", arguments: "" }]) {
      const messages = [
        hi,
        { role: "assistant", content: null, tool_calls: [call], function_call },
        { role: "tool", tool_call_id: "call_7", content: "ok" },
      ];
      expect(sent("openai", "claude-opus-5", messages).said).toEqual([
        hiAnthropic,
        assistant(toolUse("call_7")),
        user(result("call_7", [text("ok")])),
      ]);
    }
  });

  test("ids take the form of the provider, the same for call and result", () => {
    const id = `toolu_${"x".repeat(60)}`;
    const messages = [hi, assistant(toolUse(id)), user(result(id))];
    for (const [model, form] of [
      ["gpt-4o", /^call_[0-9a-f]{32}$/],
      ["mistral-large-4", /^[0-9a-f]{9}$/],
    ] as const) {
      const [, turn, answer] = sent("anthropic", model, messages).said as [JsonObject, JsonObject, JsonObject];
      const [first] = turn["tool_calls"] as [JsonObject];
      expect(first["id"]).toMatch(form);
      expect(answer["tool_call_id"]).toBe(first["id"]);
    }
  });
});

describe("results of tools", () => {
  test("go by the function of the call before them, where an id comes again", () => {
    const use = (name: string) => assistant({ ...toolUse("a"), name });
    const messages = [hi, use("f"), user(result("a", "1")), use("g"), user(result("a", "2"))];
    const said = sent("anthropic", "gemini-2.5-flash", messages).said as { parts: JsonObject[] }[];
    expect(said.flatMap(({ parts }) => parts.map((part) => part["functionResponse"] ?? []).flat())).toMatchObject([
      { name: "f", response: { output: "1" } },
      { name: "g", response: { output: "2" } },
    ]);
  });

  test("come first, in one message, wherever the caller put them", () => {
    const messages = [
      hi,
      assistant(toolUse("a"), toolUse("b")),
      user(text("x"), result("a")),
      user(result("b"), text("y")),
    ];
    expect(sent("anthropic", "gpt-4o", messages).said).toEqual([
      hi,
      called(call("a"), call("b")),
      answered("a"),
      answered("b"),
      { role: "user", content: [text("x"), text("y")] },
    ]);
    expect(sent("anthropic", "claude-opus-5", messages).said).toEqual([
      hiAnthropic,
      assistant(toolUse("a"), toolUse("b")),
      user(result("a", [text("ok")]), result("b", [text("ok")]), text("x"), text("y")),
    ]);
  });

  test("an image alone is pointed to", () => {
    const image = { type: "image", source: { type: "base64", media_type: "image/png", data: png } };
    const { said, losses } = sent("anthropic", "gpt-4o", [hi, assistant(toolUse("a")), user(result("a", [image]))]);
    expect((said as JsonObject[]).slice(2)).toEqual([
      answered("a", "The result is in the next user message."),
      {
        role: "user",
        content: [
          text("Result of the tool call a:"),
          { type: "image_url", image_url: { url: `data:image/png;base64,${png}` } },
        ],
      },
    ]);
    expect(losses).toEqual(["~tool_result.image"]);
  });

  test("without content there is none", () => {
    const messages = [hi, called(call("a")), answered("a", "")];
    expect(sent("openai", "claude-opus-5", messages).said).toEqual([
      hiAnthropic,
      assistant(toolUse("a")),
      user({ type: "tool_result", tool_use_id: "a" }),
    ]);
  });
});

describe("thinking and signatures", () => {
  const own = { type: "thinking", thinking: "", signature: "own" };
  const redacted = { type: "redacted_thinking", data: "opaque" };
  const gemini = { by: "gemini" as const, value: "G" };
  const ofCall = { type: "thinking", thinking: "", signature: formatSignature(gemini, "tool") };
  const ofText = { type: "thinking", thinking: "hm", signature: formatSignature(gemini) };

  test("Anthropic's blocks come back verbatim, an empty one with a signature too", () => {
    const messages = [hi, assistant(own, redacted, text("a")), hi];
    expect(sent("anthropic", "claude-opus-5", messages)).toMatchObject({ said: [{}, messages[1], {}], losses: [] });
    const openai = [hi, { role: "assistant", content: "a", thinking_blocks: [own, redacted] }, hi];
    expect(sent("openai", "claude-opus-5", openai)).toMatchObject({ said: [{}, messages[1], {}], losses: [] });
  });

  test("no signature goes to another provider", () => {
    const messages = [hi, assistant(own, redacted, ofText, text("a")), hi];
    expect(sent("anthropic", "gpt-4o", messages)).toMatchObject({
      said: [{}, { role: "assistant", content: "a" }, {}],
      losses: ["thinking"],
    });
    expect(sent("anthropic", "claude-opus-5", messages)).toMatchObject({
      said: [{}, assistant(own, redacted, text("a")), {}],
      losses: ["thinking.signature"],
    });
    expect((sent("anthropic", "gemini-2.5-pro", messages).said as JsonObject[])[1]).toEqual({
      role: "model",
      parts: [{ text: "hm", thought: true, thoughtSignature: "G" }, { text: "a" }],
    });
  });

  test("what another provider redacted is nothing to Anthropic", () => {
    const foreign = { type: "redacted_thinking", data: formatSignature(gemini) };
    const messages = [hi, assistant(foreign, text("a")), hi];
    expect(sent("anthropic", "claude-opus-5", messages)).toMatchObject({
      said: [{}, assistant(text("a")), {}],
      losses: ["thinking.signature"],
    });
  });

  test("Gemini's signature of a call finds back to it, from either dialect", () => {
    const functionCall = { id: "a", name: "f", args: {} };
    const anthropic = [hi, assistant(ofCall, toolUse("a")), user(result("a"))];
    const extra = { extra_content: { google: { thought_signature: "G" } } };
    const openai = [hi, called(call("a", "{}", extra)), answered("a")];
    for (const [caller, messages] of [
      ["anthropic", anthropic],
      ["openai", openai],
    ] as const) {
      const { said, losses } = sent(caller, "gemini-3.5-flash", messages);
      expect((said as JsonObject[])[1]).toEqual({ role: "model", parts: [{ functionCall, thoughtSignature: "G" }] });
      expect(losses).toEqual([]);
      expect(sent(caller, "claude-opus-5", messages)).toMatchObject({
        said: [{}, assistant(toolUse("a")), {}],
        losses: ["tool_call.signature"],
      });
    }
    expect((sent("anthropic", "gpt-4o", anthropic).said as JsonObject[])[1]).toEqual(called(call("a")));
  });

  test("Google's OpenAI endpoint gets the signature in extra_content", () => {
    const messages = [hi, assistant(ofCall, toolUse("a")), user(result("a"))];
    const { body } = translate("anthropic", "openai", { model: "gemini-3.5-flash", max_tokens: 9, messages });
    const extra = { extra_content: { google: { thought_signature: "G" } } };
    expect((body["messages"] as JsonObject[])[1]).toEqual(called(call("a", "{}", extra)));
  });

  test("DeepSeek gets its reasoning back, and the member with every call", () => {
    const unsigned = { type: "thinking", thinking: "hm", signature: formatSignature(undefined) };
    const messages = [
      hi,
      assistant(unsigned, text("a")),
      hi,
      assistant(toolUse("a")),
      user(result("a")),
      assistant(text("b")),
      hi,
    ];
    const { said, losses } = sent("anthropic", "deepseek-v4-pro", messages);
    expect(losses).toEqual([]);
    expect((said as JsonObject[]).filter(({ role }) => role === "assistant")).toEqual([
      { role: "assistant", content: "a", reasoning_content: "hm" },
      { ...called(call("a")), reasoning_content: "" },
      { role: "assistant", content: "b" },
    ]);
  });

  test("a budget is not spent where the turn before began without thinking", () => {
    const messages = [hi, called(call("a")), answered("a")];
    const body = { model: "claude-haiku-4-5", messages, reasoning_effort: "high" };
    const loop = translate("openai", "anthropic", body);
    expect([loop.body["thinking"], loop.losses]).toEqual([undefined, ["reasoning.without_signature"]]);
    const next = translate("openai", "anthropic", {
      ...body,
      messages: [...messages, { role: "assistant", content: "b" }, hi],
    });
    expect(next.body["thinking"]).toEqual({ type: "enabled", budget_tokens: 16_384 });
  });
});
