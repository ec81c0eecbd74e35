import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/json.ts";
import { chainOf } from "../../../src/gateway/memory/chain/chain.ts";
import { readConversation } from "../../../src/gateway/memory/chain/conversation.ts";
import { collectAnswer } from "../../../src/gateway/chat/answer.ts";
import { readAnswer } from "../../../src/gateway/dialect/openai/answer/stream-reader.ts";
import { fingerprintOfAnswer, fingerprintOfMessages, repliesAfter } from "../../../src/gateway/memory/chain/reply.ts";
import { isTooShort } from "../../../src/gateway/memory/injection/text/too-short.ts";
import { answer, assistant, user } from "./world.ts";

const placeOf = (message: JsonObject) => chainOf([message])[0];

test("a message is the same wherever its cache breakpoint is, as text or as one part, whatever its members' order", () => {
  const same: JsonObject[] = [
    user("a"),
    { content: "a", role: "user" },
    { role: "user", content: [{ type: "text", text: "a" }] },
    { role: "user", content: [{ text: "a", type: "text", cache_control: { type: "ephemeral", ttl: "1h" } }] },
    { role: "user", content: [{ type: "text", text: "a", prompt_cache_breakpoint: { mode: "explicit" } }] },
    { role: "user", content: "a", tool_calls: [], refusal: null },
  ];
  expect(new Set(same.map(placeOf)).size).toBe(1);
});

test("and another if anything else differs: its role, a thought, a signature, what is unknown, a tool's input", () => {
  const call = (input: JsonObject): JsonObject => ({
    role: "assistant",
    content: [{ type: "tool_use", id: "1", name: "t", input }],
  });
  const different: JsonObject[] = [
    user("a"),
    assistant("a"),
    user("a "),
    { role: "user", content: [{ type: "text", text: "a", new: 1 }] },
    { role: "assistant", content: [{ type: "thinking", thinking: "x", signature: "1" }] },
    { role: "assistant", content: [{ type: "thinking", thinking: "x", signature: "2" }] },
    call({ cache_control: 1 }),
    call({ cache_control: 2 }),
    call({}),
    { role: "assistant", content: null, tool_calls: [{ id: "1", function: { name: "t", arguments: "{}" } }] },
  ];
  expect(new Set(different.map(placeOf)).size).toBe(different.length);
});

test("a place says all that stands before it", () => {
  const text = fc.array(fc.string(), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(text, text, (one, other) => {
      const [first, second] = [chainOf(one.map(user)), chainOf(other.map(user))];
      for (const i of first.keys()) {
        expect(first[i] === second[i]).toBe(
          JSON.stringify(one.slice(0, i + 1)) === JSON.stringify(other.slice(0, i + 1)),
        );
      }
    }),
  );
});

test("both dialects have one chain for the same words; what the system says is apart from it", () => {
  const messages = [user("a"), assistant("b"), user("c")];
  const ofAnthropic = readConversation("anthropic", { system: "s", tools: [{ name: "t" }], messages });
  const openai = [{ role: "system", content: "s" }, ...messages];
  const ofOpenai = readConversation("openai", { tools: [{ name: "t" }], messages: openai });
  expect(ofOpenai?.chain()).toEqual(ofAnthropic?.chain());
  expect(ofOpenai?.leading).toBe(1);
  const other = readConversation("anthropic", { system: "other", messages });
  expect(other?.chain()).toEqual(ofAnthropic?.chain());
  expect(other?.systemHash()).not.toBe(ofAnthropic?.systemHash());
  expect(other?.toolsHash()).not.toBe(ofAnthropic?.toolsHash());
});

test("the newest turn: what stands behind the assistant's last words, or before those to be continued", () => {
  const result = { role: "user", content: [{ type: "tool_result", tool_use_id: "1", content: "x" }] };
  const reminder = { role: "user", content: [{ type: "text", text: "<system-reminder>\nx</system-reminder>" }] };
  const newest = (...messages: JsonObject[]) => readConversation("anthropic", { messages })?.newest;
  expect(newest(user("a"), user("b"))).toMatchObject({ from: 0, to: 1, userAt: 1, text: "a\n\nb" });
  expect(newest(user("a"), assistant("b"), user("c"))).toMatchObject({ from: 2, to: 2, userAt: 2, text: "c" });
  expect(newest(user("a"), assistant("b"))).toMatchObject({ from: 0, to: 0, userAt: 0 });
  expect(newest(user("a"), assistant("b"), result)).toMatchObject({ from: 2, userAt: undefined, hasResults: true });
  expect(newest(user("a"), assistant("b"), result, reminder)).toMatchObject({ userAt: undefined, hasResults: true });
  expect(newest(user("a"), assistant("b"), result, user("c"))).toMatchObject({ from: 2, to: 3, userAt: 3, text: "c" });
  expect(newest()).toBeUndefined();
  expect(readConversation("openai", { messages: ["x"] })).toBeUndefined();
});

test("a reply is known again in whatever form its client keeps it", () => {
  const said = answer("One.\n\nTwo.", {
    parts: [
      { kind: "thinking", text: "hm" },
      { kind: "text", text: "One.\n\n" },
      { kind: "text", text: "Two." },
      { kind: "tool_use", id: "1", name: "look", input: "{}" },
    ],
  });
  const kept: JsonObject[] = [
    {
      role: "assistant",
      content: "One. Two. ",
      tool_calls: [{ id: "1", function: { name: "look", arguments: "{}" } }],
    },
    {
      role: "assistant",
      content: [
        { type: "text", text: "One.\nTwo." },
        { type: "tool_use", id: "1", name: "look", input: {} },
      ],
    },
    { role: "assistant", content: "One. Two.", function_call: { name: "look", arguments: "{}" } },
  ];
  for (const message of kept) expect(fingerprintOfMessages([message])).toBe(fingerprintOfAnswer(said));
  expect(fingerprintOfMessages([assistant("One. Two.")])).not.toBe(fingerprintOfAnswer(said));
  expect(fingerprintOfAnswer(answer("", { parts: [] }))).toBeUndefined();
});

test("a reply that the caller began is known again, sent back in one message or in two", () => {
  const whole = fingerprintOfAnswer(answer(" Paris."), [assistant("The capital is")]);
  for (const sentBack of [[assistant("The capital is Paris.")], [assistant("The capital is"), assistant("Paris.")]]) {
    expect(repliesAfter([user("a"), ...sentBack, user("b")], 0)).toContain(whole);
  }
  expect(repliesAfter([user("a"), assistant("Paris."), user("b")], 0)).not.toContain(whole);
  expect(repliesAfter([user("a"), user("b")], 0)).toEqual([]);
  expect(fingerprintOfAnswer(answer("", { parts: [] }), [assistant("The capital is")])).toBeUndefined();
});

test("one or two words that ask nothing are too short to search for", () => {
  for (const text of [
    "ok",
    "Thank you!",
    "👍 👍 👍",
    "go on...",
    "好",
    "谢谢你",
    "好的，谢谢",
    "ありがとう",
    "ขอบคุณครับ",
    "ขอบคุณมากครับ",
    "ありがとうございました！",
    "はい、お願いします",
    "了解しました、ありがとうございます",
    "分かりました",
    "好的谢谢你",
    "អរគុណ",
    "Yes, the second one please",
  ])
    expect(isTooShort(text), text).toBe(true);
  for (const text of [
    "Where?",
    "My name?",
    "look at this",
    "我住在奥斯陆",
    "b ".repeat(9),
    "GPT-5は良い",
    "ฉันแพ้ถั่ว",
    "いつもの住所にお願いします",
  ])
    expect(isTooShort(text), text).toBe(false);
});

test.each(["Πού;", "Πού\u037e", "Որտե՞ղ", "የት፧", "أين؟", "哪里？"])("a question is never too short: %s", (text) => {
  expect(isTooShort(text)).toBe(false);
});

test("a semicolon asks in Greek only", () => {
  expect(isTooShort("ok; thanks;")).toBe(true);
});

test.each<[what: string, message: JsonObject, says: JsonObject]>([
  [
    "a custom tool's call",
    { tool_calls: [{ id: "c", type: "custom", custom: { name: "apply_patch", input: "*** Begin" } }] },
    { kind: "tool_use", id: "c", name: "apply_patch", input: "*** Begin" },
  ],
  [
    "a call as it was before tools",
    { function_call: { name: "f", arguments: "{}" } },
    { kind: "tool_use", id: "call_1_0", name: "f", input: "{}" },
  ],
  [
    "a tool's call that is also told as it was before tools",
    {
      tool_calls: [{ id: "c", type: "function", function: { name: "f", arguments: "{}" } }],
      function_call: { name: "", arguments: "" },
    },
    { kind: "tool_use", id: "c", name: "f", input: "{}" },
  ],
  [
    "what is spoken",
    { audio: { id: "audio_1", transcript: "Hello there.", data: "AA==" } },
    { kind: "text", text: "Hello there." },
  ],
])("an answer of OpenAI's that is known again: %s", (_, said, part) => {
  const message = { role: "assistant", content: null, ...said };
  const choices = [{ index: 0, message, finish_reason: "stop" }];
  const read = collectAnswer(readAnswer({ id: "1", model: "m", choices }));
  expect([read.parts, read.error]).toEqual([[part], undefined]);
  expect(fingerprintOfAnswer(read)).toBe(fingerprintOfMessages([message]));
});
