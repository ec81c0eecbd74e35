import type { ChatEvent } from "./event.ts";
import type { Losses } from "./loss.ts";
import type { ChatRequest } from "./request.ts";

/** An answer whose thoughts say which provider's they are: no other is to be sent them. */
export function thoughtsFrom(provider: string, events: readonly ChatEvent[]): ChatEvent[] {
  return events.map((event) => (event.type === "thinking_start" ? { ...event, from: provider } : event));
}

/** A request without the thoughts that are known to be of other providers than the one that is asked. */
export function withThoughtsFrom(provider: string, request: ChatRequest, losses: Losses): ChatRequest {
  const turns = request.turns.map((turn) => {
    const parts = turn.parts.filter(
      (part) => part.kind !== "thinking" || part.from === undefined || part.from === provider,
    );
    if (parts.length === turn.parts.length) return turn;
    losses.dropped("thinking");
    return { ...turn, parts };
  });
  return { ...request, turns };
}
