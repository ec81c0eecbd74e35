import { ProtocolError, ProtocolErrorCode, type GetPromptResult, type Prompt } from "@modelcontextprotocol/server";
import type { JsonObject } from "@bufbuild/protobuf";
import type { Asker } from "./asker.ts";
import { toProtocolError } from "./fault.ts";
import { directives } from "./tools/directives.ts";

export const prompts: Prompt[] = [
  {
    name: "directives",
    title: "Load directives",
    description: "The standing rules that apply to you, for the start of a conversation",
  },
];

/** Errors: InvalidParams, for another name; what the RPC says. */
export async function getPrompt(name: string, asker: Asker): Promise<GetPromptResult> {
  if (name !== "directives") {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `no prompt "${name.slice(0, 60)}"; the only prompt is directives`,
    );
  }
  try {
    const found = (await directives.run({}, asker))["directives"] as JsonObject[];
    return { messages: [{ role: "user", content: { type: "text", text: textOf(found) } }] };
  } catch (thrown) {
    throw toProtocolError(thrown, asker.requestId);
  }
}

function textOf(found: JsonObject[]): string {
  if (found.length === 0) return "There are no standing rules yet.";
  const lines = found.map(({ type, rule }) => `- ${String(type)}: ${String(rule)}`);
  return `These standing rules apply to everything you do. MUST and NEVER bind you; PREFER and AVOID guide you.\n\n${lines.join("\n")}`;
}
