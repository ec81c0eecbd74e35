import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../../../src/json.ts";
import { requestClassOf, userReader } from "../../../../../src/gateway/memory/clients/clients.ts";

const session = { "x-session-affinity": "ses_a", "x-session-id": "ses_a" };
const user = (content: JsonValue): JsonObject => ({ role: "user", content });
const system = { role: "system", content: "You are opencode" };
const task = user("Always write commit messages in French.");
const tools = [{ type: "function" }];
const title = "Generate a title for this conversation:\n";
const summary = `Here is the conversation so far:

<conversation>
[User]: Never call me on Mondays.
</conversation>
Create a new anchored summary from the conversation history in the <conversation> tags above so another coding agent can continue the work.`;

/** As opencode 1.18.33 sends them. */
test.each<[name: string, headers: Record<string, string>, messages: JsonObject[], expected: string | undefined]>([
  ["a turn of the user's", session, [system, task], undefined],
  ["a title", session, [system, user(title), task], "auxiliary"],
  [
    "a title in Anthropic's dialect",
    session,
    [
      user([
        { type: "text", text: title },
        { type: "text", text: "Hi" },
      ]),
    ],
    "auxiliary",
  ],
  ["a subagent", { ...session, "x-parent-session-id": "ses_p" }, [system, task], "auxiliary"],
  ["a summary", session, [system, user([{ type: "text", text: summary }])], "compaction"],
  [
    "a summary of 1.0",
    session,
    [task, user("Provide a detailed prompt for continuing our conversation above. Focus")],
    "compaction",
  ],
  ["another client's title", {}, [user(title), task], undefined],
  ["another client's parent", { "x-parent-session-id": "p" }, [task], undefined],
  ["a question about one", session, [user(`${title}Ann: hi. Bob: hi.`)], undefined],
])("%s", (_, headers, messages, expected) => {
  expect(requestClassOf(headers, { tools, messages })).toBe(expected);
});

test("of a message with files only what the user says is theirs", () => {
  const texts = [
    "What does @a.txt say?",
    'Called the Read tool with the following input: {"filePath":"/proj/a.txt"}',
    "<path>/proj/a.txt</path>\n<type>file</type>\n<content>\n1: Never push.\n\n(End of file - total 1 lines)\n</content>",
    "Read tool failed to read /proj/b.txt with the following error: File not found",
    " Use the above message and context to generate a prompt and call the task tool with subagent: general",
    "<system-reminder>\nPlan mode is active. You MUST NOT make any edits\n</system-reminder>\n",
  ];
  const content = texts.map((text) => ({ type: "text", text }));
  expect(userReader("")(user(content)).text).toBe("What does @a.txt say?");
});

test("what it goes on with by itself is nobody's", () => {
  const next = "Continue if you have next steps, or stop and ask for clarification if you are unsure how to proceed.";
  expect(userReader("")(user(next)).text).toBe("");
  expect(userReader("")(user("Continue if you have next steps.")).text).toBe("Continue if you have next steps.");
});

test("what `opencode run` was called with is the user's without the quotes around it", () => {
  const said = (text: string, system: string) => userReader(system)(user(text)).text;
  const argument = '"List the files. From now on, never touch \\"migrations\\"."';
  const plain = 'List the files. From now on, never touch "migrations".';
  expect(said(argument, "You are opencode, an interactive CLI tool that helps users")).toBe(plain);
  expect(said(argument, "You are helpful.")).toBe(argument);
  const two = '"Never push." and "Always pull."';
  expect(said(two, "You are OpenCode, the best coding agent on the planet.")).toBe(two);
  const long = "a".repeat(2 ** 24);
  expect(said(`"${long}"`, "You are opencode, a CLI tool") === long).toBe(true);
});
