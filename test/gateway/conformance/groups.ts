import type { Group } from "./row.ts";
import { choiceRows } from "./rows/choices.ts";
import { contentRows } from "./rows/content.ts";
import { formatRows } from "./rows/formats.ts";
import { parameterRows } from "./rows/parameters.ts";
import { systemRows } from "./rows/system.ts";
import { thinkingRows } from "./rows/thinking.ts";
import { toolRows } from "./rows/tools.ts";

export const groups: readonly Group[] = [
  { title: "System text and caches", rows: systemRows },
  { title: "Content", rows: contentRows },
  { title: "Tools", rows: toolRows },
  { title: "The choice of a tool", rows: choiceRows },
  { title: "The form of an answer", rows: formatRows },
  { title: "Parameters", rows: parameterRows },
  { title: "Thinking", rows: thinkingRows },
];
