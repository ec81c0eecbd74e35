import { expect, test } from "vitest";
import { parseBody } from "../../src/gateway/parsed-request.ts";
import { callerDialects, upstreamDialects } from "../../src/gateway/dialect/dialects.ts";
import { Losses } from "../../src/gateway/chat/loss.ts";
import { estimateTokens } from "../../src/gateway/estimate.ts";
import { requestClassOf, userReader } from "../../src/gateway/memory/clients/clients.ts";
import { readConversation } from "../../src/gateway/memory/chain/conversation.ts";
import { evidenceIn } from "../../src/gateway/memory/verdict/evidence.ts";
import { sessionOf, userIn } from "../../src/gateway/memory/request/identity.ts";
import { fingerprintOfMessages } from "../../src/gateway/memory/chain/reply.ts";
import { textOf } from "../../src/gateway/memory/chain/texts.ts";
import { capabilitiesOf } from "../../src/gateway/model/families.ts";
import { isOwnMatter } from "../../src/gateway/memory/injection/text/own-matter.ts";
import { queryOf } from "../../src/gateway/memory/injection/retrieval/query.ts";
import { isRefusal } from "../../src/gateway/memory/injection/text/refusal.ts";
import { isSmallTalk } from "../../src/gateway/memory/injection/text/small-talk.ts";
import { isTooShort } from "../../src/gateway/memory/injection/text/too-short.ts";
import { cpuMsOf } from "../support/cpu-time.ts";

/** A megabyte that was written to take long is read in no time, by all that reads a caller's text. */

const size = 2 ** 20;
/** Generous: what is quadratic takes minutes. */
const boundMs = 2_000;
const of = (piece: string) => piece.repeat(Math.ceil(size / piece.length));

/** What the editor shows, at the end of Cline's messages. */
const shown = "<environment_details>\n</environment_details>";

/** Of LangChain's prompts. */
const ragHead =
  "You are an assistant for question-answering tasks. Use the following pieces of retrieved context to answer the question.";
const loopHead = "Answer the following questions as best you can. You have access to the following tools:\n";

const texts: [name: string, text: string][] = [
  ["Claude Code's id", `user_${of("_account_").slice(0, size / 2)}${of("_session_").slice(0, size / 2)}!`],
  ["an id of names alone", `user_${of("_account__session_")}!`],
  ["JSON of sessions", `{${of('"session_id":"a"')}`],
  ["JSON without an end", of('{"session_id":')],
  ["white space", `${of(" \n\t")}!`],
  ["white space at the end", of(" \n\t")],
  ["prose", of("The word in English was not expected. ")],
  ["marks of caches", of('"cache_control":{')],
  ["backslashes", of("\\")],
  ["escaped quotes", of('\\"')],
  ["data", `data:${of("a")} `],
  ["digits", of("123456789012345 ")],
  ["exponents", of("1e+")],
  ["reminders", of("<system-reminder>")],
  ["aider's reminders", `${of("\n\nReply in a.")}!`],
  ["histories", of("\n<chat_history>\n ")],
  ["Cline's commands", `<explicit_instructions${of("</explicit_instructions> Command is still running in ")}${shown}`],
  ["Cline's tags", `<task>\n${of("\n</task> \n")}${shown}`],
  ["Cline's results", `[a ${of("] Result: ")}${shown}`],
  ["Claude Code's commands", `<command-message>${of("<command-args>")}`],
  ["LangChain's question", `${ragHead}\nQuestion: ${of("\n")}x`],
  ["LangChain's documents", `${ragHead}\nQuestion: ${of("\n ")}x`],
  ["LangChain's answer", `Answer the question based only on the following context:\nQuestion: ${of("\n")}x`],
  ["LangChain's loop", `${loopHead}\nBegin!\n\nQuestion: ${of("\n")}x`],
  ["a program's labels", of("\nuser message:")],
  ["a program's prompt", `You ${of("are \n- Answer ")}\nuser message:`],
  ["blocks of memory", of("<cairn_memory>\n")],
  ["a summary that is asked for", `Summarize this conversation.${of("\nuser \n- ")}`],
  ["DSPy's fields", of("[[ ## a ## ]] \n")],
  ["Roo Code's feedback", `{"status":"guidance","feedback":"${of("\\\\")}${shown}`],
  ["verdicts", of("that's ok thanks ")],
  ["half characters", of("\ud83d")],
  ["questions", of("a? ")],
  ["what is asked again", of("what ")],
  ["lines that ask", of("which a b c?\n\n")],
  ["fences", `~~~\n${of("```\n")}`],
  ["fences of many kinds", of("```\n~~~\n  ```~~~\n")],
];

/** By which aider is known where it asks. */
const knownSystem = "Act as an expert code analyst.\nAnswer questions about the supplied code.";

const manyParts = (text: string, last = "") =>
  Array.from({ length: 20_000 }, (_, at) => ({ type: "text", text: at < 19_999 ? text.slice(0, 50) : last }));

const manyMessages = (system: string) => ({
  messages: [
    { role: "system", content: system },
    ...Array.from({ length: 20_000 }, () => ({ role: "user", content: "a" })),
  ],
});

const readers: [name: string, read: (text: string) => unknown][] = [
  ["userIn", (text) => userIn({}, { metadata: { user_id: text } }, undefined, undefined)],
  ["sessionOf", (text) => sessionOf({ "x-session-id": text }, {}) + sessionOf({}, { metadata: { user_id: text } })],
  ["textOf", (text) => textOf({ content: [{ type: "text", text }] })],
  ["userReader", (text) => userReader(knownSystem)({ content: [{ type: "text", text }] })],
  ["userReader, of many parts", (text) => userReader(knownSystem)({ content: manyParts(text) })],
  ["userReader, of many parts before a long one", (text) => userReader("")({ content: manyParts("a", text) })],
  ["readConversation, of many messages", (text) => readConversation("openai", manyMessages(text))],
  ["isRefusal", isRefusal],
  ["isSmallTalk", isSmallTalk],
  ["isTooShort", isTooShort],
  ["queryOf", queryOf],
  ["isOwnMatter, of what is searched for", (text) => isOwnMatter(queryOf(text).meaning)],
  ["evidenceIn", evidenceIn],
  ["fingerprintOfMessages", (text) => fingerprintOfMessages([{ role: "assistant", content: text }])],
  ["estimateTokens", (text) => estimateTokens({ messages: [{ role: "user", content: text }] })],
  [
    "requestClassOf",
    (text) =>
      requestClassOf({ "x-claude-code-session-id": "s" }, { tools: [{}], messages: [{ role: "user", content: text }] }),
  ],
  ["readConversation", (text) => readConversation("openai", bodyOf(text))],
  ["parseBody", (text) => parseBody(Buffer.from(JSON.stringify(bodyOf(text))))],
];

const bodyOf = (text: string) => ({
  model: "m",
  tools: [{ description: text }],
  messages: [
    { role: "system", content: text },
    { role: "user", content: text },
  ],
});

test.each(readers)("%s", (_name, read) => {
  for (const [name, text] of texts) {
    expect(
      cpuMsOf(() => read(text)),
      name,
    ).toBeLessThan(boundMs);
  }
});

test("a body of a hundred thousand names, one of them twice", () => {
  const names = Array.from({ length: 100_000 }, (_, at) => `"${at}":0`).join(",");
  const read = () => parseBody(Buffer.from(`{"model":"m","messages":[],${names},"7":1,"model":"m"}`));
  expect(cpuMsOf(() => expect(read).toThrow("model: must be given only once"))).toBeLessThan(boundMs);
});

const many = (count: number, make: (at: number) => object) => Array.from({ length: count }, (_, at) => make(at));
const asks = { role: "user", content: "a" };

const translated: [name: string, dialect: "openai" | "anthropic", body: object][] = [
  [
    "results of tools, each a message",
    "anthropic",
    {
      messages: [
        asks,
        {
          role: "assistant",
          content: many(16_000, (at) => ({ type: "tool_use", id: `c${at}`, name: "t", input: {} })),
        },
        ...many(16_000, (at) => ({ role: "user", content: [{ type: "tool_result", tool_use_id: `c${at}` }] })),
      ],
    },
  ],
  [
    "system messages in a row",
    "openai",
    { messages: [asks, ...many(49_000, () => ({ role: "system", content: "b" }))] },
  ],
  [
    "system messages between others",
    "openai",
    { messages: many(49_000, (at) => (at % 2 === 0 ? asks : { role: "system", content: "b" })) },
  ],
  [
    "tools of which all are allowed",
    "openai",
    {
      messages: [asks],
      tools: many(49_000, (at) => ({ type: "function", function: { name: `t${at}` } })),
      tool_choice: {
        type: "allowed_tools",
        allowed_tools: {
          mode: "auto",
          tools: many(49_000, (at) => ({ type: "function", function: { name: `t${49_000 - at}` } })),
        },
      },
    },
  ],
];

test.each(translated)("%s are translated in no time", (_name, dialect, more) => {
  const { json } = parseBody(Buffer.from(JSON.stringify({ model: "m", max_tokens: 1, ...more })));
  const tookMs = cpuMsOf(() => {
    const request = callerDialects[dialect].parseRequest(json);
    const capabilities = capabilitiesOf({ dialect: "anthropic" }, "claude-opus-5");
    upstreamDialects.anthropic.formatRequest(request, { capabilities, losses: new Losses() });
  });
  expect(tookMs).toBeLessThan(boundMs);
});
