import { wordSet } from "../../language/word-set.ts";
import { isCommand, withoutTail } from "./code.ts";
import { commandOf, wordsOfLine, type Command } from "./shell.ts";

/** A command that a rule names: "rm -rf", "terraform destroy", "commit with --no-verify". */
export type NamedCommand = {
  /** Undefined where the rule names only what the program is told: "push --force". */
  readonly program: string | undefined;
  readonly words: readonly string[];
  readonly flags: readonly string[];
  /** What says which of these commands the rule is about: "on shared branches"; "" where it is about all. */
  readonly rest: string;
};

const lead =
  /^(?:(?:never|always|please|you|must|should|do|not|don['’]t|no|avoid|ever)\s+)*(?:(?:run|running|use|using|execute|executing|call|calling|invoke|do)\s+)?(?:(?:the|any|a)\s+)?/i;
/** Words with which a rule says which of the commands it means. */
const narrowing = wordSet("in into from at by as against via if to for");
/** Words around a flag that are none of the command's. */
const joining = wordSet("with the a flag option using command commands ever again directly");

/** The command that a rule's text is about; undefined where it is about something else, or about more. */
export function namedCommand(text: string): NamedCommand | undefined {
  const line = text
    .replaceAll("`", "")
    .replace(lead, "")
    .replace(/\s+with\s+(?=-)/, " ")
    .replace(/\.$/, "");
  const words = wordsOfLine(line);
  if (!words?.length) return undefined;
  const { own, tail } = withoutTail(words, line, narrowing);
  const plain = own.filter((word) => !joining.has(word.text));
  if (plain.length === 0 || plain.length > wordsMax) return undefined;
  const rest = tail.trim();
  if (plain.length === 1 && plain[0]!.text === "sudo") return { program: "sudo", words: [], flags: [], rest };
  const command = commandOf(plain);
  if (command && isCommand(command, own, text.includes("`")) && !isProse(command))
    return { program: command.program, words: command.words, flags: ownFlags(command), rest };
  const [verb, ...flags] = plain.map((word) => word.text);
  const hasFlags = flags.length > 0 && flags.every((word) => /^-+\w/.test(word));
  return hasFlags
    ? { program: undefined, words: [verb!], flags: flags.map((flag) => flagOf("", flag)), rest }
    : undefined;
}

const wordsMax = 6;

/** "kubectl in production", "git history": more is meant than a command. */
const isProse = ({ words }: Command): boolean =>
  words.some((word) => /^(?:in|into|from|at|by|as|against|via|if|history|or)$/.test(word));

/** Flags that say the same. */
const longFlags: Readonly<Record<string, string>> = {
  "--force": "-f",
  "--recursive": "-r",
  "-R": "-r",
  "--delete": "-d",
  "--all": "-A",
  "--insecure": "-k",
};
const flagOf = (verb: string, flag: string): string =>
  verb === "commit" && flag === "-n" ? "--no-verify" : (longFlags[flag] ?? flag);

const ownFlags = ({ words, flags }: Command): string[] =>
  [...flags].filter((flag) => !/^-[a-zA-Z]{2,4}$/.test(flag)).map((flag) => flagOf(words[0] ?? "", flag));

/** Whether a command is the one that a rule names. */
export function isNamed({ program, words, flags }: NamedCommand, command: Command): boolean {
  if (program === "sudo") return command.isRoot;
  if (program !== undefined && program !== command.program) return false;
  const own = ownFlags(command);
  if (!flags.every((flag) => own.includes(flag))) return false;
  let at = 0;
  for (const said of command.words) if (bare(said) === bare(words[at] ?? "")) at++;
  return at === words.length;
}

/** "0777" is "777", "./build/" is "build". */
const bare = (word: string): string =>
  word
    .replace(/^0+(?=\d)/, "")
    .replace(/^\.\/(?=.)/, "")
    .replace(/(?<=.)\/$|(?<=\/)\*$/, "");
