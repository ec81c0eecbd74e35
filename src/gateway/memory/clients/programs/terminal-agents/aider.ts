import { beginsWith, nothingSaid, saidByAgent, saidByUser, type Client } from "../../client.ts";

/** How the reminders begin that it puts after the user's own text, one for each way of editing (`coders/*_prompts.py`). */
const reminders = [
  "To suggest changes to a file you MUST return the entire content of the updated file.\nYou MUST use this *file listing*",
  "# *SEARCH/REPLACE block* Rules:\n\nEvery *SEARCH/REPLACE block* must use this format:",
  "# File editing rules:\n\nReturn edits similar to unified diffs that `diff -U0` would produce.",
  "# V4A Diff Format Rules:\n\nYour entire response containing the patch MUST start with",
  "ONLY return code using the `replace_lines` function.\nNEVER return code outside",
  "ONLY return code using the `write_file` function.\nNEVER return code outside",
];

/** Where it asks, and edits nothing, the reminders are short: they are known by the system text of that way. */
const shortReminders: readonly [system: string, reminder: RegExp][] = [
  [
    "Act as an expert code analyst.\nAnswer questions about the supplied code.",
    /(?:\n{2,3}(?:You are diligent and tireless![^]{1,200}IMPLEMENT the needed code!|Pay careful attention to the scope of[^]{1,200}code in any way!|Reply in [^\n]{1,60}\.)){1,3}$/u,
  ],
  ["Act as an expert code analyst.\nUnderstand the user's question or request, solely", /\n{2,3}NEVER RETURN CODE!$/u],
];

/** How its own messages begin: files and their summaries, what it did, what failed, what it summarized. */
const beginnings = [
  "I have *added these files to the chat* so you",
  "These files have been *added these files to the chat*",
  "I switched to a new code base. Please don't consider the above files",
  "I am working with you on code in a git repository.\nHere are summaries of some files",
  "Here are summaries of some files present in my git repository.\n",
  "Here are some READ ONLY files, provided for your reference.\nDo not edit these files!",
  "Below here are summaries of other files! Do not propose changes",
  "I am not sharing any files that you can edit yet.",
  "I am not sharing the full contents of any files with you yet.",
  "Don't try and edit any existing code without asking me to add the files to the chat!",
  "I committed the changes with git hash ",
  "I didn't see any properly formatted edits in your reply?!",
  "I added these files to the chat: ",
  "I have updated the set of files added to the chat.\nReview them to decide",
  "I spoke to you previously about a number of things.\n",
  "# Fix any errors below, if possible.\n\n",
];
const failedEdits = /^\s*# \d{1,5} SEARCH\/REPLACE blocks? failed to match!/u;
const ranCommand = /^\s*I ran this command:\n\n[^\n]{1,1000}\n\nAnd got this output:\n/u;

/**
 * Its beginnings and reminders are told from what people write and paste by its system text. Some models are given none:
 * then what has a long reminder is kept whole, and binds nobody.
 */
const systems = [
  "Act as an expert software developer.\n",
  "Act as an expert code analyst.\n",
  "Act as an expert architect engineer and provide direction to your editor engineer.\n",
  "You are an expert on the AI coding tool called Aider.\n",
];

/** System texts of requests that a model wrote the rest of, or that say nothing to the user. */
const ownSystems = [
  "Act as an expert software developer who edits source code.",
  "Act as an expert software developer and make changes to source code.",
  "You are an expert software engineer that generates concise, one-line Git commit messages based on the provided diffs.",
];
const summarySystem = "*Briefly* summarize this partial conversation about programming.";

/** aider 0.86.2: `coders/`, `prompts.py`, `linter.py`. A model may have a prefix of its own before the system text. */
export const aider: Client = {
  classOf({ system }) {
    if (system.includes(summarySystem)) return "compaction";
    return ownSystems.some((own) => system.includes(own)) ? "auxiliary" : undefined;
  },
  saidUnder(system) {
    if (!systems.some((known) => system.includes(known))) {
      return (text) => (reminderIn(text) < 0 ? undefined : saidByAgent(text));
    }
    const [, short] = shortReminders.find(([known]) => system.includes(known)) ?? [];
    return (text) => {
      if (isOwn(text)) return nothingSaid;
      const said = withoutReminder(text, short);
      return said === text ? undefined : saidByUser(said);
    };
  },
};

function isOwn(text: string): boolean {
  return beginsWith(text, beginnings) || failedEdits.test(text) || ranCommand.test(text);
}

/** Where its last long reminder begins, after a blank line; negative where none does. */
function reminderIn(text: string): number {
  const at = Math.max(...reminders.map((reminder) => text.lastIndexOf(reminder)));
  return at <= 0 || text.startsWith("\n\n", at - 2) ? at : -1;
}

function withoutReminder(text: string, short: RegExp | undefined): string {
  const at = reminderIn(text);
  if (at >= 0) return text.slice(0, at);
  const trimmed = text.trimEnd();
  const said = short ? trimmed.replace(short, "") : trimmed;
  return said === trimmed ? text : said;
}
