import type { JsonObject } from "../../../../json.ts";
import type { Losses } from "../../../chat/loss.ts";
import type { ChatRequest, Tool, ToolChoice } from "../../../chat/request.ts";
import { allowedTools } from "../../request/allowed-tools.ts";
import type { Formatting } from "../../request/formatting.ts";
import { compact } from "../../request/read-member.ts";

/** `tools` and `toolConfig`. */
export function formatTools(request: ChatRequest, { losses }: Formatting): JsonObject {
  if (request.tools.length === 0) return {};
  const { toolChoice } = request;
  if (request.tools.some(({ strict }) => strict)) losses.dropped("tools.strict");
  return compact({
    tools: [{ functionDeclarations: allowedTools(request, losses).map(formatTool) }],
    toolConfig: toolChoice && { functionCallingConfig: formatToolChoice(toolChoice, losses) },
  });
}

/** `parametersJsonSchema` takes any JSON Schema; `parameters` refuses `$schema`, `const` and more. */
function formatTool({ name, description, schema }: Tool): JsonObject {
  return compact({ name, description, parametersJsonSchema: schema });
}

function formatToolChoice(choice: ToolChoice, losses: Losses): JsonObject {
  if (choice.parallel === false && choice.kind !== "none") losses.dropped("tool_choice.parallel");
  switch (choice.kind) {
    case "auto":
      return { mode: "AUTO" };
    case "none":
      return { mode: "NONE" };
    case "any":
      return { mode: "ANY" };
    case "tool":
      return { mode: "ANY", allowedFunctionNames: [choice.name] };
    default:
      return choice satisfies never;
  }
}
