import type { JsonObject } from "../../json.ts";
import { derivedId } from "../../memory/ids.ts";
import { fitted, type Role } from "../../memory/entity/message.ts";
import { beginningOf, isBlank, storable } from "../../memory/text.ts";
import { formatTime } from "../../rpc/convert/time.ts";
import type { FormatName } from "./names.ts";

/** A message of an export. `name` tells it from all others of its format, and is the same in each export. */
export type ExportedMessage = {
  name: string;
  session: string;
  role: Role;
  text: string;
  atMs?: number;
  origin?: "agent";
  metadata?: JsonObject;
};

const titleLengthMax = 200;

/** The line of a message; none where it says nothing. Its id follows from its name, so it is stored once for a user. */
export function messageLines(source: FormatName, user: string, message: ExportedMessage): JsonObject[] {
  const { name, session, role, text, atMs, origin, metadata } = message;
  if (isBlank(text)) return [];
  const said = fitted(text, metadata ?? {});
  return [
    {
      type: "message",
      id: derivedId("msg_", JSON.stringify([source, user, name]), atMs ?? 0),
      user_id: user,
      session_id: session,
      role,
      source,
      content: said.content,
      metadata: said.metadata as JsonObject, // nothing but a mark was added
      ...(origin !== undefined && { origin }),
      ...(atMs !== undefined && { created_at: formatTime(atMs) }),
    },
  ];
}

/** What hangs on the messages of a conversation that has a title. */
export function titled(title: unknown): JsonObject {
  return typeof title === "string" && title !== "" ? { title: storable(beginningOf(title, titleLengthMax)) } : {};
}
