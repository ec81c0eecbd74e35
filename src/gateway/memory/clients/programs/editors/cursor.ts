import { nothingSaid, saidByUser, type Client } from "../../client.ts";

/** What it shows before the request: the editor, files, rules; and what a message of its own begins with. */
const frameHead =
  /^\s*<(?:additional_data|user_info|rules|git_status|project_layout|open_and_recently_viewed_files|attached_files|agent_skills|custom_instructions)>\n/u;
const ownHead = /^\s*<(?:additional_data|user_info|open_and_recently_viewed_files)>\n/u;
const frameEnd = /\n<\/\w+>$/u;
const requestHead = "<user_query>\n";
const requestEnd = "\n</user_query>";

/**
 * Cursor, with a model of one's own: the request stands last, in a tag behind those of its frame. A request alone in its tag
 * is as in VS Code.
 */
export const cursor: Client = {
  saidIn(part) {
    const text = part.trimEnd();
    if (!frameHead.test(text)) return undefined;
    const start = text.endsWith(requestEnd) ? text.lastIndexOf(requestHead) : -1;
    if (start >= 0) return saidByUser(text.slice(start + requestHead.length, -requestEnd.length));
    return ownHead.test(text) && frameEnd.test(text) ? nothingSaid : undefined;
  },
};
