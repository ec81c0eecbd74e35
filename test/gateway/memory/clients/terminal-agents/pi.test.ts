import { expect, test } from "vitest";
import type { JsonObject } from "../../../../../src/json.ts";
import { requestClassOf, userReader } from "../../../../../src/gateway/memory/clients/clients.ts";

const pi = "You are an expert coding assistant operating inside pi, a coding agent harness. You help users by reading";
const user = (content: string): JsonObject => ({ role: "user", content });
const classOf = (system: string, ...messages: JsonObject[]) =>
  requestClassOf({}, { messages: [{ role: "system", content: system }, ...messages] });

/** As pi 0.73.1 sends it; 1.6.0 names "an AI assistant". */
const summaryAsked = user(`<conversation>
[User]: Never push on Fridays.
</conversation>

The messages above are a conversation to summarize. Create a structured context checkpoint summary that another LLM will use to continue the work.`);

test("a summary that pi asks for is its own", () => {
  const system =
    "You are a context summarization assistant. Your task is to read a conversation between a user and an AI coding assistant, then produce";
  expect(classOf(system, summaryAsked)).toBe("compaction");
  expect(classOf(pi, user("Never push on Fridays."))).toBeUndefined();
});

test("the summary that pi goes on from is kept, and binds nobody", () => {
  const summary =
    "The conversation history before this point was compacted into the following summary:\n\n<summary>\nAlways use make.\n</summary>";
  expect(userReader(pi)(user(summary))).toEqual({ text: summary, origin: "agent" });
  expect(userReader(pi)(user("Never push on Fridays.")).origin).toBe("user");
});
