import { MemoryService } from "../../../gen/cairn/memory/v1/memory_pb.ts";
import { object, oneOf, text } from "../schema.ts";
import { adds, type Tool } from "../tool.ts";

const input = object(
  {
    content: text("One thing, worded to stand alone"),
    role: oneOf(
      ["user", "assistant"],
      "user: only the user's own words; rules and facts are read from them. Default: assistant",
    ),
    session_id: text("Default: today's"),
  },
  ["content"],
);

export const remember: Tool = {
  name: "remember",
  description:
    "Store a fact, decision, preference or event for later conversations. Quote a user's rule, as role user. No secrets.",
  input,
  output: object({ id: text(), created_at: text(), session_id: text() }),
  annotations: adds,
  async run(args, asker) {
    const { role = "assistant", session_id = today(), ...rest } = args;
    const message = { ...rest, role, session_id, source: "mcp" };
    const { id, created_at } = await asker.rpc(MemoryService.method.addMessage, message);
    return { id: id!, created_at: created_at!, session_id };
  },
};

/** Notes of a day are one conversation, where nobody says otherwise. */
const today = () => `mcp-${new Date().toISOString().slice(0, 10)}`;
