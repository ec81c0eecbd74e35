import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../../src/json.ts";
import { AppError } from "../../../../src/error.ts";
import type { Caller } from "./speak.ts";
import { png } from "./conversations.ts";
import {
  assistant,
  answered,
  call,
  called,
  hi,
  hiAnthropic,
  hiGemini,
  result,
  sent,
  text,
  toolUse,
  user,
} from "./words.ts";

/** What a model cannot be sent anything of. */

const audio = { type: "input_audio", input_audio: { data: "AA==", format: "wav" } };
const openaiFile = { type: "file", file: { file_id: "file-1" } };
const anthropicFile = { type: "document", source: { type: "file", file_id: "f" } };
const image = { type: "image", source: { type: "base64", media_type: "image/png", data: png } };
const upload = { type: "container_upload", file_id: "f" };
const well = { role: "assistant", content: "Well." };
const notShown = (...kinds: string[]) =>
  `[Content removed here, because it cannot be sent to this model: ${kinds.join(", ")}]`;

type Case = [caller: Caller, model: string, part: JsonObject, lost: string];
const cases: Case[] = [
  ["openai", "claude-opus-5", audio, "audio"],
  ["openai", "claude-haiku-4-5", openaiFile, "document.file"],
  ["openai", "gemini-2.5-pro", openaiFile, "document.file"],
  ["anthropic", "gpt-4o", anthropicFile, "document.file"],
  ["anthropic", "deepseek-v4-pro", image, "image"],
  ["anthropic", "gemini-2.5-pro", anthropicFile, "document.file"],
  ["anthropic", "gemini-2.5-pro", upload, "content.container_upload"],
];

describe.each(cases)("a user's turn of %s for %s, %o alone", (caller, model, part, lost) => {
  test.each([
    ["as all there is", [user(part)], 0],
    ["as the newest", [hi, well, user(part)], 2],
    ["behind another such", [hi, well, user(part), user(part)], 3],
    ["beside a blank text", [hi, well, user(text(" "), part)], 2],
    ["before a blank message", [user(part), user(text(" "))], 1],
    ["before what the assistant is to go on with", [user(part), well], 0],
  ] as [string, JsonValue[], number][])("is refused %s", (_, messages, at) => {
    let refused: unknown;
    try {
      sent(caller, model, messages);
    } catch (error) {
      refused = error;
    }
    expect(refused).toBeInstanceOf(AppError);
    expect(refused).toMatchObject({
      code: "invalid_argument",
      message: `messages[${at}].content: must contain something that can be sent to this model; all of it would be lost: ${lost}`,
    });
  });

  test("is a text that says so in a turn before the newest", () => {
    const { said, losses } = sent(caller, model, [user(part, text("")), well, hi]);
    const [first, , last] = said as JsonObject[];
    const kind = lost.replace(/^content\.|\.file$/u, "");
    const stand = notShown(kind);
    expect([first, last]).toEqual(
      model.startsWith("claude")
        ? [user(text(stand)), hiAnthropic]
        : model.startsWith("gemini")
          ? [{ role: "user", parts: [{ text: stand }] }, hiGemini]
          : [{ role: "user", content: stand }, hi],
    );
    expect(losses).toEqual([lost, "~messages.content"]);
  });
});

test.each([
  ["behind", [hi, well, hi, user(audio)]],
  ["behind, though a blank text is beside it", [hi, well, hi, user(text(" "), audio)]],
  ["before", [hi, well, user(audio), hi]],
])("beside another of the user's that can be said a text stands in its place: %s", (where, messages) => {
  const { said, losses } = sent("openai", "claude-haiku-4-5", messages);
  const stand = user(text(notShown("audio")));
  const newest = where === "before" ? [stand, hiAnthropic] : [hiAnthropic, stand];
  expect((said as JsonObject[]).slice(2)).toEqual(newest);
  expect(losses).toEqual(["audio", "~messages.content"]);
});

test("behind a tool's result it is no refusal: the result is said", () => {
  const messages = [hi, called(call("a")), answered("a"), user(audio)];
  expect((sent("openai", "claude-haiku-4-5", messages).said as JsonObject[]).at(-1)).toEqual(
    user(text(notShown("audio"))),
  );
});

test("blank texts beside what can be said stay", () => {
  const { said } = sent("anthropic", "gpt-4o", [user(text(" "), image)]);
  expect(said).toMatchObject([{ content: [text(" "), { type: "image_url" }] }]);
});

test("a turn of white space is none, as before", () => {
  expect(sent("openai", "claude-haiku-4-5", [hi, { role: "user", content: " \n" }]).said).toEqual([hiAnthropic]);
});

describe("a tool's result of which nothing can be shown", () => {
  const pdf = { type: "document", source: { type: "base64", media_type: "application/pdf", data: "AA==" } };
  const returned = (content: JsonValue[], more: JsonObject = {}) => [
    hi,
    assistant(toolUse("a")),
    user({ ...result("a", content), ...more }),
  ];

  test("says so, and no message behind it promises more", () => {
    for (const [content, kinds] of [
      [[pdf], ["document"]],
      [
        [pdf, image],
        ["document", "image"],
      ],
    ] as const) {
      const { said, losses } = sent("anthropic", "deepseek-v4-pro", returned([...content]));
      expect((said as JsonObject[]).slice(2)).toEqual([answered("a", notShown(...kinds))]);
      expect(losses).toEqual([...kinds, "~tool_result.content"]);
    }
    const failed = sent("anthropic", "deepseek-v4-pro", returned([pdf], { is_error: true })).said as JsonObject[];
    expect(failed.slice(2)).toEqual([answered("a", `Error: ${notShown("document")}`)]);
  });

  test("says so at Gemini", () => {
    const kept = sent("anthropic", "gemini-2.5-pro", returned([anthropicFile], { is_error: true }));
    expect((kept.said as JsonObject[])[2]).toMatchObject({
      parts: [{ functionResponse: { response: { error: notShown("document") } } }],
    });
    expect(kept.losses).toEqual(["document.file", "~tool_result.content"]);
    const shown = sent("anthropic", "gemini-2.5-pro", returned([pdf]));
    expect((shown.said as JsonObject[])[2]).toMatchObject({
      parts: [{ functionResponse: { response: { output: "" } } }, { inlineData: {} }],
    });
    expect(shown.losses).toEqual(["~tool_result.document"]);
  });

  test("what of it can be shown is, and its text stands alone where it has one", () => {
    const mixed = sent("anthropic", "gpt-4o", returned([anthropicFile, image]));
    expect((mixed.said as JsonObject[]).slice(2)).toMatchObject([
      answered("a", "The result is in the next user message."),
      { role: "user", content: [text("Result of the tool call a:"), { type: "image_url" }] },
    ]);
    expect(mixed.losses).toEqual(["document.file", "~tool_result.image"]);
    const told = sent("anthropic", "deepseek-v4-pro", returned([text("ok"), pdf]));
    expect((told.said as JsonObject[]).slice(2)).toEqual([answered("a")]);
    expect(told.losses).toEqual(["document"]);
  });

  test("beside it, what the user says and cannot be sent is no empty message", () => {
    const messages = [hi, assistant(toolUse("a")), user(result("a"), anthropicFile)];
    const { said, losses } = sent("anthropic", "gpt-4o", messages);
    expect(said).toEqual([hi, called(call("a")), answered("a")]);
    expect(losses).toEqual(["document.file"]);
  });
});
