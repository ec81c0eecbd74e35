import { beginsWith, nothingSaid, saidByUser, type Client } from "./client.ts";

const titleSystem = /^\s*You are an expert in crafting (?:pithy|ultra-compact) titles for chatbot conversations\./u;
const titleAsked = "Please write a brief title for the following ";

const requestHead = "<userRequest>\n";
const requestEnd = "\n</userRequest>";
/** How messages begin that show the machine, the date and reminders, and no request. */
const beginnings = ["<environment_info>\nThe user's current OS is", "<context>\nThe current date is "];

/** Chat of VS Code, with a model of one's own (`vscode-copilot-chat`, `agentPrompt.tsx`): the request stands last, in tags. */
export const vsCode: Client = {
  classOf({ system, first }) {
    return titleSystem.test(system) && beginsWith(first[0] ?? "", [titleAsked]) ? "auxiliary" : undefined;
  },
  saidIn(text) {
    const trimmed = text.trimEnd();
    const start = trimmed.endsWith(requestEnd) ? trimmed.lastIndexOf(requestHead) : -1;
    if (start >= 0) return saidByUser(trimmed.slice(start + requestHead.length, -requestEnd.length));
    return beginsWith(text, beginnings) ? nothingSaid : undefined;
  },
};
