import { beginsWith, nothingSaid, saidByAgent, saidByUser, type Client, type Said } from "../../client.ts";

const input = /^\s*<user_input mode="(?:act|plan|yolo)">/u;
const inputEnd = "</user_input>";
/** Before the words, or before their frame. */
const notice =
  /^\s*<mode_notice>The user switched from (?:act|plan) mode to (?:act|plan) mode before sending this message\.<\/mode_notice>/u;
/** A file that the user names is a part of its own. */
const file = '<file_content path="';

/** How inputs begin that no user gave. */
const ownInputs = [
  "[TASK RESUMPTION] ",
  "The user approved switching to act mode. Continue with the approved plan now.",
  "System-delivered teammate async run updates:\n",
];

/** Cline 4.1.13 (`sdk/packages/shared/src/prompt/format.ts`): it frames the user's words alone. */
export const cline4: Client = {
  saidAmong(parts) {
    const inputs = parts.map(inputIn);
    if (inputs.every((each) => each === undefined)) return undefined;
    return parts.map((part, at) => inputs[at] ?? (beginsWith(part, [file]) ? nothingSaid : saidByUser(part)));
  },
};

/** Where something that is not known stands after the words, all is kept, and binds nobody. */
function inputIn(part: string): Said | undefined {
  const framed = part.replace(notice, "").trimEnd();
  const [opening] = input.exec(framed) ?? [];
  if (opening === undefined) return undefined;
  const isWhole = framed.endsWith(inputEnd);
  const said = framed.slice(opening.length, isWhole ? -inputEnd.length : undefined).replace(notice, "");
  if (beginsWith(said, ownInputs)) return nothingSaid;
  return isWhole ? saidByUser(said) : saidByAgent(said);
}
