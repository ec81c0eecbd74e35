import type { JsonObject as ProtoObject } from "@bufbuild/protobuf";
import { invalid } from "../../error.ts";
import { metadataBytesMax as bytesMax, type JsonObject } from "../../memory/message.ts";

/** What a client hangs on a memory, within its bound. */
export function parseMetadata(field: string, metadata: ProtoObject | undefined): JsonObject | undefined {
  if (metadata === undefined) return undefined;
  const bytes = Buffer.byteLength(JSON.stringify(metadata));
  if (bytes > bytesMax) throw invalid(field, `must be at most ${bytesMax} bytes as JSON, but has ${bytes}`);
  return metadata;
}

export function formatMetadata(metadata: JsonObject | undefined): ProtoObject | undefined {
  return metadata as ProtoObject | undefined; // it came from a Struct or was parsed from JSON
}
