import { asks, type Asking } from "../asks.ts";
import type { Members } from "../bodies.ts";
import type { Column } from "../column.ts";
import type { Row } from "../row.ts";
import { tool } from "./turns.ts";

const schema = { type: "object", properties: {} };
const tools = {
  openai: { tools: [tool.openai("f", schema), tool.openai("g", schema)] },
  anthropic: { tools: [tool.anthropic("f", schema), tool.anthropic("g", schema)] },
  gemini: { tools: [{ functionDeclarations: [tool.gemini("f", schema), tool.gemini("g", schema)] }] },
};
const config = (mode: string, more: object = {}) => ({ toolConfig: { functionCallingConfig: { mode, ...more } } });

/** The same choice among two tools, in all dialects. */
function choice(
  name: string,
  said: { openai: Members; anthropic: Members; gemini: Members },
  more: Pick<Asking, "lost" | "models"> & { to?: Partial<Record<Column["upstream"], Members>> } = {},
): Row {
  const { to, ...asking } = more;
  return asks(name, {
    from: { openai: { ...tools.openai, ...said.openai }, anthropic: { ...tools.anthropic, ...said.anthropic } },
    at: {
      openai: { ...tools.openai, ...(to?.openai ?? said.openai) },
      anthropic: { ...tools.anthropic, ...(to?.anthropic ?? said.anthropic) },
      gemini: { ...tools.gemini, ...(to?.gemini ?? said.gemini) },
    },
    ...asking,
  });
}

const named = { type: "function", function: { name: "g" } };
const both = { type: "allowed_tools", allowed_tools: { mode: "required", tools: [named] } };

export const choiceRows: readonly Row[] = [
  choice("A tool may be called", {
    openai: { tool_choice: "auto" },
    anthropic: { tool_choice: { type: "auto" } },
    gemini: config("AUTO"),
  }),
  choice("No tool may be called", {
    openai: { tool_choice: "none" },
    anthropic: { tool_choice: { type: "none" } },
    gemini: config("NONE"),
  }),
  choice("Some tool must be called", {
    openai: { tool_choice: "required" },
    anthropic: { tool_choice: { type: "any" } },
    gemini: config("ANY"),
  }),
  choice("One tool must be called", {
    openai: { tool_choice: named },
    anthropic: { tool_choice: { type: "tool", name: "g" } },
    gemini: config("ANY", { allowedFunctionNames: ["g"] }),
  }),
  choice(
    "A tool must be called, by a model that cannot be held to it",
    {
      openai: { tool_choice: "required" },
      anthropic: { tool_choice: { type: "any" } },
      gemini: config("ANY"),
    },
    {
      models: { anthropic: "claude-opus-5-5" },
      to: { anthropic: { tool_choice: { type: "auto" } } },
      lost: { anthropic: "tool_choice.forced; emulated" },
    },
  ),
  asks("Only some of the tools may be called", {
    from: { openai: { ...tools.openai, tool_choice: both }, anthropic: "Anthropic's dialect has no word for it." },
    at: {
      anthropic: { tools: [tool.anthropic("g", schema)], tool_choice: { type: "any" } },
      gemini: { tools: [{ functionDeclarations: [tool.gemini("g", schema)] }], ...config("ANY") },
    },
    lost: { anthropic: "tool_choice.allowed_tools; emulated", gemini: "tool_choice.allowed_tools; emulated" },
  }),
  choice(
    "At most one tool is called at a time",
    {
      openai: { tool_choice: "auto", parallel_tool_calls: false },
      anthropic: { tool_choice: { type: "auto", disable_parallel_tool_use: true } },
      gemini: config("AUTO"),
    },
    { lost: { gemini: "tool_choice.parallel; dropped" } },
  ),
  asks("A choice among no tools", {
    from: { openai: { tool_choice: "none", tools: [] }, anthropic: { tool_choice: { type: "none" }, tools: [] } },
    at: {},
  }),
];
