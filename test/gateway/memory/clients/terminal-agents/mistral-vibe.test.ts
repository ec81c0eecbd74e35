import { expect, test } from "vitest";
import type { JsonObject } from "../../../../../src/json.ts";
import { requestClassOf, userReader } from "../../../../../src/gateway/memory/clients/clients.ts";

const user = (content: string): JsonObject => ({ role: "user", content });
const said = (text: string) => userReader("")(user(text));
const classOf = (...messages: JsonObject[]) => requestClassOf({}, { tools: [{ type: "function" }], messages });

/** As Mistral's Vibe 3.0.2 sends it. */
const summaryAsked = user(`CRITICAL: Respond with text only. Do NOT call any tools. Any tool call will be rejected.

You are performing a CONTEXT CHECKPOINT COMPACTION. Create a handoff summary for another LLM that will resume this task.`);

test("a summary that Vibe asks for is its own", () => {
  expect(classOf(user("Never push on Fridays."), summaryAsked)).toBe("compaction");
  expect(classOf(user("Never push on Fridays."))).toBeUndefined();
});

test("what Vibe goes on from binds nobody", () => {
  const before = `You are continuing a trajectory after a context compaction.

Here are some of the most recent previous user messages, preserved verbatim where possible. Treat them as prior context, not as new requests.

<previous_user_messages>`;
  const summary = `</previous_user_messages>

Here is a summary of what has happened so far:

<compaction_summary>
Always use make.
</compaction_summary>`;
  expect(said(before).text).toBe("");
  expect(said(summary)).toEqual({ text: summary, origin: "agent" });
});
