/** A value of a `google.protobuf.Struct`, or the name of one, has at most so many more bytes than its JSON. */
const structBytes = 10;

/** How much of a page, or of a search's answer, metadata takes that is this JSON. */
export function metadataBytes(json: string): number {
  // In JSON each value and each name follows one of these marks.
  return Buffer.byteLength(json) + structBytes * (json.length - json.replaceAll(/[,[{:]/gu, "").length);
}
