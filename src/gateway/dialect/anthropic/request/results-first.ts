import type { Part } from "../../../chat/request.ts";

/** A turn's parts as Anthropic wants them: what tools answered stands before what is said. */
export function resultsFirst(parts: readonly Part[]): Part[] {
  return [...parts.filter(isResult), ...parts.filter((part) => !isResult(part))];
}

export function isResult({ kind }: Part): boolean {
  return kind === "tool_result";
}
