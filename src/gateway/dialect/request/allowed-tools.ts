import type { Losses } from "../../chat/loss.ts";
import type { ChatRequest, Tool } from "../../chat/request.ts";

/** The tools that may be called, for a dialect that cannot hold a model to some of them: the others are left out. */
export function allowedTools({ tools, toolChoice }: ChatRequest, losses: Losses): Tool[] {
  if (toolChoice?.allowed === undefined) return tools;
  losses.emulated("tool_choice.allowed_tools");
  const allowed = new Set(toolChoice.allowed);
  return tools.filter(({ name }) => allowed.has(name));
}
