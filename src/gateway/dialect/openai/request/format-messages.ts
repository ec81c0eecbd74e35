import type { JsonObject, JsonValue } from "../../../../json.ts";
import type { ChatRequest, ThinkingPart, ToolResultPart, ToolUsePart, Turn } from "../../../chat/request.ts";
import type { Formatting } from "../../request/formatting.ts";
import { compact } from "../../request/read-member.ts";
import { fitToolId } from "../../request/tool-ids.ts";
import { checkNewestSaid, formatUserTurn, splitResult } from "../../request/unsaid.ts";
import { formatCall, noInput } from "../call.ts";
import { contentOf, formatContent, formatParts } from "./format-parts.ts";

/** Each system block is a message of its own, and so is each tool's result. */
export function formatMessages(request: ChatRequest, formatting: Formatting): JsonObject[] {
  const { system, turns } = request;
  checkNewestSaid(request, formatting, formatParts);
  const role = formatting.capabilities.developerRole ? "developer" : "system";
  const messages = [
    ...system.map((block): JsonObject => ({ role, content: formatContent([{ kind: "text", ...block }], formatting) })),
    ...turns.flatMap((turn) => formatTurn(turn, role, formatting)),
  ];
  return finish(bridged(messages, formatting), formatting);
}

/** Some want the assistant to speak after a tool's results, before anybody else does. */
function bridged(messages: JsonObject[], { capabilities, losses }: Formatting): JsonObject[] {
  if (capabilities.turnsAfterTools) return messages;
  return messages.flatMap((message, i) => {
    const isNext = message["role"] === "tool" || message["role"] === "assistant";
    if (isNext || messages[i - 1]?.["role"] !== "tool") return [message];
    losses.emulated("messages.behind_tool");
    return [{ role: "assistant", content: "OK." }, message];
  });
}

/** An assistant's message that stands last is to be continued. */
function finish(messages: JsonObject[], { capabilities, losses }: Formatting): JsonObject[] {
  const last = messages.at(-1);
  if (last?.["role"] !== "assistant" || "tool_calls" in last) return messages;
  if (!capabilities.prefill) losses.emulated("messages.assistant_last");
  return capabilities.prefixMark ? [...messages.slice(0, -1), { ...last, prefix: true }] : messages;
}

function formatTurn(turn: Turn, systemRole: string, formatting: Formatting): JsonObject[] {
  const name = turn.name;
  switch (turn.role) {
    case "system":
      return [compact({ role: systemRole, name, content: formatContent(turn.parts, formatting) })];
    case "assistant":
      return [formatAssistant(turn, formatting)];
    case "user":
      return formatUser(turn, formatting);
    default:
      return turn.role satisfies never;
  }
}

/** Results first; what of them is no text follows in a user's message, with the rest of the turn. */
function formatUser(turn: Turn, formatting: Formatting): JsonObject[] {
  const { name, parts } = turn;
  const results = parts.filter((part) => part.kind === "tool_result").map((result) => formatResult(result, formatting));
  const saying = (said: JsonObject[]) => compact({ role: "user", name, content: contentOf(said) });
  if (results.length === 0) return [saying(formatUserTurn(turn, formatting, formatParts))];
  const shown = [...results.flatMap(({ media }) => media), ...formatParts(parts, formatting)];
  const messages = results.map(({ message }) => message);
  return shown.length === 0 ? messages : [...messages, saying(shown)];
}

/** A tool's message, and what is to be shown in the user's after it. */
function formatResult(result: ToolResultPart, formatting: Formatting): { message: JsonObject; media: JsonObject[] } {
  const { capabilities, losses } = formatting;
  const id = fitToolId(result.id, capabilities.toolIds);
  const { text, media } = splitResult(result, "The result is in the next user message.", formatting, formatParts);
  if (result.isError) losses.emulated("tool_result.is_error");
  const content = result.isError && !/^error/iu.test(text) ? `Error: ${text}` : text;
  return {
    message: { role: "tool", tool_call_id: id, content },
    media: media.length === 0 ? [] : [{ type: "text", text: `Result of the tool call ${id}:` }, ...media],
  };
}

function formatAssistant({ name, parts }: Turn, formatting: Formatting): JsonObject {
  const calls = parts.filter((part) => part.kind === "tool_use");
  const thinking = parts.filter((part) => part.kind === "thinking");
  const said = formatParts(
    parts.filter((part) => part.kind === "text" || part.kind === "refusal"),
    formatting,
  );
  return compact({
    role: "assistant",
    name,
    content: said.length === 0 ? (calls.length > 0 ? null : "") : assistantContent(said, formatting),
    reasoning_content: formatThinking(thinking, calls.length > 0, formatting),
    tool_calls: calls.length > 0 ? calls.map((call) => formatUse(call, formatting)) : undefined,
  });
}

function assistantContent(said: JsonObject[], { capabilities }: Formatting): JsonValue {
  if (!capabilities.assistantParts) return said.map(({ text, refusal }) => text ?? refusal).join("\n");
  const [only] = said;
  const isText = said.length === 1 && Object.keys(only!).length === 2 && only!["type"] === "text";
  return isText ? only!["text"]! : said;
}

/** What is signed is another's: this dialect has no place for signatures. DeepSeek wants the member at every turn that calls. */
function formatThinking(
  thinking: ThinkingPart[],
  calls: boolean,
  { capabilities, losses }: Formatting,
): string | undefined {
  if (!capabilities.replaysReasoning) {
    if (thinking.length > 0) losses.dropped("thinking");
    return undefined;
  }
  if (thinking.some(({ signature }) => signature)) losses.dropped("thinking.signature");
  const own = thinking.filter(({ signature }) => signature === undefined);
  const text = own.map((part) => part.text).join("\n");
  return text === "" && !calls ? undefined : text;
}

/** Google's OpenAI endpoint takes back the thought signature of a call; others would refuse it. */
function formatUse({ id, name, input, signature }: ToolUsePart, { capabilities, losses }: Formatting): JsonObject {
  const isTaken = signature?.by === "gemini" && capabilities.signedCalls;
  if (signature && !isTaken) losses.dropped("tool_call.signature");
  const call = { id: fitToolId(id, capabilities.toolIds), name, ...(isTaken && { signature }) };
  return formatCall(call, input.trim() === "" ? noInput : input);
}
