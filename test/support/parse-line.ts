import { parseObject } from "../../src/cli/lines/line-member.ts";
import { parseLine, type ImportLine } from "../../src/cli/lines/line.ts";

/** A line of an import, from its text. */
export function parseText(text: string, user = "system"): ImportLine {
  return parseLine(parseObject("line", text), user);
}
