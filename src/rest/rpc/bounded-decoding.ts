import { BinaryReader } from "@bufbuild/protobuf/wire";
import { valuesMax } from "../../json-text.ts";

/** How messages of protobuf are decoded: fields that are not known are left out, and not kept one by one. */
export const binaryOptions = { readUnknownFields: false };

const { tag } = BinaryReader.prototype;
const fields = new WeakMap<BinaryReader, number>();

/**
 * Two bytes make a field, and millions of them, which a body may hold, are decoded for seconds: they are bounded as the
 * values of JSON are. The decoder has no such bound, but makes a reader for each body, and asks it for the tag of every
 * field, of whatever kind and depth.
 */
BinaryReader.prototype.tag = function (this: BinaryReader) {
  const count = (fields.get(this) ?? 0) + 1;
  if (count > valuesMax) throw new Error(`it must hold at most ${valuesMax} fields`);
  fields.set(this, count);
  return tag.call(this);
};
