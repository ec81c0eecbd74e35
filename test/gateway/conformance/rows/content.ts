import { asks } from "../asks.ts";
import type { Row } from "../row.ts";

const png = "iVBORw0KGgo=";
const pdf = "JVBERi0xLjcK";
const text = (said: string) => ({ type: "text", text: said });
const user = (...content: object[]) => said({ role: "user", content });
const model = (...parts: object[]) => ({ contents: [{ role: "user", parts }] });
const said = (...messages: object[]) => ({ messages });
const noAudio = "Anthropic's dialect has no audio.";

const odd = 'é 😀 العربية \u0000\u2028 \ud800 "\\ </script> \ufeff';
const ascii = { type: "image_url", image_url: { url: `data:image/png;base64,${png}` } };
const block = { type: "image", source: { type: "base64", media_type: "image/png", data: png } };

const pdfFile = (more: object) => ({
  type: "file",
  file: { file_data: `data:application/pdf;base64,${pdf}`, ...more },
});
const pdfBlock = (more: object) => ({
  type: "document",
  source: { type: "base64", media_type: "application/pdf", data: pdf },
  ...more,
});
const plainText = { type: "document", source: { type: "text", media_type: "text/plain", data: "some text" } };

export const contentRows: readonly Row[] = [
  asks("Texts of one message stay apart", {
    from: { openai: user(text("a"), text("b")), anthropic: user(text("a"), text("b")) },
    at: {
      openai: user(text("a"), text("b")),
      anthropic: user(text("a"), text("b")),
      gemini: model({ text: "a" }, { text: "b" }),
    },
  }),
  asks("An empty text is no block", {
    from: {
      openai: said(
        { role: "user", content: [text(""), text("hi")] },
        { role: "assistant", content: "" },
        { role: "user", content: "so?" },
      ),
      anthropic: said(
        { role: "user", content: [text(""), text("hi")] },
        { role: "assistant", content: [] },
        { role: "user", content: "so?" },
      ),
    },
    at: {
      openai: said(
        { role: "user", content: "hi" },
        { role: "assistant", content: "" },
        { role: "user", content: "so?" },
      ),
      anthropic: said({ role: "user", content: [text("hi")] }, { role: "user", content: [text("so?")] }),
      gemini: {
        contents: [
          { role: "user", parts: [{ text: "hi" }] },
          { role: "user", parts: [{ text: "so?" }] },
        ],
      },
    },
  }),
  asks("Characters of every kind", {
    from: { openai: user(text(odd)), anthropic: user(text(odd)) },
    at: {
      openai: said({ role: "user", content: odd }),
      anthropic: user(text(odd)),
      gemini: model({ text: odd }),
    },
  }),
  asks("Two messages of one role in a row stay two", {
    from: {
      openai: said({ role: "user", content: "a" }, { role: "user", content: "b" }),
      anthropic: said({ role: "user", content: "a" }, { role: "user", content: "b" }),
    },
    at: {
      openai: said({ role: "user", content: "a" }, { role: "user", content: "b" }),
      anthropic: said({ role: "user", content: [text("a")] }, { role: "user", content: [text("b")] }),
      gemini: {
        contents: [
          { role: "user", parts: [{ text: "a" }] },
          { role: "user", parts: [{ text: "b" }] },
        ],
      },
    },
  }),
  asks("An image in the request", {
    from: { openai: user(text("this"), ascii), anthropic: user(text("this"), block) },
    at: {
      openai: user(text("this"), ascii),
      anthropic: user(text("this"), block),
      gemini: model({ text: "this" }, { inlineData: { mimeType: "image/png", data: png } }),
    },
  }),
  asks("An image by its address", {
    from: {
      openai: user({ type: "image_url", image_url: { url: "https://example.com/a.jpg?x=1" } }),
      anthropic: user({ type: "image", source: { type: "url", url: "https://example.com/a.jpg?x=1" } }),
    },
    at: {
      openai: user({ type: "image_url", image_url: { url: "https://example.com/a.jpg?x=1" } }),
      anthropic: user({ type: "image", source: { type: "url", url: "https://example.com/a.jpg?x=1" } }),
      gemini: model({ fileData: { mimeType: "image/jpeg", fileUri: "https://example.com/a.jpg?x=1" } }),
    },
  }),
  asks("How closely an image is to be looked at", {
    from: {
      openai: user({ type: "image_url", image_url: { url: `data:image/png;base64,${png}`, detail: "high" } }),
      anthropic: "Anthropic's dialect has no word for it.",
    },
    at: { anthropic: user(block), gemini: model({ inlineData: { mimeType: "image/png", data: png } }) },
    lost: { anthropic: "image.detail; dropped", gemini: "image.detail; dropped" },
  }),
  asks("An image for a model that sees none", {
    models: { openai: "deepseek-v4-pro", anthropic: "claude-haiku-4-5" },
    from: { openai: user(text("this"), ascii), anthropic: user(text("this"), block) },
    at: {
      openai: { messages: [{ role: "user", content: "this" }], max_completion_tokens: undefined, max_tokens: 64 },
      anthropic: user(text("this"), block),
      gemini: model({ text: "this" }, { inlineData: { mimeType: "image/png", data: png } }),
    },
    lost: { openai: "image; dropped" },
  }),
  asks("A document in the request", {
    from: { openai: user(pdfFile({})), anthropic: user(pdfBlock({})) },
    at: {
      openai: user(pdfFile({ filename: "document.pdf" })),
      anthropic: user(pdfBlock({})),
      gemini: model({ inlineData: { mimeType: "application/pdf", data: pdf } }),
    },
  }),
  asks("The name of a document", {
    from: { openai: user(pdfFile({ filename: "a.pdf" })), anthropic: user(pdfBlock({ title: "a.pdf" })) },
    at: {
      openai: user(pdfFile({ filename: "a.pdf" })),
      anthropic: user(pdfBlock({ title: "a.pdf" })),
      gemini: model({ inlineData: { mimeType: "application/pdf", data: pdf } }),
    },
    lost: { gemini: "document.name; dropped" },
  }),
  asks("A document by its address", {
    from: {
      openai: "OpenAI's dialect has no document by its address.",
      anthropic: user(text("this"), { type: "document", source: { type: "url", url: "https://example.com/a.pdf" } }),
    },
    at: {
      openai: said({ role: "user", content: "this" }),
      gemini: model(
        { text: "this" },
        { fileData: { mimeType: "application/pdf", fileUri: "https://example.com/a.pdf" } },
      ),
    },
    lost: { openai: "document.url; dropped" },
  }),
  asks("A document of plain text", {
    from: {
      openai: user({ type: "file", file: { file_data: `data:text/plain;base64,${btoa("some text")}` } }),
      anthropic: user(plainText),
    },
    at: {
      openai: said({ role: "user", content: "some text" }),
      anthropic: user(plainText),
      gemini: ({ caller }) =>
        model(
          caller === "anthropic"
            ? { text: "some text" }
            : { inlineData: { mimeType: "text/plain", data: btoa("some text") } },
        ),
    },
    lost: {
      openai: "document.text; emulated",
      gemini: ({ caller }) => (caller === "anthropic" ? "document.text; emulated" : undefined),
    },
  }),
  asks("A file that is kept at another provider", {
    from: {
      openai: user(text("this"), { type: "file", file: { file_id: "file-1" } }),
      anthropic: user(text("this"), { type: "document", source: { type: "file", file_id: "file_1" } }),
    },
    at: {
      openai: said({ role: "user", content: "this" }),
      anthropic: user(text("this")),
      gemini: model({ text: "this" }),
    },
    lost: { openai: "document.file; dropped", anthropic: "document.file; dropped", gemini: "document.file; dropped" },
  }),
  asks("Sound", {
    from: {
      openai: user(text("this"), { type: "input_audio", input_audio: { data: "UklGRg==", format: "wav" } }),
      anthropic: noAudio,
    },
    at: {
      anthropic: user(text("this")),
      gemini: model({ text: "this" }, { inlineData: { mimeType: "audio/wav", data: "UklGRg==" } }),
    },
    lost: { anthropic: "audio; dropped" },
  }),
  asks("What a search found, as a block of its own", {
    from: {
      openai: "OpenAI's dialect has no such block.",
      anthropic: user({ type: "search_result", source: "https://example.com", title: "T", content: [text("found")] }),
    },
    at: {
      openai: said({ role: "user", content: "T\n\nhttps://example.com\n\nfound" }),
      gemini: model({ text: "T\n\nhttps://example.com\n\nfound" }),
    },
    lost: { openai: "document.text; emulated", gemini: "document.text; emulated" },
  }),
  asks("Names of those who speak", {
    from: {
      openai: said({ role: "user", name: "ann", content: "hi" }),
      anthropic: "Anthropic's dialect has no names.",
    },
    at: {},
    lost: { anthropic: "messages.name; dropped", gemini: "messages.name; dropped" },
  }),
  asks("An answer that was begun is continued", {
    from: {
      openai: said({ role: "user", content: "hi" }, { role: "assistant", content: "Well, " }),
      anthropic: said({ role: "user", content: "hi" }, { role: "assistant", content: "Well, " }),
    },
    at: {
      openai: said({ role: "user", content: "hi" }, { role: "assistant", content: "Well, " }),
      anthropic: said({ role: "user", content: [text("hi")] }, { role: "assistant", content: [text("Well,")] }),
      gemini: {
        contents: [
          { role: "user", parts: [{ text: "hi" }] },
          { role: "model", parts: [{ text: "Well, " }] },
        ],
      },
    },
    lost: { openai: "messages.assistant_last; emulated" },
  }),
  asks("An answer that was begun, with a model that continues none", {
    models: { anthropic: "claude-opus-5" },
    from: {
      openai: said({ role: "user", content: "hi" }, { role: "assistant", content: "Well" }),
      anthropic: said({ role: "user", content: "hi" }, { role: "assistant", content: "Well" }),
    },
    at: {
      openai: said({ role: "user", content: "hi" }, { role: "assistant", content: "Well" }),
      anthropic: said(
        { role: "user", content: [text("hi")] },
        { role: "assistant", content: [text("Well")] },
        { role: "user", content: [text("Continue.")] },
      ),
      gemini: {
        contents: [
          { role: "user", parts: [{ text: "hi" }] },
          { role: "model", parts: [{ text: "Well" }] },
        ],
      },
    },
    lost: { openai: "messages.assistant_last; emulated", anthropic: "messages.assistant_last; emulated" },
  }),
  asks("A refusal of an earlier turn", {
    from: {
      openai: said(
        { role: "user", content: "hi" },
        { role: "assistant", content: null, refusal: "No." },
        { role: "user", content: "why?" },
      ),
      anthropic: "In Anthropic's dialect a refusal is text.",
    },
    at: {
      anthropic: said(
        { role: "user", content: [text("hi")] },
        { role: "assistant", content: [text("No.")] },
        { role: "user", content: [text("why?")] },
      ),
      gemini: {
        contents: [
          { role: "user", parts: [{ text: "hi" }] },
          { role: "model", parts: [{ text: "No." }] },
          { role: "user", parts: [{ text: "why?" }] },
        ],
      },
    },
    lost: { anthropic: "refusal; emulated", gemini: "refusal; emulated" },
  }),
];
