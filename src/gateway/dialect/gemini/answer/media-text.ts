import type { JsonValue } from "../../../../json.ts";
import { objectOf, textOf } from "../../answer-members.ts";

/** What stands for an image, or other media, that a model answered with: no caller's dialect has a place for it. */
export function mediaText(part: JsonValue): string {
  const inline = objectOf(part, "inlineData");
  if (inline) {
    const bytes = Buffer.byteLength(textOf(inline, "data") ?? "", "base64");
    return `[${textOf(inline, "mimeType") ?? "media"}, ${bytes} bytes: not shown]`;
  }
  const file = objectOf(part, "fileData");
  return file ? `[${textOf(file, "mimeType") ?? "media"}: ${textOf(file, "fileUri") ?? "not shown"}]` : "";
}
