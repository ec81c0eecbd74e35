import type { Group } from "./row.ts";
import { answerRows } from "./rows/answers.ts";
import { brokenRows } from "./rows/broken.ts";
import { choiceRows } from "./rows/choices.ts";
import { contentRows } from "./rows/content.ts";
import { errorRows } from "./rows/errors.ts";
import { formatRows } from "./rows/formats.ts";
import { numberRows } from "./rows/numbers.ts";
import { parameterRows } from "./rows/parameters.ts";
import { requestRows } from "./rows/requests.ts";
import { stopRows } from "./rows/stops.ts";
import { systemRows } from "./rows/system.ts";
import { thinkingRows } from "./rows/thinking.ts";
import { thoughtRows } from "./rows/thoughts.ts";
import { toolRows } from "./rows/tools.ts";
import { unsaidRows } from "./rows/unsaid.ts";
import { usageRows } from "./rows/usage.ts";

export const groups: readonly Group[] = [
  { title: "System text and caches", rows: systemRows },
  { title: "Content", rows: [...contentRows, ...unsaidRows] },
  { title: "Tools", rows: [...toolRows, ...numberRows] },
  { title: "The choice of a tool", rows: choiceRows },
  { title: "The form of an answer", rows: formatRows },
  { title: "Parameters", rows: parameterRows },
  { title: "Asking to think", rows: thinkingRows },
  { title: "Answers", rows: answerRows },
  { title: "Thoughts in answers", rows: thoughtRows },
  { title: "Why an answer ends", rows: stopRows },
  { title: "Usage", rows: usageRows },
  { title: "Errors in place of an answer", rows: errorRows },
  { title: "Answers that come badly", rows: brokenRows },
  { title: "Requests", rows: requestRows },
];
