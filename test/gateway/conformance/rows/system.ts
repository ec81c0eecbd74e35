import { asks } from "../asks.ts";
import type { Row } from "../row.ts";

const hi = { role: "user", content: "hi" };
const said = { role: "assistant", content: "Hello." };
const blocks = (...texts: string[]) => texts.map((text) => ({ type: "text", text }));
const parts = (...texts: string[]) => texts.map((text) => ({ text }));
const system = (text: string) => ({ role: "system", content: text });
const cached = (text: string, ttl?: string) => ({
  type: "text",
  text,
  cache_control: { type: "ephemeral", ...(ttl && { ttl }) },
});
const marked = (text: string) => ({ type: "text", text, prompt_cache_breakpoint: { mode: "explicit" } });

const later = { role: "system", content: "From now on, rhyme." };
const five = ["a", "b", "c", "d", "e"];

export const systemRows: readonly Row[] = [
  asks("A system text", {
    from: {
      openai: { messages: [system("Be brief."), hi] },
      anthropic: { system: "Be brief." },
    },
    at: {
      openai: { messages: [system("Be brief."), hi] },
      anthropic: { system: blocks("Be brief.") },
      gemini: { systemInstruction: { parts: parts("Be brief.") } },
    },
  }),
  asks("Of several system texts each is kept, apart and in order", {
    from: {
      openai: { messages: [system("One."), { role: "developer", content: blocks("Two.", "Three.") }, hi] },
      anthropic: { system: blocks("One.", "Two.", "Three.") },
    },
    at: {
      openai: { messages: [system("One."), system("Two."), system("Three."), hi] },
      anthropic: { system: blocks("One.", "Two.", "Three.") },
      gemini: { systemInstruction: { parts: parts("One.", "Two.", "Three.") } },
    },
  }),
  asks("A system text is the developer's for a model that knows developers", {
    models: { openai: "gpt-5" },
    from: {
      openai: { messages: [{ role: "developer", content: "Be brief." }, hi] },
      anthropic: { system: "Be brief." },
    },
    at: {
      openai: { messages: [{ role: "developer", content: "Be brief." }, hi] },
      anthropic: { system: blocks("Be brief.") },
      gemini: { systemInstruction: { parts: parts("Be brief.") } },
    },
  }),
  asks("A system text behind a turn stays there, for a model that takes it there", {
    models: { anthropic: "claude-opus-5" },
    from: {
      openai: { messages: [hi, said, hi, later] },
      anthropic: { messages: [hi, said, hi, later] },
    },
    at: {
      openai: { messages: [hi, said, hi, later] },
      anthropic: {
        messages: [
          { role: "user", content: blocks("hi") },
          { role: "assistant", content: blocks("Hello.") },
          { role: "user", content: blocks("hi") },
          { role: "system", content: blocks("From now on, rhyme.") },
        ],
      },
      gemini: {
        systemInstruction: { parts: parts("From now on, rhyme.") },
        contents: [
          { role: "user", parts: parts("hi") },
          { role: "model", parts: parts("Hello.") },
          { role: "user", parts: parts("hi") },
        ],
      },
    },
    lost: { gemini: "system.position; emulated" },
  }),
  asks("A system text behind a turn goes before all turns, for a model that takes it nowhere else", {
    from: {
      openai: { messages: [system("Be brief."), hi, later] },
      anthropic: { system: "Be brief.", messages: [hi, later] },
    },
    at: {
      openai: { messages: [system("Be brief."), hi, later] },
      anthropic: { system: blocks("Be brief.", "From now on, rhyme.") },
      gemini: { systemInstruction: { parts: parts("Be brief.", "From now on, rhyme.") } },
    },
    lost: { anthropic: "system.position; emulated", gemini: "system.position; emulated" },
  }),
  asks("Where all is system text, its last is said by the user", {
    from: {
      openai: { messages: [system("Be brief."), system("Say hello.")] },
      anthropic: { system: "Be brief.", messages: [{ role: "system", content: "Say hello." }] },
    },
    at: {
      openai: { messages: [system("Be brief."), system("Say hello.")] },
      anthropic: { system: blocks("Be brief."), messages: [{ role: "user", content: blocks("Say hello.") }] },
      gemini: {
        systemInstruction: { parts: parts("Be brief.") },
        contents: [{ role: "user", parts: parts("Say hello.") }],
      },
    },
    lost: {
      anthropic: "messages.system_only; emulated",
      gemini: ({ caller }) =>
        `${caller === "anthropic" ? "system.position; emulated, " : ""}messages.system_only; emulated`,
    },
  }),
  asks("An empty system text is none", {
    from: {
      openai: { messages: [system(""), hi] },
      anthropic: { system: "" },
    },
    at: {},
  }),
  asks("Cache breakpoints stay where they were set", {
    models: { openai: "gpt-5.6-sol" },
    from: {
      openai: {
        messages: [
          { role: "system", content: [marked("Long."), { type: "text", text: "Short." }] },
          { role: "user", content: [marked("hi")] },
        ],
      },
      anthropic: {
        system: [cached("Long."), ...blocks("Short.")],
        messages: [{ role: "user", content: [cached("hi")] }],
      },
    },
    at: {
      openai: {
        messages: [
          { role: "developer", content: [marked("Long.")] },
          { role: "developer", content: "Short." },
          { role: "user", content: [marked("hi")] },
        ],
      },
      anthropic: {
        system: [cached("Long."), ...blocks("Short.")],
        messages: [{ role: "user", content: [cached("hi")] }],
      },
      gemini: { systemInstruction: { parts: parts("Long.", "Short.") } },
    },
    lost: { gemini: "cache_control; dropped" },
  }),
  asks("Of more than four cache breakpoints the last four", {
    models: { openai: "gpt-5.6-sol" },
    from: {
      openai: { messages: [{ role: "user", content: five.map(marked) }] },
      anthropic: { messages: [{ role: "user", content: five.map((text) => cached(text)) }] },
    },
    at: {
      openai: { messages: [{ role: "user", content: [...blocks("a"), ...five.slice(1).map(marked)] }] },
      anthropic: {
        messages: [{ role: "user", content: [...blocks("a"), ...five.slice(1).map((text) => cached(text))] }],
      },
      gemini: { contents: [{ role: "user", parts: parts(...five) }] },
    },
    lost: { openai: "cache_control; dropped", anthropic: "cache_control; dropped", gemini: "cache_control; dropped" },
  }),
  asks("For how long a cache is kept", {
    models: { openai: "gpt-5.6-sol" },
    from: {
      openai: { prompt_cache_retention: "24h" },
      anthropic: { messages: [{ role: "user", content: [cached("hi", "1h")] }] },
    },
    at: { openai: { messages: [{ role: "user", content: [marked("hi")] }] } },
    lost: {
      openai: "cache_control.ttl; dropped",
      anthropic: "prompt_cache_retention; dropped",
      gemini: ({ caller }) => (caller === "openai" ? "prompt_cache_retention; dropped" : "cache_control; dropped"),
    },
  }),
  asks("A cache breakpoint behind the last tool", {
    from: {
      openai: "OpenAI's dialect sets none on tools.",
      anthropic: {
        tools: [{ name: "f", input_schema: { type: "object" }, cache_control: { type: "ephemeral" } }],
        thinking: { type: "disabled" },
      },
    },
    models: { openai: "gpt-5.6-sol" },
    at: {
      openai: {
        tools: [{ type: "function", function: { name: "f", parameters: { type: "object" } } }],
        reasoning_effort: "none",
      },
      gemini: {
        tools: [{ functionDeclarations: [{ name: "f", parametersJsonSchema: { type: "object" } }] }],
        generationConfig: { thinkingConfig: { thinkingBudget: 0 } },
      },
    },
    lost: { openai: "cache_control.tools; dropped", gemini: "cache_control; dropped" },
  }),
];
