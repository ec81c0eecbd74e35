import type { Conversation } from "../../chain/conversation.ts";
import { isSmallTalk } from "./small-talk.ts";

/**
 * What the newest turn is about: its own words, and where these ask nothing by themselves ("and the second one?", "when was
 * it?") the user's last turn before it that said something.
 */
export function subjectOf({ messages, newest, saidIn }: Conversation): string {
  const own = newest.text;
  if (!isSmallTalk(own)) return own;
  const before = messages
    .slice(0, newest.from)
    .filter(({ role }) => role === "user")
    .findLast((message) => !isSmallTalk(saidIn(message).text));
  return before ? `${saidIn(before).text}\n${own}` : own;
}
