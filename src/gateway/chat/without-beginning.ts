import type { ChatEvent } from "./event.ts";
import type { ChatRequest } from "./request.ts";

/** What the caller lets the assistant begin with: the words of a last turn that is the assistant's. */
export function beginningOf({ turns }: Pick<ChatRequest, "turns">): string {
  const last = turns.at(-1);
  if (last?.role !== "assistant") return "";
  return last.parts.flatMap((part) => (part.kind === "text" || part.kind === "refusal" ? [part.text] : [])).join("");
}

/**
 * An answer that goes by, without the text that its caller let it begin with: some providers repeat that. Held back is
 * what may still be that text; where it turns out to be another, nothing is left out.
 */
export function withoutBeginning(beginning: string): (events: ChatEvent[]) => ChatEvent[] {
  let said = "";
  let isPast = beginning === "";
  const pass = (event: ChatEvent): ChatEvent[] => {
    if (isPast) return [event];
    if (event.type === "text_start") return [];
    if (event.type === "text") {
      said += event.text;
      if (beginning.startsWith(said)) return [];
    } else if (event.type === "usage" || said === "") return [event];
    isPast = true;
    const text = said.startsWith(beginning) ? said.slice(beginning.length) : said;
    return [
      ...(text === "" ? [] : [{ type: "text_start" as const }, { type: "text" as const, text }]),
      ...(event.type === "text" ? [] : [event]),
    ];
  };
  return (events) => events.flatMap(pass);
}
