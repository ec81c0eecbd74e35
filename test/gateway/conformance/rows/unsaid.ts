import { expect } from "vitest";
import { asks } from "../asks.ts";
import { base, modelOf } from "../bodies.ts";
import type { Caller } from "../column.ts";
import { kept, type Row } from "../row.ts";
import { answers, wireOf } from "../wires.ts";
import { expectRefused } from "./requests.ts";

/** What the model can be sent nothing of. */

const files: Record<Caller, object> = {
  openai: { type: "file", file: { file_id: "file-1" } },
  anthropic: { type: "document", source: { type: "file", file_id: "file_1" } },
};
const text = (said: string) => ({ type: "text", text: said });
const conversation = (...content: object[]) => ({
  messages: [
    { role: "user", content },
    { role: "assistant", content: "Well." },
    { role: "user", content: "so?" },
  ],
});
const notShown = "[Content removed here, because it cannot be sent to this model: document]";
const lost = "document.file; dropped, messages.content; emulated";

const use = { type: "tool_use", id: "call_1", name: "f", input: {} };
const result = { type: "tool_result", tool_use_id: "call_1" };
const returned = {
  messages: [
    { role: "user", content: "hi" },
    { role: "assistant", content: [use] },
    { role: "user", content: [{ ...result, content: [files.anthropic] }] },
  ],
};
const lostResult = "document.file; dropped, tool_result.content; emulated";

export const unsaidRows: readonly Row[] = [
  asks("An earlier turn of the user's that the model can be sent nothing of has a text in its place", {
    from: { openai: conversation(files.openai), anthropic: conversation(files.anthropic) },
    at: {
      openai: {
        messages: [
          { role: "user", content: notShown },
          { role: "assistant", content: "Well." },
          { role: "user", content: "so?" },
        ],
      },
      anthropic: {
        messages: [
          { role: "user", content: [text(notShown)] },
          { role: "assistant", content: [text("Well.")] },
          { role: "user", content: [text("so?")] },
        ],
      },
      gemini: {
        contents: [
          { role: "user", parts: [{ text: notShown }] },
          { role: "model", parts: [{ text: "Well." }] },
          { role: "user", parts: [{ text: "so?" }] },
        ],
      },
    },
    lost: { openai: lost, anthropic: lost, gemini: lost },
  }),
  {
    name: "The user's newest turn that the model can be sent nothing of is refused",
    async run(column, world) {
      const { caller, upstream } = column;
      const { messages } = conversation(text("hi"));
      const newest = { role: "user", content: [files[caller]] };
      const asked = { messages: [...messages.slice(0, 2), newest] };
      const body = JSON.stringify(base(column, modelOf[upstream], asked));
      const fine = answers(column, wireOf(upstream, { parts: [{ text: "Fine." }] }));
      const { arrived, reply } = await world.exchange(column, body, fine);
      if (caller === upstream) {
        expect(arrived?.body.toString()).toBe(body);
        return kept;
      }
      expect(arrived).toBeUndefined();
      expectRefused(caller, reply, 400, /^messages\[2\]\.content: .* would be lost: document\.file$/u);
      return { is: "lost", told: "An error 400 names the message, and what would have been dropped." };
    },
  },
  asks("A tool's result that the model can be shown nothing of says so", {
    from: { openai: "OpenAI's dialect has no files in results.", anthropic: returned },
    at: {
      openai: {
        messages: [
          { role: "user", content: "hi" },
          {
            role: "assistant",
            content: null,
            tool_calls: [{ id: "call_1", type: "function", function: { name: "f", arguments: "{}" } }],
          },
          { role: "tool", tool_call_id: "call_1", content: notShown },
        ],
      },
      gemini: {
        contents: [
          { role: "user", parts: [{ text: "hi" }] },
          { role: "model", parts: [{ functionCall: { id: "call_1", name: "f", args: {} } }] },
          { role: "user", parts: [{ functionResponse: { id: "call_1", name: "f", response: { output: notShown } } }] },
        ],
      },
    },
    lost: { openai: lostResult, gemini: lostResult },
  }),
];
