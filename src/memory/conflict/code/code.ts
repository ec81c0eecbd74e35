import { programs } from "./programs.ts";

/** The commands and SQL statements of a text, said in words; undefined where it has none. */
export function asWords(text: string): string | undefined {
  if (text.length > codeMax) return undefined;
  const commands = text.split(/&&|\|\||;|\n|\||: /).map((part) => part.trim());
  const said = inBranch(commands, commands.map(saidOf));
  if (said.every((words) => words === undefined)) return undefined;
  return commands.map((command, place) => said[place] ?? command).join(". ");
}

/** A commit behind "git checkout main" is one on main. */
function inBranch(commands: string[], said: (string | undefined)[]): (string | undefined)[] {
  let branch: string | undefined;
  return said.map((words, at) => {
    branch = /^git (?:checkout|switch) (?:-[bc] )?([^\s-]\S*)$/.exec(commands[at]!)?.[1] ?? branch;
    return words?.startsWith("commit") && branch !== undefined ? words.replace("commit", `commit on ${branch}`) : words;
  });
}

/** Characters of a text that is read for commands; a longer one is taken for prose. */
const codeMax = 4_000;

const statements: Readonly<Record<string, (rest: string) => string>> = {
  "drop table": (rest) => `delete the table ${rest}`,
  "drop database": (rest) => `delete the database ${rest}`,
  "truncate table": (rest) => `delete all data of the table ${rest}`,
  truncate: (rest) => `delete all data of the table ${rest}`,
  "delete from": (rest) => `delete data of the table ${rest}`,
  "alter table": (rest) => `change the table ${rest.replace(/\badd column\b/i, ": add the column")}`,
  "insert into": (rest) => `add data to the table ${rest}`,
  "grant all": (rest) => `grant all rights ${rest}`,
  "create table": (rest) => `create the table ${rest}`,
};

function saidOf(command: string): string | undefined {
  const words = command.split(/\s+/).filter((word) => word !== "");
  while (words[0] === "sudo" || words[0] === "$") words.shift();
  const [program = "", ...args] = words;
  const lower = command.toLowerCase();
  for (const [start, say] of Object.entries(statements)) {
    if (lower.startsWith(`${start} `)) return say(command.slice(start.length + 1));
  }
  if (!Object.hasOwn(programs, program) || !isCommand(program, args)) return undefined;
  return programs[program]!(args, command);
}

/** "service" and "go" are words too: a command is written without articles. */
function isCommand(program: string, args: string[]): boolean {
  if (!["service", "go", "shutdown", "reboot"].includes(program))
    return !args.some((arg) => ["the", "a", "an", "is", "was"].includes(arg));
  return (
    args.length > 0 && args.length < 4 && !args.some((arg) => ["the", "a", "to", "and", "on", "for"].includes(arg))
  );
}
