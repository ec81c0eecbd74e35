import { nothingSaid, saidByUser, type Client, type Said } from "./client.ts";

const environment = "<environment_details>\n";
const environmentEnd = "</environment_details>";

/** How a part begins that has the user's words in tags; results of tools have them nowhere else. */
const tagged =
  /^\s*(?:The user [^<\n]{1,200}:\n|New (?:message|instructions) [^<\n]{1,200}:\n|\[(?:ask_followup_question|attempt_completion)[^\n]{0,1000}\] Result:\n(?:The user [^<\n]{1,200}\n)?)?<(task|user_message|feedback|answer)>\n/u;

/**
 * Cline 3 and Roo Code 3 (`core/prompts/responses.ts`, `core/task`): each of their messages ends in what the editor shows.
 * Of such a message the user said what stands in tags; the rest is results of tools, files and reminders.
 */
export const cline: Client = {
  saidAmong: (parts) => (showsEnvironment(parts.at(-1) ?? "") ? parts.map(saidIn) : undefined),
};

function saidIn(text: string): Said {
  const opening = tagged.exec(text);
  if (opening === null) return nothingSaid;
  const end = text.indexOf(`</${opening[1]!}>`, opening[0].length);
  return end < 0 ? nothingSaid : saidByUser(text.slice(opening[0].length, end));
}

function showsEnvironment(part: string): boolean {
  return part.trimEnd().endsWith(environmentEnd) && part.includes(environment);
}
