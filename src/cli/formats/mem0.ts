import { isObject, type JsonObject, type JsonValue } from "../../json.ts";
import { parseOptionalTime } from "../../rpc/convert/time.ts";
import { optionalUser } from "../lines/line-member.ts";
import { messageLines } from "./exported-message.ts";
import { objectsIn, speakerOf, textOf, type Entry, type Format } from "./format.ts";

/*
 * What mem0's `get_all` answers, of its service or its library, as it is, as a list, or a memory a line:
 *
 *     {"results": [{id, memory, user_id, run_id?, role?, created_at, metadata, categories?}]}
 *
 * Old versions call the memory `text`. Each is a note on what its user said.
 */
export const mem0: Format = {
  item: "memory",
  isOf: (item) => isMemory(item) || (Array.isArray(item["results"]) && item["results"].every(isMemory)),
  reader: (user) => (item) => {
    if (!Array.isArray(item["results"])) return memoryLines(item, user, "");
    return objectsIn(item["results"]).flatMap((memory, at) => memoryLines(memory, user, `results[${at}].`));
  },
};

function isMemory(value: JsonValue): boolean {
  if (!isObject(value) || value["id"] === undefined) return false;
  const { memory, text, hash, user_id: user } = value;
  return typeof memory === "string" || (typeof text === "string" && (hash ?? user) !== undefined);
}

function memoryLines(memory: JsonObject, user: string, prefix: string): Entry[] {
  const name = textOf(`${prefix}id`, memory["id"]);
  const text = textOf(`${prefix}memory`, memory["memory"] ?? memory["text"]);
  const atMs = parseOptionalTime(`${prefix}created_at`, given(memory["created_at"])?.toString());
  const session = given(memory["run_id"])?.toString() ?? sessionAt(atMs);
  const role = speakerOf(`${prefix}role`, memory["role"] ?? "user");
  if (role !== "user" && role !== "assistant") return [role];
  const said = {
    name,
    session,
    role,
    text,
    metadata: metadataOf(memory),
    ...(atMs !== undefined && { atMs }),
  } as const;
  return messageLines("mem0", optionalUser(given(memory["user_id"])) ?? user, said);
}

/** Those of one day come of the same conversation, if any do. */
function sessionAt(atMs: number | undefined): string {
  return atMs === undefined ? "mem0" : `mem0-${new Date(atMs).toISOString().slice(0, 10)}`;
}

function metadataOf({ metadata, categories }: JsonObject): JsonObject {
  return { ...(isObject(metadata) && metadata), ...(Array.isArray(categories) && { categories }) };
}

const given = (value: JsonValue | undefined) => value ?? undefined;
