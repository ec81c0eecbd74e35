import type { Place } from "../exchange.ts";
import type { World } from "../world.ts";
import { counts, subagent, summary, title } from "./own-requests.ts";
import { conversation } from "./conversation.ts";

/** Says what is wrong; nothing, if all is well. */
export type Check = (world: World, place: Place) => Promise<string[]>;

/** What is looked at beyond the snippet. */
export const claudeCodeChecks: Readonly<Record<string, Check>> = {
  "a conversation": conversation,
  "a subagent that is named": subagent(true),
  "a subagent by its id": subagent(false),
  "a summary that is named": summary(true),
  "a summary by its words": summary(false),
  "counts of tokens": counts,
  "a title": title,
};
