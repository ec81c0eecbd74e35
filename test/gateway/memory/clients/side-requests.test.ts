import { expect, test } from "vitest";
import type { JsonObject } from "../../../../src/json.ts";
import { requestClassOf } from "../../../../src/gateway/memory/clients/clients.ts";

const user = (content: string): JsonObject => ({ role: "user", content });
const talk = [user("From now on, always use tabs."), { role: "assistant", content: "Okay." }];
/** opencode is known by it. */
const headers = { "x-session-affinity": "ses_a" };
const classOf = (messages: JsonObject[], system = "") =>
  requestClassOf(headers, { messages: [{ role: "system", content: system }, ...messages] });

test.each<[name: string, system: string, messages: JsonObject[], expected: string]>([
  [
    "Continue's title",
    "",
    [
      user(
        "Given the following... please reply with a title for the chat that is 3-4 words in length, all words used should be directly related to the content of the chat\n\nYou should never use axios.",
      ),
    ],
    "auxiliary",
  ],
  [
    "Continue's completion",
    "",
    [
      user(
        "You are a HOLE FILLER. You are provided with a file containing holes, formatted as '{{HOLE_NAME}}'.\n\n<QUERY>\n// Never use eval here.",
      ),
    ],
    "auxiliary",
  ],
  [
    "Continue's summary",
    "",
    [
      user("Previous conversation summary:\n\nAlways run gofmt."),
      ...talk,
      user(
        "Create a comprehensive summary of this conversation that captures all essential information needed to continue the work seamlessly. Structure",
      ),
    ],
    "compaction",
  ],
  [
    "the summary of Continue's command",
    "You are an agent in the Continue CLI.",
    [
      ...talk,
      user(
        "Please provide a concise summary of our conversation so far, capturing the key context, decisions made, and current state.",
      ),
    ],
    "compaction",
  ],
  [
    "LobeChat's title",
    "You are a professional conversation summarizer. Generate a concise title that captures the essence of the conversation.\n\nRules:",
    [user("user: Always use tabs.\nassistant: ok")],
    "auxiliary",
  ],
  [
    "Mastra's title",
    "\n      - you will generate a short title based on the first message a user begins a conversation with\n      - ensure",
    [user('[{"type":"text","text":"Always run gofmt."}]')],
    "auxiliary",
  ],
  [
    "Obsidian Copilot's title",
    "",
    [
      user(
        "Generate a concise title (max 5 words) for this conversation based on its content. Return only the title without any explanation or quotes.\n\nConversation:\nuser: Always use tabs.",
      ),
    ],
    "auxiliary",
  ],
  [
    "Obsidian Copilot's question",
    "",
    [
      user(
        "Given the following conversation and a follow up question,\n    summarize the conversation as context and keep the follow up question unchanged",
      ),
    ],
    "auxiliary",
  ],
  [
    "OpenHands' condenser",
    "",
    [
      user(
        "You are maintaining a context-aware state summary for an interactive agent.\nYou will be given a list of events\n\n<EVENT id=3>\nCONTENT: Always use tabs.\n</EVENT>",
      ),
    ],
    "compaction",
  ],
  [
    "OpenHands' title",
    "You are a helpful assistant that generates concise, descriptive titles for conversations with OpenHands. OpenHands is",
    [
      user(
        "Generate a title (maximum 50 characters) for a conversation that starts with this message:\n\nAlways use tabs.",
      ),
    ],
    "auxiliary",
  ],
  [
    "Dify's title",
    "",
    [
      user(
        "You are asked to generate a concise chat title by decomposing the user’s input into two parts: “Intention” and “Subject”.\n\nUser Input:\nAlways use tabs.",
      ),
    ],
    "auxiliary",
  ],
  [
    "Dify's questions",
    "",
    [
      user(
        "Human: Always use tabs.\nAssistant: ok\nPlease help me predict the three most likely questions that human would ask, and keep each question under 20 characters.\nMAKE SURE your output is the SAME language\n\nquestions:\n",
      ),
    ],
    "auxiliary",
  ],
])("%s is its own", (_, system, messages, expected) => {
  expect(classOf(messages, system)).toBe(expected);
});

test.each<[name: string, asked: string, expected: string]>([
  ["Dify's title", "You are asked to generate a concise chat title by decomposing the user’s input into", "auxiliary"],
  [
    "LangChain's summary",
    "<role>\nContext Extraction Assistant\n</role>\n\n<primary_objective>\nYour sole objective in this task is to extract",
    "compaction",
  ],
  [
    "LlamaIndex's refining",
    "The original query is as follows: x\nWe have provided an existing answer: y\n",
    "auxiliary",
  ],
  [
    "Open WebUI's summary",
    "### Task:\nSummarize the conversation history that will be compacted out of the active chat context.",
    "compaction",
  ],
  [
    "opencode's summary",
    "Here is the conversation so far:\n\n<conversation>\n</conversation>\nCreate a new anchored summary from the conversation history in the <conversation> tags above so another coding agent",
    "compaction",
  ],
  [
    "Roo Code's better prompt",
    "Generate an enhanced version of this prompt (reply with only the enhanced prompt - no conversation, explanations,",
    "auxiliary",
  ],
  [
    "Continue's title",
    "Given the following... please reply with a title for the chat that is 3-4 words in length",
    "auxiliary",
  ],
])("%s is its own where it is the only message: a conversation that begins so is its user's", (_, asked, expected) => {
  expect(classOf([user(asked)])).toBe(expected);
  expect(classOf([user(asked), ...talk, user("Go on.")])).toBeUndefined();
});

test("what a person asks is theirs", () => {
  const texts = [
    "Create a comprehensive summary of this conversation. Never name me in it.",
    "Given the following, what is a good title?",
    "Generate a concise title (max 5 words) for this conversation. From now on, always use tabs.",
    "Please help me predict the three most likely questions of my examiner.",
    "Tell me of HOLE FILLER. You are a HOLE FILLER.",
  ];
  expect(texts.map((text) => classOf([user(text)]))).toEqual(texts.map(() => undefined));
  const quoted = "Given the following... please reply with a title for the chat that is 3-4 words in length";
  expect(classOf([...talk, user(`Which program says this?\n${quoted}`)])).toBeUndefined();
});
