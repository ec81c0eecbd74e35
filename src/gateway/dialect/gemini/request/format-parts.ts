import type { JsonObject } from "../../../../json.ts";
import type {
  DocumentPart,
  ImagePart,
  Part,
  Signature,
  Source,
  ThinkingPart,
  ToolResultPart,
  ToolUsePart,
} from "../../../chat/request.ts";
import type { Formatting } from "../../request/formatting.ts";
import { documentText, formatMedia, typeOfName } from "../../request/media.ts";
import { compact } from "../../request/read-member.ts";
import { splitResult } from "../../request/unsaid.ts";
import { inputObject } from "../../tool-input.ts";

/** The function of each call, by the call's id. */
type CallNames = ReadonlyMap<string, string>;

/** Google's word for a call that Gemini did not make, or whose signature is lost. */
const unsigned = "skip_thought_signature_validator";

/** A turn's parts: results first, and after them what they show that is no text. */
export function formatParts(parts: readonly Part[], names: CallNames, formatting: Formatting): JsonObject[] {
  const results = parts
    .filter((part) => part.kind === "tool_result")
    .map((result) => formatResult(result, names, formatting));
  const firstCall = parts.find((part) => part.kind === "tool_use");
  return [
    ...results.map(({ response }) => response),
    ...results.flatMap(({ media }) => media),
    ...parts.map((part) => formatPart(part, part === firstCall, formatting)).filter((said) => said !== undefined),
  ];
}

function formatPart(part: Part, isFirstCall: boolean, formatting: Formatting): JsonObject | undefined {
  const { losses } = formatting;
  switch (part.kind) {
    case "text":
      return part.text === "" ? undefined : { text: part.text };
    case "refusal":
      losses.emulated("refusal");
      return part.text === "" ? undefined : { text: part.text };
    case "image":
      return formatImage(part, formatting);
    case "document":
      return formatDocument(part, formatting);
    case "audio":
      return { inlineData: { mimeType: `audio/${part.format}`, data: part.data } };
    case "thinking":
      return formatThinking(part, formatting);
    case "tool_use":
      return formatCall(part, isFirstCall, formatting);
    case "tool_result":
    case "other":
      return undefined;
    default:
      return part satisfies never;
  }
}

/**
 * What is neither signed by Gemini nor known to be from it is not its own thinking. A signature without text is one of
 * the text before it.
 */
function formatThinking(
  { text, signature, redacted, from }: ThinkingPart,
  { losses }: Formatting,
): JsonObject | undefined {
  if (from !== undefined && signature === undefined) return { text, thought: true };
  const value = ownSignature(signature);
  if (value !== undefined && redacted === undefined) {
    return text === "" ? { text, thoughtSignature: value } : { text, thought: true, thoughtSignature: value };
  }
  losses.dropped(signature ? "thinking.signature" : "thinking");
  return undefined;
}

function formatCall(
  { id, name, input, signature }: ToolUsePart,
  isFirst: boolean,
  { capabilities, losses }: Formatting,
): JsonObject {
  const own = ownSignature(signature);
  const isMissing = own === undefined && isFirst && capabilities.signedCalls;
  if (isMissing) losses.emulated("tool_call.signature");
  else if (signature && own === undefined) losses.dropped("tool_call.signature");
  return compact({
    functionCall: { id, name, args: inputObject(input, losses) },
    thoughtSignature: isMissing ? unsigned : own,
  });
}

function ownSignature(signature: Signature | undefined): string | undefined {
  return signature?.by === "gemini" && signature.value !== "" ? signature.value : undefined;
}

/** The response of a call, and what is shown after all of them. */
function formatResult(result: ToolResultPart, names: CallNames, formatting: Formatting) {
  const { id, isError } = result;
  const { text, media } = splitResult(result, "", formatting, (parts, by) => formatParts(parts, names, by));
  const response = { [isError ? "error" : "output"]: text };
  return { response: { functionResponse: { id, name: names.get(id) ?? id, response } }, media };
}

function formatImage(part: ImagePart, { capabilities, losses }: Formatting): JsonObject | undefined {
  const formatted = formatMedia(part, capabilities.images, formatSource, losses);
  if (formatted && part.detail !== undefined && part.detail !== "auto") losses.dropped("image.detail");
  return formatted;
}

function formatDocument(part: DocumentPart, { capabilities, losses }: Formatting): JsonObject | undefined {
  const text = documentText(part, losses);
  if (text !== undefined) return { text };
  const formatted = formatMedia(part, capabilities.documents, formatSource, losses);
  if (formatted && part.name !== undefined) losses.dropped("document.name");
  return formatted;
}

function formatSource(source: Source): JsonObject | undefined {
  switch (source.kind) {
    case "base64":
      return { inlineData: { mimeType: source.mediaType, data: source.data } };
    case "url":
      return { fileData: compact({ mimeType: typeOfName(source.url), fileUri: source.url }) };
    case "file":
    case "text":
      return undefined;
    default:
      return source satisfies never;
  }
}
