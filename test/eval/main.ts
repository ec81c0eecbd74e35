/** `npm run eval -- NAME ...`: how good Cairn is at what has a right answer. A wrong command is told what there is. */
import { parseArgs } from "node:util";
import { isHalf } from "../fixture/injection/talk.ts";
import { evaluateConflicts, isConflictPart } from "./conflicts.ts";
import { evaluateDirectives, isOpenPart } from "./directives/directives.ts";
import { evaluateTalk } from "./directives/talk.ts";
import { evaluateFacts, isFactHalf } from "./facts/facts.ts";
import { evaluateInjection } from "./injection/injection.ts";
import { evaluateLocomo } from "./locomo/locomo.ts";
import { evaluateOutcomes } from "./outcomes/outcomes.ts";

const options = {
  url: { type: "string" },
  key: { type: "string" },
  half: { type: "string" },
  items: { type: "boolean", default: false },
  alone: { type: "boolean", default: false },
} as const;

type Values = { url?: string; key?: string; half?: string; items: boolean; alone: boolean };

type Evaluation = {
  usage: string;
  /** Which options it has. */
  takes: readonly (keyof Values)[];
  /** `undefined` where the file or an option's value does not fit. */
  run(values: Values, file: string | undefined): Promise<void> | undefined;
};

const evaluations: Record<string, Evaluation> = {
  locomo: {
    usage: "FILE [--url URL --key KEY]",
    takes: ["url", "key"],
    run({ url, key }, file) {
      if (file === undefined || (url === undefined) !== (key === undefined)) return undefined;
      return evaluateLocomo(file, url === undefined ? undefined : { url: url.replace(/\/$/u, ""), key: key! });
    },
  },
  directives: {
    usage: "[--half tune|held|traffic|practice-N] [--items]",
    takes: ["half", "items"],
    run({ half, items }, file) {
      const open = half ?? (items ? "tune" : undefined);
      if (file !== undefined || (open !== undefined && !isOpenPart(open))) return undefined;
      return evaluateDirectives(open, items);
    },
  },
  talk: {
    usage: "LOCOMO [--items]",
    takes: ["items"],
    run: ({ items }, file) => (file === undefined ? undefined : evaluateTalk(file, items)),
  },
  facts: {
    usage: "[--half tune|check] [--items]",
    takes: ["half", "items"],
    run({ half, items }, file) {
      if (file !== undefined || (half !== undefined && !isFactHalf(half)) || (items && half === "check"))
        return undefined;
      return evaluateFacts(items ? "tune" : half, items);
    },
  },
  conflicts: {
    usage: "[--half tune|check|held|practice|practice-N] [--alone]",
    takes: ["half", "alone"],
    run({ half, alone }, file) {
      if (file !== undefined || (half !== undefined && !isConflictPart(half))) return undefined;
      return evaluateConflicts(half, alone);
    },
  },
  injection: {
    usage: "[--half first|second] [--items]",
    takes: ["half", "items"],
    run({ half = "first", items }, file) {
      if (file !== undefined || !isHalf(half) || (items && half === "second")) return undefined;
      return evaluateInjection(half, items);
    },
  },
  outcomes: { usage: "[FILE.svg]", takes: [], run: (_, file) => evaluateOutcomes(file) },
};

/** `undefined` where the command is none. */
function asked(): Promise<void> | undefined {
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options });
    const [name = "", file, ...more] = positionals;
    const evaluation = Object.hasOwn(evaluations, name) ? evaluations[name] : undefined;
    if (!evaluation || more.length > 0) return undefined;
    const given = Object.entries(values).filter(([, value]) => value !== false);
    const isFit = given.every(([option]) => evaluation.takes.some((each) => each === option));
    return isFit ? evaluation.run(values, file) : undefined;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    console.error(error.message); // of parseArgs: an option that there is not
    return undefined;
  }
}

const running = asked();
if (running === undefined) {
  const lines = Object.entries(evaluations).map(([name, { usage }]) => `  ${name} ${usage}`);
  console.error(["usage: npm run eval -- NAME ...", ...lines].join("\n"));
  process.exitCode = 2;
} else {
  await running;
}
