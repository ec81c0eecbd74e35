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
  /** How much of it was said again. */
  let length = 0;
  let isPast = beginning === "";
  const pass = (event: ChatEvent): ChatEvent[] => {
    if (isPast) return [event];
    if (event.type !== "text") return event.type === "text_start" ? [] : [event];
    if (beginning.startsWith(event.text, length)) {
      length += event.text.length;
      return [];
    }
    isPast = true;
    const rest = beginning.slice(length);
    const isRepeated = event.text.startsWith(rest);
    const text = isRepeated ? event.text.slice(rest.length) : beginning.slice(0, length) + event.text;
    return [{ type: "text_start" }, { type: "text", text }];
  };
  return (events) => events.flatMap(pass);
}
