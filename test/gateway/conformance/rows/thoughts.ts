import type { JsonObject } from "../../../../src/json.ts";
import { expect } from "vitest";
import { says } from "../answers.ts";
import { base, modelOf } from "../bodies.ts";
import type { Column, Upstream } from "../column.ts";
import { hear } from "../hear.ts";
import { kept, type Outcome, type Row } from "../row.ts";
import type { Said } from "../said.ts";
import { answers, bytesOf, wireOf } from "../wires.ts";
import type { World } from "../world.ts";
import { idOf, openaiCall } from "./answers.ts";

const text = (said: string) => ({ type: "text", text: said });
const block = (thinking: string, signature: string) => ({ type: "thinking", thinking, signature });
const unsigned = ({ upstream }: Column) => `cairn:from:${upstream === "gemini" ? "google" : upstream}`;
const noSignatures = "In OpenAI's dialect nothing is signed.";

export const thoughtRows: readonly Row[] = [
  says("What was thought", {
    said: { parts: [{ thinking: "Two things." }, { text: "Yes." }] },
    heard: {
      openai: { content: "Yes.", reasoning_content: "Two things." },
      anthropic: (column) => ({ content: [block("Two things.", unsigned(column)), text("Yes.")] }),
    },
  }),
  says("Thoughts stand before the calls they led to", {
    said: { parts: [{ thinking: "I look." }, { call: "f", input: '{"a":1}' }] },
    heard: {
      openai: (column) => ({
        reasoning_content: "I look.",
        tool_calls: [openaiCall(idOf(column, 1), "f", '{"a":1}')],
      }),
      anthropic: (column) => ({
        content: [
          block("I look.", unsigned(column)),
          { type: "tool_use", id: idOf(column, 1), name: "f", input: { a: 1 } },
        ],
      }),
    },
  }),
  says("Thoughts with a signature", {
    said: ({ upstream }) =>
      upstream === "openai" ? noSignatures : { parts: [{ thinking: "Two.", signature: "c2ln" }, { text: "Yes." }] },
    heard: {
      openai: ({ upstream }) => ({
        content: "Yes.",
        reasoning_content: "Two.",
        thinking_blocks: [block("Two.", upstream === "anthropic" ? "c2ln" : "cairn:gemini:c2ln")],
      }),
      anthropic: { content: [block("Two.", "cairn:gemini:c2ln"), text("Yes.")] },
    },
  }),
  says("A signature without thoughts", {
    said: ({ upstream }) =>
      upstream === "anthropic"
        ? { parts: [{ thinking: "", signature: "c2ln" }, { text: "Yes." }] }
        : upstream === "openai"
          ? noSignatures
          : { parts: [{ text: "Yes." }, { thinking: "", signature: "c2ln" }] },
    heard: {
      openai: ({ upstream }) => ({
        content: "Yes.",
        thinking_blocks:
          upstream === "anthropic"
            ? [block("", "c2ln")]
            : [{ ...block("", "cairn:gemini:c2ln"), after: { characters: 4, calls: 0 } }],
      }),
      anthropic: { content: [text("Yes."), block("", "cairn:gemini:c2ln")] },
    },
  }),
  says("Thoughts that are kept secret", {
    said: ({ upstream }) =>
      upstream === "anthropic"
        ? { parts: [{ redacted: "opaque" }, { text: "Yes." }] }
        : "Only Anthropic's dialect has such thoughts.",
    heard: {
      openai: { content: "Yes.", thinking_blocks: [{ type: "redacted_thinking", data: "opaque" }] },
      anthropic: {},
    },
  }),
  says("The signature of a call", {
    said: ({ upstream }) =>
      upstream === "gemini"
        ? { parts: [{ call: "f", input: '{"a":1}', signature: "c2ln" }] }
        : "Only Gemini signs calls.",
    heard: {
      openai: (column) => ({
        tool_calls: [
          {
            ...openaiCall(idOf(column, 0), "f", '{"a":1}'),
            extra_content: { google: { thought_signature: "c2ln" } },
          },
        ],
      }),
      anthropic: (column) => ({
        content: [
          block("", "cairn:gemini:tool:c2ln"),
          { type: "tool_use", id: idOf(column, 0), name: "f", input: { a: 1 } },
        ],
      }),
    },
  }),
  {
    name: "Thoughts, secrets, signatures and calls go back as they came",
    run: (column, world) => comeBack(opaque[column.upstream], column, world),
  },
  {
    name: "Signed thoughts between texts and calls go back to their places",
    run: (column, world) =>
      column.upstream === "openai"
        ? Promise.resolve({ is: "absent", why: noSignatures })
        : comeBack(interleaved[column.upstream], column, world),
  },
];

type Opaque = { said: Said; back: JsonObject };

/** What a provider says that only it can read, and how that stands in its next request. */
const opaque: Record<Upstream, Opaque> = {
  openai: {
    said: { parts: [{ thinking: "I look." }, { text: "Well." }, { call: "f", input: '{"a":1}' }] },
    back: {
      role: "assistant",
      content: "Well.",
      reasoning_content: "I look.",
      tool_calls: [openaiCall("call_2", "f", '{"a":1}')],
    },
  },
  anthropic: {
    said: {
      parts: [
        { thinking: "I look.", signature: "c2ln" },
        { redacted: "b3BhcXVl" },
        { thinking: "", signature: "c2lnMg" },
        { text: "Well." },
        { call: "f", input: '{"a":1}' },
      ],
    },
    back: {
      role: "assistant",
      content: [
        block("I look.", "c2ln"),
        { type: "redacted_thinking", data: "b3BhcXVl" },
        block("", "c2lnMg"),
        text("Well."),
        { type: "tool_use", id: "toolu_4", name: "f", input: { a: 1 } },
      ],
    },
  },
  gemini: {
    said: {
      parts: [
        { thinking: "I look.", signature: "c2ln" },
        { text: "Well." },
        { call: "f", input: '{"a":1}', signature: "c2lnMg" },
        { call: "g", input: "{}" },
      ],
    },
    back: {
      role: "model",
      parts: [
        { text: "I look.", thought: true, thoughtSignature: "c2ln" },
        { text: "Well." },
        { functionCall: { id: "call_r-1_0", name: "f", args: { a: 1 } }, thoughtSignature: "c2lnMg" },
        { functionCall: { id: "call_r-1_1", name: "g", args: {} } },
      ],
    },
  },
};

const interleaved: Record<Exclude<Upstream, "openai">, Opaque> = {
  anthropic: {
    said: {
      parts: [
        { thinking: "One.", signature: "c2ln" },
        { text: "Well." },
        { thinking: "Two.", signature: "c2lnMg" },
        { text: "I look." },
        { call: "f", input: '{"a":1}' },
        { redacted: "b3BhcXVl" },
        { call: "g", input: '{"b":2}' },
      ],
    },
    back: {
      role: "assistant",
      content: [
        block("One.", "c2ln"),
        text("Well."),
        block("Two.", "c2lnMg"),
        text("I look."),
        { type: "tool_use", id: "toolu_4", name: "f", input: { a: 1 } },
        { type: "redacted_thinking", data: "b3BhcXVl" },
        { type: "tool_use", id: "toolu_6", name: "g", input: { b: 2 } },
      ],
    },
  },
  gemini: {
    said: {
      parts: [
        { thinking: "One.", signature: "c2ln" },
        { text: "Well." },
        { thinking: "Two.", signature: "c2lnMg" },
        { call: "f", input: '{"a":1}' },
      ],
    },
    back: {
      role: "model",
      parts: [
        { text: "One.", thought: true, thoughtSignature: "c2ln" },
        { text: "Well." },
        { text: "Two.", thought: true, thoughtSignature: "c2lnMg" },
        { functionCall: { id: "call_r-1_0", name: "f", args: { a: 1 } } },
      ],
    },
  },
};

/** A client keeps the answer's message as it is, and sends it back with the tools' results. */
async function comeBack({ said, back }: Opaque, column: Column, world: World): Promise<Outcome> {
  const { caller, upstream } = column;
  const model = upstream === "openai" ? "deepseek-v4-pro" : modelOf[upstream];
  const user = { role: "user", content: "hi" };
  const wire = wireOf(upstream, said);
  const first = JSON.stringify(base(column, model, { messages: [user] }));
  const { reply } = await world.exchange(column, first, answers(column, wire));
  const isSame = caller === upstream;
  if (isSame) expect(reply.body.toString()).toBe(bytesOf(column, wire).toString());
  const told = isSame ? [back] : keptBy[caller](hear(caller, reply).answer);
  const second = JSON.stringify(base(column, model, { messages: [user, ...told] }));
  const fine = answers(column, wireOf(upstream, { parts: [{ text: "Fine." }] }));
  const { arrived, reply: next } = await world.exchange(column, second, fine);
  expect(next.status, next.body.toString()).toBe(200);
  const { messages, contents } = JSON.parse(String(arrived?.body)) as { messages?: unknown[]; contents?: unknown[] };
  expect((messages ?? contents)![1]).toEqual(back);
  return kept;
}

const keptBy: Record<Column["caller"], (answer: JsonObject) => object[]> = {
  openai: ({ finish_reason: _finish, usage: _usage, ...message }) => {
    const calls = message["tool_calls"] as { id: string }[];
    return [message, ...calls.map(({ id }) => ({ role: "tool", tool_call_id: id, content: "x" }))];
  },
  anthropic: ({ content }) => {
    const calls = (content as { type: string; id: string }[]).filter(({ type }) => type === "tool_use");
    const results = calls.map(({ id }) => ({ type: "tool_result", tool_use_id: id, content: "x" }));
    return [
      { role: "assistant", content },
      { role: "user", content: results },
    ];
  },
};
