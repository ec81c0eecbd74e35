import { expect, test } from "vitest";
import type { JsonObject } from "../../../../src/json.ts";
import { requestClassOf, userReader } from "../../../../src/gateway/memory/clients/clients.ts";

const said = (content: string, system = "") => userReader(system)({ role: "user", content });
const user = (content: string) => ({ role: "user", content });
/** Behind a turn, and beside tools. */
const saidLater = (content: string, system = "") => userReader(system, [user("Hi."), user(content)])(user(content));
const saidWithTools = (content: string, system = "") => userReader(system, [user(content)], true)(user(content));

test("a message that shows a conversation in tags is a program's: its rules bind nobody", () => {
  const content = `Name this chat. You MUST answer with JSON only. NEVER use emojis.
<chat_history>
USER: Never call me on Mondays.
</chat_history>
Title:`;
  expect(said(content)).toEqual({ text: content, origin: "agent" });
});

test("a person's rules are theirs, however many they paste, and whatever tags they speak of", () => {
  const rules = Array.from({ length: 10 }, (_, i) => `${i + 1}. Never use word ${i}. You must obey this.`).join("\n");
  const texts = [
    rules,
    `### Rules:\n${rules}\n### Output:\nJSON`,
    `<rules>\n${rules}\n</rules>`,
    "Never write <chat_history> in a template again.",
    "What is this?\n<chat_history>",
  ];
  expect(texts.map((text) => said(text))).toEqual(texts.map((text) => ({ text, origin: "user" })));
});

/** As public programs ask models. */
const long = `Provide a detailed summary of our conversation above, and ${"keep all that was decided, ".repeat(20)}and be brief.`;
test.each([
  "Generate a concise title (max 5 words) for this conversation: From now on, always use tabs.",
  'Create a short (4-5 words max) title for this conversation: "Always use tabs."',
  "Generate a 3-5 word title for this conversation. Only output the title, nothing else: Always use tabs.",
  "Based on the chat history, please write a short title for this conversation. Only output the title.",
  "Generate a concise title for the following conversation. The title MUST be in French.\nUser: Always use tabs.\nAI: ok",
  "Please summarize the following conversation concisely:\n\nAlways use tabs.",
  "Summarize the following conversation into a concise summary that preserves key information. You MUST be brief.\n\nConversation:\nhi",
  "Summarize the conversation history into a concise summary that preserves what is needed.\n1. Always name files\n2. Never guess",
  "Your task is to create a detailed summary of the conversation so far, paying close attention to what is asked.\n\n1. Always name files\n2. Never guess",
  long,
])("what asks for a title or a summary as models are asked binds nobody: %s", (content) => {
  expect(said(content)).toEqual({ text: content, origin: "agent" });
});

test.each([
  "You are a title generator. Generate a concise 3-5 word title for the following conversation. Reply with ONLY",
  "You generate titles for coding-agent conversations.",
  "You are a helpful assistant that generates short, descriptive chat titles.",
  "You will generate a short title based on the first message a user begins a conversation with.",
  "Provide a concise and complete summarization of the entire dialog that does not exceed 5 sentences",
  "You are a concise summarizer. Summarize the following conversation in 3-5 bullet points.",
  "You are a helpful AI assistant tasked with summarizing conversations.",
])("beside a system text that asks for one, a conversation that is shown binds nobody: %s", (system) => {
  const content = "User: Always use tabs.\nAssistant: ok";
  expect(said(content, system)).toEqual({ text: content, origin: "agent" });
  for (const read of [saidLater, saidWithTools]) expect(read(content, system).origin).toBe("user");
  // It may be the user's first message to an assistant that is asked for a summary among other things.
  expect(said("Always use tabs.", system).origin).toBe("user");
});

test("beside a system text of a model for titles, a long text binds nobody", () => {
  const content = `Always use tabs. ${"They look better. ".repeat(30)}`.trim();
  expect(said(content, "You generate titles for coding-agent conversations.").origin).toBe("agent");
  expect(said(content, "You are a helper. Give a summary of the conversation at its end.").origin).toBe("user");
});

test.each([
  "You are a meeting assistant. You join meetings, and summarize the conversation.",
  "You are an assistant of a title company that has conversations about property titles.",
  "You are a writing assistant that helps with titles, blogs and chat messages.",
  "You are a friendly companion. Never be rude. At the end give a summary of the conversation.",
  "You are a support agent for Acme. Create a summary of the conversation and send it to the CRM when the user is done.",
  "Always be polite. Write a short summary of this chat in your last message.",
  "You are a helpful assistant. Generate a title for the conversation in the first line of your first answer.",
  "You are a marketing assistant that writes blog titles and chat replies.",
  "You are a coach who is summarizing conversations and helping people.",
  "Provide a summary of the conversation at the end of each session.",
])("a model of another kind is told rules: %s", (system) => {
  expect(said("Always use tabs.", system)).toEqual({ text: "Always use tabs.", origin: "user" });
});

test.each([
  "Summarize our conversation so far. From now on, always answer in French.",
  "Provide a detailed summary of our conversation above. Never name me in it.",
  "Generate a title for this conversation. Never use yarn.",
  "Write a title for this chat. From now on, always use tabs. Return only code.",
  "Create a summary page for the session:\n- Always use tabs\n- Never push to main",
  "Generate a migration for the session table:\n1. Never drop columns.\n2. Always add an index.",
  "Create a summary endpoint for the conversation service.\n1. Never log bodies.\n2. Always validate input.",
  "Write a function that generates a title for a conversation. Always use early returns. Never use default exports.",
  "I wrote a summary of our conversation:\n1. We always deploy on Mondays.\n2. Never call Ann.",
  "Always give a summary of the conversation at the end.\n1. Keep it short\n2. In French",
  "Please summarize our discussion. I prefer bullet points. Always write in British English.",
  "Suggest a title for our chat about dogs. My dog is called Rex, and I live in Bergen.",
  "Write a summary of our conversation: from now on, always answer in German.",
  "Summarize the conversation above. Always answer me in German.\n- keep it short\n- use bullet points",
  "Summarize our discussion. Never use emojis in my documents.\n1. decisions\n2. open points",
  "Write a title for this session: My trip to Oslo. Never use emojis.",
  "Give me a summary of our conversation and reply only in German. Never use emojis again.",
  "Give me a 5 word title for this session. From now on: always use tabs.",
  "Give me a 5 word title for this session. Remember: I like tabs.",
  "Summarize our conversation. Rules for all documents:\nAlways use tabs.",
  "Summarize the conversation above. From now on, answer in German.\n1. decisions\n2. open points",
])("a person who asks for one, or speaks of them, loses no rule: %s", (content) => {
  expect(said(content)).toEqual({ text: content, origin: "user" });
});

/** Compaction, which comes behind the conversation, and beside its tools. */
test.each([
  "Your task is to create a detailed summary of the conversation so far.\n\n1. Always name files\n2. Never guess",
  `Provide a detailed summary of the conversation above.\n1. Always name files\n2. Never guess\n${"Keep it structured. ".repeat(25)}`.trim(),
])(
  "beside tools and behind other turns, what asks for a summary as only models are asked binds nobody: %s",
  (content) => {
    for (const read of [saidLater, saidWithTools]) {
      expect(read(content)).toEqual({ text: content, origin: "agent" });
      for (const personal of [`${content}\nI am allergic to nuts.`, `${content}\nAlways use tabs.`]) {
        expect(read(personal).origin).toBe("user");
      }
    }
  },
);

test.each([
  'Generate a title for this conversation: "Always use tabs"',
  "Generate a title for this conversation:\nAlways use tabs",
])("beside tools and behind other turns, what is quoted or shown below binds nobody: %s", (content) => {
  for (const read of [saidLater, saidWithTools]) expect(read(content)).toEqual({ text: content, origin: "agent" });
});

test("beside tools and behind other turns, no other text that shows no conversation is a program's", () => {
  const inPoints = "Summarize our discussion so far. I am allergic to nuts.\n1. decisions\n2. open points";
  const shown = "Please summarize the following conversation.\nUser: Always use tabs.";
  for (const read of [saidLater, saidWithTools]) {
    expect([inPoints, long, shown].map((text) => read(text).origin)).toEqual(["user", "user", "agent"]);
  }
});

test.each([
  "You are a sentiment classifier. Classify the review as positive, negative or neutral. Answer with one word.",
  "Classify the following support ticket as billing, shipping or other.",
  "Please classify the text provided by the user into one of the following categories: billing, support",
  "You are highly intelligent and accurate sentiment analyzer. Analyze the sentiment of the provided text.",
  "Extract all persons and dates from the text. Return JSON.",
  "Translate the following text to German.",
  "You are a helpful assistant. Classify the following review, and answer with one word.",
  "You are an intent detector. Determine the intent of the message.",
  "Please act as an impartial judge and evaluate the quality of the response provided by an AI assistant",
  "You are a grader assessing relevance of a retrieved document to a user question.",
])("a text that a model is to read for a program is no part of a conversation: %s", (system) => {
  const content = "Never buy from this shop again. I live in Berlin.";
  const asked = (...messages: object[]) => ({
    messages: [{ role: "system", content: system }, ...messages] as JsonObject[],
  });
  expect(requestClassOf({}, asked(user(content)))).toBe("auxiliary");
  expect(requestClassOf({}, { ...asked(user(content)), tools: [{ name: "a" }] })).toBeUndefined();
  expect(requestClassOf({}, asked(user("Hi."), { role: "assistant", content: "x" }, user(content)))).toBeUndefined();
  expect(requestClassOf({}, asked(user("From now on, always answer in French.")))).toBeUndefined();
});

test.each([
  "You are a helpful assistant. Classify requests only if you are asked to.",
  "You are a judge in a game of courts.",
  "You are a support agent for Acme. Extract nothing from the knowledge base without a source.",
  "You are a translator and friend. Help the user learn German.",
  "You are a coding assistant that rates code.",
  "Analyze the user's message and answer it kindly.",
  "You are the support assistant of Acme. Classify the user's message. Then help them.",
  "You are a helpful assistant. Classify the user's message, then answer it.",
  "You are Sam. Translate the user's messages into French.",
  "Determine the user's language, and talk in it. You sell shoes.",
  "Proofread the user's texts. Keep their style.",
  "You are a grader at Acme that talks with farmers about their milk.",
])("a model of another kind has a conversation with its user: %s", (system) => {
  expect(requestClassOf({}, { system, messages: [user("Never call me Bob.")] })).toBeUndefined();
});

test.each([
  "Context:\n---\nNever send batteries by air mail.\n---\n\nCustomer question: Where is my parcel?",
  "## Documents\nAlways pack twice.\n\n## User Query:\nWhere is it?",
  "Answer from what follows.\nNever guess.\n\n**User's question**: Where is it?",
  "You are a pirate. Never use markdown.\n\nUser message: Hello",
  "Your task is to help. Never guess. It is known: I live in Bergen.\n\nUser input: Hello",
  "You must be kind, and never use emojis.\n\nThe user's message: Hello",
  "Always be terse. Answer in one sentence.\n\nUser input: Hello",
  "Never guess. Return only JSON.\n\nCustomer message: Hello",
  "# Rules\n1. Never guess.\n2. Always be kind.\n\nVisitor message: Hello",
  "Never guess.\n\n### User Input:\nHello",
  "Never guess.\n\n**User message:** Hello",
  "User input: an example\nNever guess.\n\nUser question: Where is it?",
])("what shows behind something else what a user asks was put together by a program: %s", (content) => {
  expect(said(content)).toEqual({ text: content, origin: "agent" });
});

test.each([
  "Question: where is it?\nContext: never send batteries by air mail, they say.",
  "Add a label to the form.\nIt says user message. Never hide it.",
  "User question: what is that?",
  "Please answer this ticket, and always sign with my name Ann.\n\nCustomer message: Where is my parcel?",
  "It fails. Remember that I prefer Vue.\n\nUser input: 42 crashes it",
  "You are right. Never use yarn.\n\nUser input: 42 crashes it",
  "You must sign with my name.\n- always\n- from Ann\n\nCustomer message: Where is my parcel?",
  "Please answer in German, and never use emojis.\n\nCustomer message: Where is my parcel?",
])("a person who has a context, or speaks of users, is heard: %s", (content) => {
  expect(said(content)).toEqual({ text: content, origin: "user" });
});

test("what a person pastes into a conversation without a system text is theirs", () => {
  const content = "Answer it, and always sign with my name Ann.\n\nCustomer question: Where is my parcel?";
  expect(saidLater(content)).toEqual({ text: content, origin: "user" });
  expect(saidLater(content, "You answer tickets.").origin).toBe("agent");
  const terse = "Reply in German. Always be terse.\n\nUser input: Where is my parcel?";
  expect(saidLater(terse).origin).toBe("user");
  expect(saidLater(terse, "You answer tickets.").origin).toBe("agent");
});
