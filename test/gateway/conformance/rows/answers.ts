import type { JsonObject } from "../../../../src/json.ts";
import { says, type Answering } from "../answers.ts";
import type { Column } from "../column.ts";
import type { Row } from "../row.ts";
import type { Said } from "../said.ts";
import { response } from "../wire-gemini.ts";
import { head as messageHead } from "../wire-anthropic.ts";
import { chunk } from "../wire-openai.ts";
import { wireOf, type Wire } from "../wires.ts";

const text = (said: string) => ({ type: "text", text: said });
const tools = { parts: [{ call: "f", input: '{"a":1}' }] } satisfies Said;

/** The id of the part's call: the provider's own, or, as Gemini has none, one that is made of the answer's. */
export function idOf({ upstream }: Column, part: number, call = 0): string {
  return { openai: `call_${part}`, anthropic: `toolu_${part}`, gemini: `call_r-1_${call}` }[upstream];
}

export const openaiCall = (id: string, name: string, input: string) => {
  return { id, type: "function", function: { name, arguments: input } };
};

export const answerRows: readonly Row[] = [
  says("A text", {
    said: { parts: [{ text: "It is raining." }] },
    heard: { openai: { content: "It is raining." }, anthropic: { content: [text("It is raining.")] } },
  }),
  says("Characters of every kind, cut anywhere", {
    said: { parts: [{ text: 'é 😀👩‍👩‍👧 العربية \u2028 "\\ \ud83d\ude00' }] },
    heard: {
      openai: { content: 'é 😀👩‍👩‍👧 العربية \u2028 "\\ 😀' },
      anthropic: { content: [text('é 😀👩‍👩‍👧 العربية \u2028 "\\ 😀')] },
    },
  }),
  says("Nothing at all", {
    said: { parts: [] },
    heard: { openai: {}, anthropic: { content: [] } },
  }),
  says("A call", {
    said: tools,
    heard: {
      openai: (column) => ({ tool_calls: [openaiCall(idOf(column, 0), "f", '{"a":1}')] }),
      anthropic: (column) => ({ content: [{ type: "tool_use", id: idOf(column, 0), name: "f", input: { a: 1 } }] }),
    },
  }),
  says("A call without arguments", {
    said: { parts: [{ call: "f", input: "" }] },
    heard: {
      openai: (column) => ({ tool_calls: [openaiCall(idOf(column, 0), "f", "{}")] }),
      anthropic: (column) => ({ content: [{ type: "tool_use", id: idOf(column, 0), name: "f", input: {} }] }),
    },
  }),
  says("A call, for a caller that knows functions only", {
    said: ({ caller }) =>
      caller === "openai"
        ? { parts: [{ text: "I look." }, { call: "f", input: '{"a":1}' }] }
        : "Anthropic's dialect never had them.",
    from: { functions: [{ name: "f", parameters: { type: "object", properties: {} } }] },
    lost: ({ upstream }) => (upstream === "gemini" ? "tool_choice.parallel; dropped" : undefined),
    heard: {
      openai: {
        content: "I look.",
        function_call: { name: "f", arguments: '{"a":1}' },
        finish_reason: "function_call",
      },
      anthropic: {},
    },
  }),
  says("A call of a tool whose name the provider did not take", {
    ...longNamed(),
  }),
  says("Arguments behind a text", {
    said: { parts: [{ text: "I look." }, { call: "f", input: '{"city":"Bern"}' }] },
    heard: {
      openai: (column) => ({
        content: "I look.",
        tool_calls: [openaiCall(idOf(column, 1), "f", '{"city":"Bern"}')],
      }),
      anthropic: (column) => ({
        content: [text("I look."), { type: "tool_use", id: idOf(column, 1), name: "f", input: { city: "Bern" } }],
      }),
    },
  }),
  says("Arguments of parallel calls, each in its own", {
    said: (column) => parallel(column),
    heard: {
      openai: (column) => ({
        tool_calls: [0, 1, 2].map((i) => openaiCall(idOf(column, i, i), "fgh"[i]!, `{"a":${i}}`)),
      }),
      anthropic: (column) => ({
        content: [0, 1, 2].map((i) => ({ type: "tool_use", id: idOf(column, i, i), name: "fgh"[i], input: { a: i } })),
      }),
    },
  }),
  says("An answer that calls a tool ends so, whatever the provider's word", {
    said: { ...tools, finish: { openai: "stop", anthropic: "end_turn", gemini: "STOP" } },
    heard: {
      openai: (column) => ({
        tool_calls: [openaiCall(idOf(column, 0), "f", '{"a":1}')],
        finish_reason: "tool_calls",
      }),
      anthropic: (column) => ({
        content: [{ type: "tool_use", id: idOf(column, 0), name: "f", input: { a: 1 } }],
        stop_reason: "tool_use",
      }),
    },
  }),
  says("An answer that calls no tool does not end so, whatever the provider's word", {
    said: {
      parts: [{ text: "No." }],
      finish: { openai: "tool_calls", anthropic: "tool_use", gemini: "STOP" },
    },
    heard: {
      openai: { content: "No.", finish_reason: "stop" },
      anthropic: { content: [text("No.")], stop_reason: "end_turn" },
    },
  }),
  says("No empty texts around a call", {
    said: { parts: [{ text: "" }, { call: "f", input: '{"a":1}' }, { text: "" }] },
    heard: {
      openai: (column) => ({ tool_calls: [openaiCall(idOf(column, 1), "f", '{"a":1}')] }),
      anthropic: (column) => ({ content: [{ type: "tool_use", id: idOf(column, 1), name: "f", input: { a: 1 } }] }),
    },
  }),
  says("An empty list of calls is no call", {
    said: ({ upstream }) => (upstream === "openai" ? noCalls : "Only OpenAI's dialect has such a list."),
    heard: { openai: {}, anthropic: { content: [text("ab")] } },
  }),
  says("An image", {
    said: ({ upstream }) => (upstream === "gemini" ? image : "In this dialect models answer with text only."),
    heard: {
      openai: { content: "Here:[image/png, 8 bytes: not shown]" },
      anthropic: { content: [text("Here:[image/png, 8 bytes: not shown]")] },
    },
    told: "In the answer: a text says that an image was there.",
  }),
  says("What a provider's own tools did", {
    said: ({ upstream }) =>
      upstream === "anthropic" ? ownTools : "In this dialect they are no part of the answer's content.",
    heard: { openai: { content: "It rains." }, anthropic: {} },
    told: "Dropped: a caller of another dialect cannot have asked for it.",
  }),
];

/** OpenAI streams the arguments of parallel calls in any order. */
function parallel(column: Column): Said | Wire {
  const said: Said = { parts: [0, 1, 2].map((i) => ({ call: "fgh"[i]!, input: `{"a":${i}}` })) };
  if (column.upstream !== "openai") return said;
  const begin = (index: number) => ({ index, ...openaiCall(`call_${index}`, "fgh"[index]!, "") });
  const piece = (index: number, json: string) => ({ index, function: { arguments: json } });
  const calls = (...tool_calls: JsonObject[]) => chunk({ tool_calls });
  const { whole, pieces } = wireOf("openai", said);
  return {
    whole,
    pieces: [
      chunk({ role: "assistant", content: null }),
      calls(begin(0), begin(1), begin(2)),
      calls(piece(2, '{"a":'), piece(0, '{"a":'), piece(1, '{"a":')),
      calls(piece(1, "1}"), piece(2, "2}"), piece(0, "0}")),
      ...pieces.slice(-2),
    ],
  };
}

const noCalls: Wire = (() => {
  const { whole, pieces } = wireOf("openai", { parts: [{ text: "ab" }] });
  const [choice] = whole["choices"] as [{ message: JsonObject }];
  return {
    whole: { ...whole, choices: [{ ...choice, message: { ...choice.message, tool_calls: [] } }] },
    pieces: [
      chunk({ role: "assistant", content: "", tool_calls: [] }),
      chunk({ content: "a", tool_calls: [] }),
      chunk({ content: "b", tool_calls: [] }),
      ...pieces.slice(-2),
    ],
  };
})();

const image: Wire = (() => {
  const here: JsonObject = { text: "Here:" };
  const shown: JsonObject = { inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" } };
  return {
    whole: response({}, [here, shown], "STOP"),
    pieces: [response({}, [here]), response({}, [shown]), response({}, [{ text: "" }], "STOP")],
  };
})();

const ownTools: Wire = (() => {
  const { whole, pieces } = wireOf("anthropic", { parts: [{ text: "It rains." }] });
  const use = { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "rain" } };
  const result = { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: [] };
  const [start, ping, begin, ...rest] = pieces.map((piece) => ("index" in piece ? { ...piece, index: 2 } : piece));
  const blocks = [use, result].flatMap((content_block, index): JsonObject[] => [
    { type: "content_block_start", index, content_block },
    { type: "content_block_stop", index },
  ]);
  return {
    whole: { ...whole, ...messageHead, content: [use, result, ...(whole["content"] as JsonObject[])] },
    pieces: [start!, ping!, ...blocks, begin!, ...rest],
  };
})();

function longNamed(): Answering {
  const long = `mcp__server__${"long_".repeat(14)}`;
  const short = `${long.slice(0, 50)}_6bb15d58`;
  const schema = { type: "object" };
  return {
    from: ({ caller }) => ({
      tools: [
        caller === "openai"
          ? { type: "function", function: { name: long, parameters: schema } }
          : { name: long, input_schema: schema },
      ],
    }),
    said: ({ upstream }) => ({ parts: [{ call: upstream === "anthropic" ? long : short, input: '{"a":1}' }] }),
    heard: {
      openai: (column) => ({ tool_calls: [openaiCall(idOf(column, 0), long, '{"a":1}')] }),
      anthropic: (column) => ({ content: [{ type: "tool_use", id: idOf(column, 0), name: long, input: { a: 1 } }] }),
    },
    lost: ({ upstream }) => (upstream === "anthropic" ? undefined : "tools.name; emulated"),
  };
}
