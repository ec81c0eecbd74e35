import { asks } from "../asks.ts";
import type { Row } from "../row.ts";
import { shown, tool, turns, type Turn } from "./turns.ts";

const schema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  properties: { city: { type: "string", const: "Bern" } },
  propertyNames: { pattern: "^c" },
  required: ["city"],
};
const longName = `mcp__a_server_of_tools__${"a_rather_long_name_".repeat(3)}`;
const shortName = `${longName.slice(0, 50)}_adc98471`;

const call = (id: string, name = "weather", input = '{"city":"Bern"}'): Turn => ({ calls: [{ id, name, input }] });

/** One conversation as all dialects say it; `lost` where one of them cannot. */
function conversation(name: string, said: readonly Turn[], lost: Parameters<typeof asks>[1]["lost"] = {}): Row {
  return asks(name, {
    from: { openai: turns.openai(said), anthropic: turns.anthropic(said) },
    at: { openai: turns.openai(said), anthropic: turns.anthropic(said), gemini: turns.gemini(said) },
    lost,
  });
}

const weather = {
  calls: [
    { id: "call_1", name: "weather", input: '{"city":"Bern"}' },
    { id: "call_2", name: "now", input: "" },
  ],
};

export const toolRows: readonly Row[] = [
  asks("A tool's name, description and whole schema", {
    from: {
      openai: { tools: [tool.openai("weather", schema, { description: "Tells." })] },
      anthropic: { tools: [tool.anthropic("weather", schema, { description: "Tells." })] },
    },
    at: {
      openai: { tools: [tool.openai("weather", schema, { description: "Tells." })] },
      anthropic: { tools: [tool.anthropic("weather", schema, { description: "Tells." })] },
      gemini: { tools: [{ functionDeclarations: [tool.gemini("weather", schema, { description: "Tells." })] }] },
    },
  }),
  asks("A tool without parameters", {
    from: {
      openai: { tools: [{ type: "function", function: { name: "now" } }] },
      anthropic: { tools: [tool.anthropic("now", { type: "object" })] },
    },
    at: {
      openai: { tools: [tool.openai("now", { type: "object" })] },
      anthropic: { tools: [tool.anthropic("now", { type: "object", properties: {} })] },
      gemini: ({ caller }) => {
        const none = caller === "openai" ? { type: "object", properties: {} } : { type: "object" };
        return { tools: [{ functionDeclarations: [tool.gemini("now", none)] }] };
      },
    },
  }),
  asks("A tool whose arguments are held to its schema", {
    from: {
      openai: { tools: [tool.openai("f", { type: "object" }, { strict: true })] },
      anthropic: { tools: [tool.anthropic("f", { type: "object" }, { strict: true })] },
    },
    at: {
      openai: { tools: [tool.openai("f", { type: "object" }, { strict: true })] },
      anthropic: { tools: [tool.anthropic("f", { type: "object" }, { strict: true })] },
      gemini: { tools: [{ functionDeclarations: [tool.gemini("f", { type: "object" })] }] },
    },
    lost: { gemini: "tools.strict; dropped" },
  }),
  asks("A tool that the provider runs itself", {
    from: {
      openai: { web_search_options: {} },
      anthropic: { tools: [{ type: "web_search_20250305", name: "web_search" }] },
    },
    at: {},
    lost: {
      anthropic: "web_search_options; dropped",
      openai: "tools.web_search_20250305; dropped",
      gemini: ({ caller }) => `${caller === "openai" ? "web_search_options" : "tools.web_search_20250305"}; dropped`,
    },
  }),
  asks("A tool whose input is no JSON", {
    from: {
      openai: { tools: [{ type: "custom", custom: { name: "sh" } }] },
      anthropic: "Anthropic's dialect has no such tool.",
    },
    at: {},
    lost: { anthropic: "tools.custom; dropped", gemini: "tools.custom; dropped" },
  }),
  asks("A tool whose name is longer than the provider takes", {
    from: {
      openai: { tools: [tool.openai(longName, { type: "object" })] },
      anthropic: {
        tools: [tool.anthropic(longName, { type: "object" })],
        tool_choice: { type: "tool", name: longName },
      },
    },
    at: {
      openai: {
        tools: [tool.openai(shortName, { type: "object" })],
        tool_choice: { type: "function", function: { name: shortName } },
      },
      anthropic: { tools: [tool.anthropic(longName, { type: "object" })] },
      gemini: ({ caller }) => ({
        tools: [{ functionDeclarations: [tool.gemini(shortName, { type: "object" })] }],
        ...(caller === "anthropic" && {
          toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: [shortName] } },
        }),
      }),
    },
    lost: { openai: "tools.name; emulated", gemini: "tools.name; emulated" },
  }),
  conversation("A call and its result", [{ user: "hi" }, call("call_1"), { results: [{ id: "call_1", text: "12°" }] }]),
  conversation("Results of parallel calls are one message, behind their calls", [
    { user: "hi" },
    weather,
    {
      results: [
        { id: "call_1", text: "12°" },
        { id: "call_2", text: "noon" },
      ],
    },
    { user: "so?" },
  ]),
  conversation("Results in another order than their calls", [
    { user: "hi" },
    weather,
    {
      results: [
        { id: "call_2", text: "noon" },
        { id: "call_1", text: "12°" },
      ],
    },
  ]),
  conversation("Texts beside calls, and calls in turn", [
    { user: "hi" },
    { text: "I look.", ...call("call_1") },
    { results: [{ id: "call_1", text: "12°" }] },
    { text: "Once more.", ...call("call_2") },
    { results: [{ id: "call_2", text: "13°" }] },
  ]),
  asks("Results that stand behind other content, or in messages of their own, come first and together", {
    from: {
      openai: "OpenAI's dialect keeps each result in a message of its own.",
      anthropic: {
        messages: [
          { role: "user", content: "hi" },
          turns.anthropic([weather]).messages[0],
          {
            role: "user",
            content: [shown.text("By the way."), { type: "tool_result", tool_use_id: "call_2", content: "noon" }],
          },
          { role: "user", content: [{ type: "tool_result", tool_use_id: "call_1", content: "12°" }] },
        ],
      },
    },
    at: {
      openai: {
        messages: [
          ...turns.openai([
            { user: "hi" },
            weather,
            {
              results: [
                { id: "call_2", text: "noon" },
                { id: "call_1", text: "12°" },
              ],
            },
          ]).messages,
          { role: "user", content: "By the way." },
        ],
      },
      gemini: {
        contents: [
          ...turns.gemini([{ user: "hi" }, weather]).contents,
          {
            role: "user",
            parts: [
              ...turns.gemini([
                weather,
                {
                  results: [
                    { id: "call_2", text: "noon" },
                    { id: "call_1", text: "12°" },
                  ],
                },
              ]).contents[1]!.parts,
              { text: "By the way." },
            ],
          },
        ],
      },
    },
  }),
  asks("No arguments, and no words in a result", {
    from: {
      openai: {
        messages: [
          { role: "user", content: "hi" },
          { role: "assistant", tool_calls: [{ id: "a", type: "function", function: { name: "now", arguments: "" } }] },
          { role: "tool", tool_call_id: "a", content: "" },
        ],
      },
      anthropic: {
        messages: [
          { role: "user", content: "hi" },
          { role: "assistant", content: [{ type: "tool_use", id: "a", name: "now", input: {} }] },
          { role: "user", content: [{ type: "tool_result", tool_use_id: "a" }] },
        ],
      },
    },
    at: {
      openai: {
        messages: [
          { role: "user", content: "hi" },
          {
            role: "assistant",
            content: null,
            tool_calls: [{ id: "a", type: "function", function: { name: "now", arguments: "{}" } }],
          },
          { role: "tool", tool_call_id: "a", content: "" },
        ],
      },
      anthropic: {
        messages: [
          { role: "user", content: [shown.text("hi")] },
          { role: "assistant", content: [{ type: "tool_use", id: "a", name: "now", input: {} }] },
          { role: "user", content: [{ type: "tool_result", tool_use_id: "a" }] },
        ],
      },
      gemini: {
        contents: [
          { role: "user", parts: [{ text: "hi" }] },
          { role: "model", parts: [{ functionCall: { id: "a", name: "now", args: {} } }] },
          { role: "user", parts: [{ functionResponse: { id: "a", name: "now", response: { output: "" } } }] },
        ],
      },
    },
  }),
  asks("Arguments that are no JSON, as of a turn that was cut off", {
    from: {
      openai: turns.openai([{ user: "hi" }, call("a", "f", '{"city":'), { results: [{ id: "a", text: "no" }] }]),
      anthropic: "In Anthropic's dialect arguments are always JSON.",
    },
    at: {
      anthropic: turns.anthropic([
        { user: "hi" },
        call("a", "f", '{"input":"{\\"city\\":"}'),
        { results: [{ id: "a", text: "no" }] },
      ]),
      gemini: turns.gemini([
        { user: "hi" },
        call("a", "f", '{"input":"{\\"city\\":"}'),
        { results: [{ id: "a", text: "no" }] },
      ]),
    },
    lost: { anthropic: "tool_call.arguments; emulated", gemini: "tool_call.arguments; emulated" },
  }),
  asks("A result that is an error", {
    from: {
      openai: "OpenAI's dialect has no word for it.",
      anthropic: turns.anthropic([
        { user: "hi" },
        call("a"),
        { results: [{ id: "a", text: "no such city", isError: true }] },
      ]),
    },
    at: {
      openai: turns.openai([{ user: "hi" }, call("a"), { results: [{ id: "a", text: "Error: no such city" }] }]),
      gemini: turns.gemini([
        { user: "hi" },
        call("a"),
        { results: [{ id: "a", text: "no such city", isError: true }] },
      ]),
    },
    lost: { openai: "tool_result.is_error; emulated" },
  }),
  asks("An image in a result", {
    from: {
      openai: {
        messages: [
          ...turns.openai([{ user: "hi" }, call("a")]).messages,
          { role: "tool", tool_call_id: "a", content: [shown.text("here"), shown.openaiImage] },
        ],
      },
      anthropic: {
        messages: [
          ...turns.anthropic([{ user: "hi" }, call("a")]).messages,
          {
            role: "user",
            content: [{ type: "tool_result", tool_use_id: "a", content: [shown.text("here"), shown.anthropicImage] }],
          },
        ],
      },
    },
    at: {
      openai: {
        messages: [
          ...turns.openai([{ user: "hi" }, call("a"), { results: [{ id: "a", text: "here" }] }]).messages,
          { role: "user", content: [shown.text("Result of the tool call a:"), shown.openaiImage] },
        ],
      },
      anthropic: {
        messages: [
          ...turns.anthropic([{ user: "hi" }, call("a")]).messages,
          {
            role: "user",
            content: [{ type: "tool_result", tool_use_id: "a", content: [shown.text("here"), shown.anthropicImage] }],
          },
        ],
      },
      gemini: {
        contents: [
          ...turns.gemini([{ user: "hi" }, call("a")]).contents,
          {
            role: "user",
            parts: [
              { functionResponse: { id: "a", name: "weather", response: { output: "here" } } },
              { inlineData: { mimeType: "image/png", data: shown.png } },
            ],
          },
        ],
      },
    },
    lost: { openai: "tool_result.image; emulated", gemini: "tool_result.image; emulated" },
  }),
  asks("Ids that the provider does not take", {
    from: {
      openai: turns.openai([{ user: "hi" }, call("call:1|x"), { results: [{ id: "call:1|x", text: "12°" }] }]),
      anthropic: turns.anthropic([
        { user: "hi" },
        call("t".repeat(64)),
        { results: [{ id: "t".repeat(64), text: "12°" }] },
      ]),
    },
    at: {
      openai: turns.openai([
        { user: "hi" },
        call("call_3a33722b9a250ca3c820f696045d29ed"),
        { results: [{ id: "call_3a33722b9a250ca3c820f696045d29ed", text: "12°" }] },
      ]),
      anthropic: turns.anthropic([
        { user: "hi" },
        call("call_ccd6176ea8e17af9c778b38162fd2d91"),
        { results: [{ id: "call_ccd6176ea8e17af9c778b38162fd2d91", text: "12°" }] },
      ]),
      gemini: ({ caller }) => {
        const id = caller === "openai" ? "call:1|x" : "t".repeat(64);
        return turns.gemini([{ user: "hi" }, call(id), { results: [{ id, text: "12°" }] }]);
      },
    },
  }),
  asks("Functions, as OpenAI had them before tools", {
    from: {
      openai: {
        functions: [{ name: "f", parameters: schema }],
        function_call: { name: "f" },
        messages: [
          { role: "user", content: "hi" },
          { role: "assistant", content: null, function_call: { name: "f", arguments: "{}" } },
          { role: "function", name: "f", content: "x" },
        ],
      },
      anthropic: "Anthropic's dialect never had them.",
    },
    at: {
      anthropic: {
        tools: [tool.anthropic("f", schema)],
        tool_choice: { type: "tool", name: "f", disable_parallel_tool_use: true },
        ...turns.anthropic([
          { user: "hi" },
          { calls: [{ id: "call_1", name: "f", input: "{}" }] },
          { results: [{ id: "call_1", text: "x" }] },
        ]),
      },
      gemini: {
        tools: [{ functionDeclarations: [tool.gemini("f", schema)] }],
        toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["f"] } },
        ...turns.gemini([
          { user: "hi" },
          { calls: [{ id: "call_1", name: "f", input: "{}" }] },
          { results: [{ id: "call_1", text: "x" }] },
        ]),
      },
    },
    lost: { gemini: ({ caller }) => (caller === "openai" ? "tool_choice.parallel; dropped" : undefined) },
  }),
];
