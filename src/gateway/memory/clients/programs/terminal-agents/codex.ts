import { beginsWith, nothingSaid, saidByAgent, type Client } from "../../client.ts";

const summaryAsked = "You are performing a CONTEXT CHECKPOINT COMPACTION.";
const summary = "Another language model started to solve this problem and produced a summary of its thinking process.";

/** How messages begin that it puts before the user's, and between them: files of instructions, the machine, commands. */
const beginnings = [
  "# AGENTS.md instructions for /",
  "<user_instructions>\n",
  "<environment_context>\n",
  "<turn_aborted>\n",
  "<user_shell_command>\n",
  "<skill>\n<name>",
];

/** Codex CLI 0.8x (`codex-rs/core/src/`), the last that speak this dialect. Its summary may be whatever a model wrote. */
export const codex: Client = {
  classOf: ({ last }) => (beginsWith(last.at(-1) ?? "", [summaryAsked]) ? "compaction" : undefined),
  saidIn(text) {
    if (beginsWith(text, beginnings)) return nothingSaid;
    return beginsWith(text, [summary]) ? saidByAgent(text) : undefined;
  },
};
