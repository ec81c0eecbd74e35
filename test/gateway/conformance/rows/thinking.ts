import { asks } from "../asks.ts";
import type { Row } from "../row.ts";
import { tool } from "./turns.ts";

const thinkers = { openai: "gpt-5.2", anthropic: "claude-opus-5", gemini: "gemini-3.7-flash" };
const budgets = { openai: "gpt-5", anthropic: "claude-haiku-4-5", gemini: "gemini-2.5-flash" };
const always = { openai: "gpt-5", anthropic: "claude-opus-5-5", gemini: "gemini-3.7-flash" };
const never = { openai: "gpt-4.1", anthropic: "claude-3-haiku-20240307", gemini: "gemini-2.0-flash" };

const adaptive = (effort: string) => ({ thinking: { type: "adaptive" }, output_config: { effort } });
const level = (thinkingLevel: string, more: object = {}) => ({
  generationConfig: { thinkingConfig: { thinkingLevel, ...more } },
});
const enabled = (budget_tokens: number) => ({ thinking: { type: "enabled", budget_tokens } });

const schema = { type: "object", properties: {} };
const f = {
  openai: { tools: [tool.openai("f", schema)] },
  anthropic: { tools: [tool.anthropic("f", schema)] },
  gemini: { tools: [{ functionDeclarations: [tool.gemini("f", schema)] }] },
};

const user = { role: "user", content: "hi" };
const asked = { role: "user", content: [{ type: "text", text: "hi" }] };
const foreign = { type: "thinking", thinking: "Hm.", signature: "cairn:gemini:c2ln" };
const text = { type: "text", text: "Hello." };
/** Of OpenAI's dialect, which has no signatures. */
const unsigned = {
  messages: [
    user,
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "a", type: "function", function: { name: "f", arguments: "{}" } }],
    },
    { role: "tool", tool_call_id: "a", content: "x" },
  ],
};

export const thinkingRows: readonly Row[] = [
  asks("How hard to think", {
    models: thinkers,
    from: { openai: { reasoning_effort: "medium" }, anthropic: adaptive("medium") },
    at: {
      openai: { reasoning_effort: "medium" },
      anthropic: adaptive("medium"),
      gemini: ({ caller }) => level("medium", caller === "anthropic" ? { includeThoughts: true } : {}),
    },
  }),
  asks("A word for it that the model does not have", {
    models: thinkers,
    from: { openai: { reasoning_effort: "minimal" }, anthropic: adaptive("max") },
    at: {
      openai: { reasoning_effort: "xhigh" },
      anthropic: adaptive("low"),
      gemini: ({ caller }) => (caller === "openai" ? level("low") : level("high", { includeThoughts: true })),
    },
    lost: {
      openai: "reasoning.effort; emulated",
      anthropic: "reasoning.effort; emulated",
      gemini: "reasoning.effort; emulated",
    },
  }),
  asks("So many tokens to think with", {
    models: budgets,
    from: {
      openai: "OpenAI's dialect has no word for it.",
      anthropic: { max_tokens: 20_000, ...enabled(10_000) },
    },
    at: {
      openai: { max_completion_tokens: 20_000, reasoning_effort: "high" },
      gemini: {
        generationConfig: {
          maxOutputTokens: 20_000,
          thinkingConfig: { thinkingBudget: 10_000, includeThoughts: true },
        },
      },
    },
    lost: { openai: "reasoning.budget; emulated" },
  }),
  asks("How hard to think, for a model that counts tokens", {
    models: budgets,
    from: {
      openai: { max_tokens: 20_000, reasoning_effort: "medium" },
      anthropic: { max_tokens: 20_000, output_config: { effort: "medium" } },
    },
    at: {
      openai: { max_completion_tokens: 20_000, reasoning_effort: "medium" },
      anthropic: { max_tokens: 20_000, ...enabled(4_096) },
      gemini: { generationConfig: { maxOutputTokens: 20_000, thinkingConfig: { thinkingBudget: 4_096 } } },
    },
    lost: { anthropic: "reasoning.budget; emulated", gemini: "reasoning.budget; emulated" },
  }),
  asks("As much as the model thinks fit", {
    models: thinkers,
    from: {
      openai: "OpenAI's dialect has no word for it.",
      anthropic: { thinking: { type: "adaptive" } },
    },
    at: { gemini: { generationConfig: { thinkingConfig: { includeThoughts: true } } } },
  }),
  asks("Not to think", {
    models: { ...budgets, openai: "gpt-5.2", anthropic: "claude-opus-5" },
    from: { openai: { reasoning_effort: "none" }, anthropic: { thinking: { type: "disabled" } } },
    at: {
      openai: { reasoning_effort: "none" },
      anthropic: { thinking: { type: "disabled" } },
      gemini: { generationConfig: { thinkingConfig: { thinkingBudget: 0 } } },
    },
  }),
  asks("Not to think, for a model that always does", {
    models: always,
    from: { openai: { reasoning_effort: "none" }, anthropic: { thinking: { type: "disabled" } } },
    at: { openai: { reasoning_effort: "minimal" }, anthropic: adaptive("low"), gemini: level("low") },
    lost: {
      openai: "reasoning.off; emulated",
      anthropic: "reasoning.off; emulated",
      gemini: "reasoning.off; emulated",
    },
  }),
  asks("To think, for a model that never does", {
    models: never,
    from: { openai: { reasoning_effort: "high" }, anthropic: { max_tokens: 2_000, ...enabled(1_024) } },
    at: {
      openai: { max_completion_tokens: 2_000 },
      gemini: ({ caller }) => (caller === "anthropic" ? { generationConfig: { maxOutputTokens: 2_000 } } : {}),
    },
    lost: {
      openai: "reasoning.budget; dropped",
      anthropic: "reasoning; dropped",
      gemini: "reasoning; dropped",
    },
  }),
  asks("Thoughts are to be left out of the answer", {
    models: thinkers,
    from: {
      openai: "OpenAI's dialect has no word for it.",
      anthropic: { thinking: { type: "adaptive", display: "omitted" }, output_config: { effort: "high" } },
    },
    at: { openai: { reasoning_effort: "high" }, gemini: level("high") },
  }),
  asks("To think, and to call a tool: the call is kept", {
    models: { openai: "gpt-5.4", anthropic: "claude-opus-5", gemini: "gemini-3.7-flash" },
    from: {
      openai: { ...f.openai, tool_choice: "required", reasoning_effort: "high" },
      anthropic: { ...f.anthropic, tool_choice: { type: "any" }, ...adaptive("high") },
    },
    at: {
      openai: { ...f.openai, tool_choice: "required", reasoning_effort: "none" },
      anthropic: { ...f.anthropic, tool_choice: { type: "any" }, thinking: { type: "disabled" } },
      gemini: ({ caller }) => ({
        ...f.gemini,
        toolConfig: { functionCallingConfig: { mode: "ANY" } },
        ...level("high", caller === "anthropic" ? { includeThoughts: true } : {}),
      }),
    },
    lost: { openai: "reasoning.with_tools; dropped", anthropic: "reasoning.with_tools; dropped" },
  }),
  asks("Thoughts that another provider signed", {
    models: { ...thinkers, gemini: "gemini-2.5-flash" },
    from: {
      openai: {
        messages: [
          user,
          { role: "assistant", content: "Hello.", thinking_blocks: [{ ...foreign, signature: "EqQB" }] },
          user,
        ],
      },
      anthropic: { messages: [user, { role: "assistant", content: [{ ...foreign, signature: "EqQB" }, text] }, user] },
    },
    at: {
      openai: { messages: [user, { role: "assistant", content: "Hello." }, user] },
      anthropic: {
        messages: [asked, { role: "assistant", content: [{ ...foreign, signature: "EqQB" }, text] }, asked],
      },
      gemini: {
        contents: [
          { role: "user", parts: [{ text: "hi" }] },
          { role: "model", parts: [{ text: "Hello." }] },
          { role: "user", parts: [{ text: "hi" }] },
        ],
      },
    },
    lost: { openai: "thinking; dropped", gemini: "thinking.signature; dropped" },
  }),
  asks("Thoughts that Gemini signed", {
    models: { ...thinkers, gemini: "gemini-2.5-flash" },
    from: {
      openai: { messages: [user, { role: "assistant", content: "Hello.", thinking_blocks: [foreign] }, user] },
      anthropic: { messages: [user, { role: "assistant", content: [foreign, text] }, user] },
    },
    at: {
      openai: { messages: [user, { role: "assistant", content: "Hello." }, user] },
      anthropic: { messages: [asked, { role: "assistant", content: [text] }, asked] },
      gemini: {
        contents: [
          { role: "user", parts: [{ text: "hi" }] },
          { role: "model", parts: [{ text: "Hm.", thought: true, thoughtSignature: "c2ln" }, { text: "Hello." }] },
          { role: "user", parts: [{ text: "hi" }] },
        ],
      },
    },
    ownAt: { anthropic: { messages: [user, { role: "assistant", content: [text] }, user] } },
    lost: { openai: "thinking; dropped", anthropic: "thinking.signature; dropped" },
  }),
  asks("Thoughts of earlier turns, for a provider that wants them back", {
    models: { openai: "deepseek-v4-pro" },
    from: {
      openai: { messages: [user, { role: "assistant", content: "Hello.", reasoning_content: "Hm." }, user] },
      anthropic: {
        messages: [user, { role: "assistant", content: [{ ...foreign, signature: "cairn:openai:" }, text] }, user],
      },
    },
    at: {
      openai: {
        messages: [user, { role: "assistant", content: "Hello.", reasoning_content: "Hm." }, user],
        max_completion_tokens: undefined,
        max_tokens: 64,
      },
      anthropic: { messages: [asked, { role: "assistant", content: [text] }, asked] },
      gemini: {
        contents: [
          { role: "user", parts: [{ text: "hi" }] },
          { role: "model", parts: [{ text: "Hello." }] },
          { role: "user", parts: [{ text: "hi" }] },
        ],
      },
    },
    ownAt: { anthropic: { messages: [user, { role: "assistant", content: [text] }, user] } },
    lost: { anthropic: "thinking; dropped", gemini: "thinking; dropped" },
  }),
  asks("A call that Gemini did not sign, for a model that demands it", {
    models: { gemini: "gemini-3.7-flash" },
    from: {
      openai: unsigned,
      anthropic: {
        messages: [
          user,
          { role: "assistant", content: [{ type: "tool_use", id: "a", name: "f", input: {} }] },
          { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: "x" }] },
        ],
      },
    },
    at: {
      openai: unsigned,
      anthropic: {
        messages: [
          asked,
          { role: "assistant", content: [{ type: "tool_use", id: "a", name: "f", input: {} }] },
          {
            role: "user",
            content: [{ type: "tool_result", tool_use_id: "a", content: [{ type: "text", text: "x" }] }],
          },
        ],
      },
      gemini: {
        contents: [
          { role: "user", parts: [{ text: "hi" }] },
          {
            role: "model",
            parts: [
              { functionCall: { id: "a", name: "f", args: {} }, thoughtSignature: "skip_thought_signature_validator" },
            ],
          },
          { role: "user", parts: [{ functionResponse: { id: "a", name: "f", response: { output: "x" } } }] },
        ],
      },
    },
    lost: { gemini: "tool_call.signature; emulated" },
  }),
];
