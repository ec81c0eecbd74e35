import { wordSet } from "../../language/word-set.ts";
import { wordsOfLine, type Command, type Word } from "./shell.ts";

const containers = wordSet("docker docker-compose podman kubectl");
const shells = wordSet("bash sh zsh su");

/** Behind which word the command stands that another runs, or may run: -1 where it is the first. */
function placeOf({ program, given }: Command): number | undefined {
  const behind = (pattern: RegExp) => {
    const at = given.findIndex(({ text }) => pattern.test(text));
    return at < 0 ? undefined : at;
  };
  if (program === "ssh") return -1;
  if (containers.has(program)) return behind(/^(?:exec|run)$/);
  if (program === "find") return behind(/^-(?:exec|ok)(?:dir)?$/);
  return shells.has(program) ? behind(/^-[a-z]*c$/) : undefined;
}

/**
 * The words of the command that another runs: behind a host, the name of a container, "-exec", "-c"; undefined where there is none. It
 * begins with the first word that `isProgram`, or is quoted as a line, which is then the `source`.
 */
export function innerOf(
  command: Command,
  isProgram: (name: string) => boolean,
): { words: Word[]; source: string | undefined } | undefined {
  const place = placeOf(command);
  if (place === undefined) return undefined;
  const rest = command.given.slice(place + 1);
  const at = rest.findIndex(({ text, isQuoted }) => isProgram(text) || (isQuoted && /\s/.test(text)));
  if (at < 0) return undefined;
  const first = rest[at]!;
  if (!first.isQuoted) {
    const words = rest.slice(at).filter(({ text }) => text !== "\\" && text !== "+");
    return { words, source: undefined };
  }
  const words = wordsOfLine(first.text);
  return words && { words, source: first.text };
}
