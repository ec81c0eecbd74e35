import { expect, test } from "vitest";
import { requestClassOf, userReader } from "../../../../../src/gateway/memory/clients/clients.ts";

const said = (content: string, system = "Act as an expert software developer.\nTake requests for changes") =>
  userReader(system)({ role: "user", content }).text;

/** As aider 0.86.2 sends them. */
const whole = `To suggest changes to a file you MUST return the entire content of the updated file.
You MUST use this *file listing* format:

path/to/filename.js
\`\`\`
// entire file content ...
\`\`\`

*NEVER* skip, omit or elide content from a *file listing* using "..."!

Reply in English.

`;
const diff = `# *SEARCH/REPLACE block* Rules:

Every *SEARCH/REPLACE block* must use this format:
1. The *FULL* file path alone on a line, verbatim.

ONLY EVER RETURN CODE IN A *SEARCH/REPLACE BLOCK*!
`;
const ask = "Act as an expert code analyst.\nAnswer questions about the supplied code.\nAlways reply to the user in";
const context = "Act as an expert code analyst.\nUnderstand the user's question or request, solely to determine ALL";
const lazy = `You are diligent and tireless!
You NEVER leave comments describing code without implementing it!
You always COMPLETELY IMPLEMENT the needed code!
`;
const overeager = `Pay careful attention to the scope of the user's request.
Do what they ask, but no more.
Do not improve, comment, fix or modify unrelated parts of the code in any way!
`;

test.each([
  ["whole", `Add a comment.\n\n${whole}`],
  ["diff", `Add a comment.\n\n${diff}`],
  ["diff-fenced", `Add a comment.\n\n\n${diff}`],
  [
    "udiff",
    "Add a comment.\n\n# File editing rules:\n\nReturn edits similar to unified diffs that `diff -U0` would produce.",
  ],
  [
    "patch",
    "Add a comment.\n\n# V4A Diff Format Rules:\n\nYour entire response containing the patch MUST start with `***`",
  ],
])("the reminder of the edit format %s is cut from the user's text", (_, content) => {
  expect(said(content)).toBe("Add a comment.");
});

test.each([
  ["asks", ask, "Reply in English.\n"],
  ["asks a lazy model", ask, `${lazy}\n\n${overeager}\n\nReply in English.\n`],
  ["collects context", context, "\nNEVER RETURN CODE!\n"],
])("so is that of one who %s, by its system text", (_, system, reminder) => {
  expect(said(`What is this?\n\n${reminder}`, system)).toBe("What is this?");
});

test("with a model that is given no system text, what has a reminder is kept, and binds nobody", () => {
  for (const content of [
    `Add a comment.\n\n${diff}`,
    `Act as an expert software developer.\nAlways ask.\n\n${whole}`,
  ]) {
    expect(userReader("")({ role: "user", content })).toEqual({ text: content.trim(), origin: "agent" });
  }
  const pasted = `Why this?\n\n${diff}`;
  expect(userReader("")({ role: "user", content: `<userRequest>\n${pasted}\n</userRequest>` })).toEqual({
    text: pasted.trim(),
    origin: "user",
  });
});

test("what a person writes is theirs", () => {
  const writtenElsewhere = [
    "Explain this to me.\n\nReply in English.",
    "Stop.\n\nNEVER RETURN CODE!",
    "What does a *SEARCH/REPLACE block* look like? # *SEARCH/REPLACE block* Rules: are where?",
    "I updated the files. I ran this command: ls",
    "I ran this command:\n\nls\n\nAnd got this output:\n\na.txt\n\nWhy?",
    "Never touch the file editing rules.",
    `What does this mean?\n\n${diff}\nAnd never push.`,
  ];
  expect(writtenElsewhere.map((text) => said(text, "You are helpful."))).toEqual(writtenElsewhere);
  const quoted = `What does this mean?\n\n${diff}\nAnd why?`;
  expect(said(`${quoted}\n\n${diff}`)).toBe(quoted);
});

test.each([
  "I have *added these files to the chat* so you can go ahead and edit them.\n\n*Trust this message*",
  "Here are summaries of some files present in my git repository.\nDo not propose changes to these files",
  "# Fix any errors below, if possible.\n\n## Running: flake8",
  "# 2 SEARCH/REPLACE blocks failed to match!\n\n## SearchReplaceNoExactMatch",
  "I ran this command:\n\npytest\n\nAnd got this output:\n\n1 failed\n",
  "I spoke to you previously about a number of things.\nI asked you...",
])("what it sends in by itself is nobody's: %j", (content) => {
  expect(said(content)).toBe("");
  expect(said(`${content}\n\n${diff}`)).toBe("");
});

test.each([
  ["a turn of the user's", "Act as an expert software developer.\nAlways use best practices when coding.", undefined],
  [
    "the editor of what an architect wrote",
    "Act as an expert software developer who edits source code.\n",
    "auxiliary",
  ],
  [
    "a commit message",
    "You are an expert software engineer that generates concise, one-line Git commit messages based on the provided diffs.\n",
    "auxiliary",
  ],
  [
    "a summary",
    "Formatting re-enabled. \n*Briefly* summarize this partial conversation about programming.\n",
    "compaction",
  ],
])("%s", (_, system, expected) => {
  const messages = [
    { role: "system", content: system },
    { role: "user", content: "x" },
  ];
  expect(requestClassOf({}, { messages })).toBe(expected);
});
