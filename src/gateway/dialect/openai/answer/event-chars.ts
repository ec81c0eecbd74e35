import type { ChatEvent } from "../../../chat/event.ts";

/** What an event is counted as beside its text. */
const eventChars = 16;

/** What events count as while they are held: their texts, and something for each, since an empty one takes room, too. */
export function charsOf(events: readonly ChatEvent[]): number {
  return events.reduce((sum, event) => sum + charsIn(event) + eventChars, 0);
}

function charsIn(event: ChatEvent): number {
  switch (event.type) {
    case "tool_start":
      return event.id.length + event.name.length + (event.signature?.value.length ?? 0);
    case "tool_input":
      return event.json.length;
    case "signature":
      return event.signature.value.length;
    case "redacted_thinking":
      return event.data.length;
    default:
      return "text" in event ? event.text.length : 0;
  }
}
