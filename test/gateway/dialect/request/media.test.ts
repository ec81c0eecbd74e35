import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../src/json.ts";
import { pdf, png } from "./conversations.ts";
import { translate } from "./speak.ts";
import { hi, hiAnthropic, sent, text, user } from "./words.ts";

describe("media", () => {
  const file = (of: JsonObject) => ({ role: "user", content: [{ type: "file", file: of }, text("hi")] });
  const document = (source: JsonObject, extra: JsonObject = {}) =>
    user({ type: "document", source, ...extra }, text("hi"));

  test("a PDF, whether as a data URL or as base64 alone", () => {
    const source = { type: "base64", media_type: "application/pdf", data: pdf };
    for (const data of [pdf, `data:application/pdf;base64,${pdf}`]) {
      expect(sent("openai", "claude-opus-5", [file({ file_data: data })]).said).toEqual([document(source)]);
    }
  });

  test.each(["constructor", "toString", "valueOf"])("an ending .%s tells no type", (ending) => {
    const named = sent("openai", "claude-opus-5", [file({ filename: `a.${ending}`, file_data: pdf })]).said;
    const source = { type: "base64", media_type: "application/pdf", data: pdf };
    expect(named).toEqual([document(source, { title: `a.${ending}` })]);
    const image = { type: "image_url", image_url: { url: `https://a/b.${ending}` } };
    expect(sent("openai", "gemini-2.5-pro", [{ role: "user", content: [image] }]).said).toEqual([
      { role: "user", parts: [{ fileData: { fileUri: `https://a/b.${ending}` } }] },
    ]);
  });

  test("a data URL's type may be written in capitals, and have parameters", () => {
    const image_url = { url: `data:IMAGE/PNG;name=a.png;base64,${png}` };
    const source = { type: "base64", media_type: "image/png", data: png };
    expect(
      sent("openai", "claude-opus-5", [{ role: "user", content: [{ type: "image_url", image_url }] }]).said,
    ).toEqual([user({ type: "image", source })]);
  });

  test.each(["image/jpg", "image/pjpeg", "IMAGE/JPG"])("%s is a name of JPEG", (type) => {
    const image = { type: "image_url", image_url: { url: `data:${type};base64,/9j/4AAQ` } };
    const messages = [{ role: "user", content: [image] }];
    const source = { type: "base64", media_type: "image/jpeg", data: "/9j/4AAQ" };
    expect(sent("openai", "claude-opus-5", messages).said).toEqual([user({ type: "image", source })]);
    expect(sent("openai", "gemini-2.5-pro", messages).said).toEqual([
      { role: "user", parts: [{ inlineData: { mimeType: "image/jpeg", data: "/9j/4AAQ" } }] },
    ]);
  });

  test("plain text is a document where there are such", () => {
    const source = { type: "text", media_type: "text/plain", data: "abc" };
    expect(sent("openai", "claude-opus-5", [file({ file_data: "data:text/plain;base64,YWJj" })]).said).toEqual([
      document(source),
    ]);
    expect(sent("anthropic", "gpt-4o", [document(source, { title: "t" })])).toMatchObject({
      said: [{ role: "user", content: [text("t\n\nabc"), text("hi")] }],
      losses: ["~document.text"],
    });
  });

  test("a document of blocks and a search result are text, and images beside it", () => {
    const image = { type: "image", source: { type: "url", url: "https://a/b.png" } };
    const messages = [
      document({ type: "content", content: [text("x"), image] }),
      user({ type: "search_result", source: "s", title: "t", content: [text("y")] }),
    ];
    expect(sent("anthropic", "gemini-2.5-pro", messages)).toEqual({
      said: [
        {
          role: "user",
          parts: [{ text: "x" }, { fileData: { mimeType: "image/png", fileUri: "https://a/b.png" } }, { text: "hi" }],
        },
        { role: "user", parts: [{ text: "t\n\ns\n\ny" }] },
      ],
      losses: ["document.content", "~document.text"],
    });
  });

  test("a file kept at one provider is of no use at another", () => {
    expect(sent("openai", "claude-opus-5", [file({ file_id: "file-1" })])).toMatchObject({
      said: [hiAnthropic],
      losses: ["document.file"],
    });
    const kept = document({ type: "file", file_id: "f" });
    expect(sent("anthropic", "gpt-4o", [kept])).toMatchObject({ said: [hi], losses: ["document.file"] });
    const image = { type: "image", source: { type: "file", file_id: "f" } };
    expect(sent("anthropic", "gpt-4o", [user(image, text("hi"))]).losses).toEqual(["image.file"]);
  });

  test("what the model cannot see or hear is left out, and said so", () => {
    const audio = { type: "input_audio", input_audio: { data: "AA==", format: "wav" } };
    const image = { type: "image_url", image_url: { url: "https://a/b.png" } };
    const messages = [{ role: "user", content: [audio, image, text("hi")] }];
    expect(sent("openai", "claude-opus-5", messages).losses).toEqual(["audio"]);
    expect(sent("openai", "deepseek-v4-pro", messages)).toMatchObject({ losses: ["image"] });
    expect((sent("openai", "gemini-2.5-pro", messages).said as JsonObject[])[0]).toMatchObject({
      parts: [{ inlineData: { mimeType: "audio/wav", data: "AA==" } }, {}, {}],
    });
  });
});

test("tools that may not be called are left out where a model cannot be held to some", () => {
  const tools = ["f", "g"].map((name) => ({ type: "function", function: { name } }));
  const allowed_tools = { mode: "auto", tools: [tools[1]] };
  const body = { model: "claude-opus-5", messages: [hi], tools, tool_choice: { type: "allowed_tools", allowed_tools } };
  const arrived = translate("openai", "anthropic", body).body["tools"];
  expect(arrived).toEqual([{ name: "g", input_schema: { type: "object", properties: {} } }]);
  const openai = translate("openai", "openai", { ...body, model: "gpt-4o" }).body;
  expect([openai["tools"], openai["tool_choice"]]).toMatchObject([[{}, {}], body.tool_choice]);
});

describe("cache breakpoints", () => {
  const ephemeral = { cache_control: { type: "ephemeral" } };
  const explicit = { prompt_cache_breakpoint: { mode: "explicit" } };

  test("of one dialect are those of the other, and at most the last four", () => {
    const parts = ["a", "b", "c", "d", "e"];
    const messages = [{ role: "user", content: parts.map((each) => text(each, explicit)) }];
    expect(sent("openai", "claude-opus-5", messages)).toEqual({
      said: [user(text("a"), ...parts.slice(1).map((each) => text(each, ephemeral)))],
      losses: ["cache_control"],
    });
    const back = [user(...parts.slice(1).map((each) => text(each, ephemeral)))];
    expect(sent("anthropic", "gpt-6-sol", back)).toEqual({
      said: [{ role: "user", content: parts.slice(1).map((each) => text(each, explicit)) }],
      losses: [],
    });
    expect(sent("anthropic", "gpt-5.5", back).losses).toEqual(["cache_control"]);
  });

  test("of a whole request it is behind its last part", () => {
    const body = { model: "gpt-6-sol", max_tokens: 9, messages: [hi], ...ephemeral };
    expect(translate("anthropic", "openai", body).body["messages"]).toEqual([
      { role: "user", content: [text("hi", explicit)] },
    ]);
  });
});
