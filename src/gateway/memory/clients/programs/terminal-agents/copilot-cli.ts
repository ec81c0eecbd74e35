import { headerOf } from "../../../request/headers.ts";
import { beginsWith, behind, saidByAgent, saidByUser, type Client, type RequestClass } from "../../client.ts";

/** What it calls its requests; those behind what a tool gave have no name. */
const classes: Readonly<Record<string, RequestClass | undefined>> = {
  "conversation-background": "auxiliary",
  "conversation-compaction": "compaction",
  "conversation-sampling": "auxiliary",
  "conversation-subagent": "auxiliary",
};

const system = "You are the GitHub Copilot CLI, a terminal assistant built by GitHub.";
const summaryAsked = "Please create a detailed summary of the conversation so far. The history is being compacted so";
const summary = "Some of the conversation history has been summarized to free up context.\n\nYou were originally given";

/** Before what the user says stands when, and behind it what the program adds. */
const time = /^\s*<current_datetime>[^<\n]{1,60}<\/current_datetime>\s*/u;
const addedHead = /\n\n<(?:system_reminder|ide_selection)>\n/u;
const addedEnds = ["</system_reminder>", "</ide_selection>"];
const notification = "<system_notification>\n";
const notificationEnd = "\n</system_notification>";

/**
 * GitHub Copilot's CLI 1.0.102. A header names the kind of a request. A proxy may lose it: then a summary is known by the
 * words that ask for it, and a subagent is not.
 */
export const copilotCli: Client = {
  classOf({ headers, system: said, last }) {
    const named = headerOf(headers, "x-interaction-type");
    if (named !== undefined && Object.hasOwn(classes, named)) return classes[named];
    return beginsWith(said, [system]) && beginsWith(last.at(-1) ?? "", [summaryAsked]) ? "compaction" : undefined;
  },
  saidIn(text) {
    const rest = withoutNotifications(text);
    if (beginsWith(rest, [summary])) return saidByAgent(rest);
    const [head] = time.exec(rest) ?? [];
    if (head !== undefined) return saidByUser(withoutAdded(rest.slice(head.length)));
    return rest === text ? undefined : saidByUser(rest);
  },
};

function withoutNotifications(text: string): string {
  let rest = text;
  while (beginsWith(rest, [notification])) {
    const end = behind(rest, notificationEnd, 0);
    if (end < 0) return rest;
    rest = rest.slice(end);
  }
  return rest;
}

function withoutAdded(text: string): string {
  const isAdded = addedEnds.some((end) => text.trimEnd().endsWith(end));
  return isAdded ? text.slice(0, addedHead.exec(text)?.index) : text;
}
