import type { Losses } from "../../chat/loss.ts";
import type { DocumentPart, ImagePart, Source } from "../../chat/request.ts";
import { refuse } from "./read-member.ts";

/** The image types that every provider takes. */
export const imageTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"] as const;

/** Other names of a type, which providers refuse. */
const typesByAlias: ReadonlyMap<string, string> = new Map([
  ["image/jpg", "image/jpeg"],
  ["image/pjpeg", "image/jpeg"],
]);

/** A data URL of base64, as RFC 2397 has it: `data:<type>[;<parameter>]*;base64,<data>`. */
const dataUrl = /^data:([^;,]*)(?:;[^;,]*)*;base64,/iu;

/** A data URL or a web address as a source; anything else is no source. */
export function sourceOfUrl(url: string): Source | undefined {
  const found = dataUrl.exec(url);
  if (found !== null) {
    const type = found[1]!.toLowerCase();
    return { kind: "base64", mediaType: typesByAlias.get(type) ?? type, data: url.slice(found[0].length) };
  }
  return /^https?:\/\//iu.test(url) ? { kind: "url", url } : undefined;
}

/** A data URL, of data that is in base64 already. */
export function urlOfBase64(mediaType: string, data: string): string {
  return `data:${mediaType};base64,${data}`;
}

/** An image's URL; refuses types that are no image for the providers. */
export function readImageUrl(url: string, path: string): Source {
  const source = sourceOfUrl(url);
  const allowed = `an http or https URL, or a base64 data URL of ${imageTypes.join(", ")}`;
  if (source === undefined) refuse(path, allowed, url);
  if (source.kind === "base64" && !imageTypes.some((each) => each === source.mediaType)) {
    refuse(path, allowed, `data:${source.mediaType}`);
  }
  return source;
}

const typesByEnding: ReadonlyMap<string, string> = new Map([
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["gif", "image/gif"],
  ["webp", "image/webp"],
  ["pdf", "application/pdf"],
  ["txt", "text/plain"],
]);

/** The media type that a URL's or a file's name ends in, if it tells. */
export function typeOfName(name: string): string | undefined {
  return typesByEnding.get(/\.([a-z]+)(?:[?#].*)?$/iu.exec(name)?.[1]?.toLowerCase() ?? "");
}

/** A source as the dialect has it, where the model takes such parts; what it cannot be sent is lost. */
export function formatMedia<T>(
  { kind, source }: ImagePart | DocumentPart,
  isTaken: boolean,
  format: (source: Source) => T | undefined,
  losses: Losses,
): T | undefined {
  const formatted = isTaken ? format(source) : undefined;
  if (formatted === undefined) losses.dropped(isTaken ? `${kind}.${source.kind}` : kind);
  return formatted;
}

/** The text of a document that is plain text, for a dialect without such documents; `undefined` of any other. */
export function documentText({ source, name }: DocumentPart, losses: Losses): string | undefined {
  if (source.kind !== "text") return undefined;
  losses.emulated("document.text");
  return name === undefined ? source.text : `${name}\n\n${source.text}`;
}
