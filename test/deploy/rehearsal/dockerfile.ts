/** One instruction: `COPY --from=build /app/bin bin` is { name: "COPY", flags: { from: "build" }, text: "/app/bin bin" }. */
export type Instruction = { name: string; flags: Record<string, string>; text: string };

/** What stands from one FROM to the next. */
export type Stage = { base: string; name: string | undefined; steps: Instruction[] };

/** Reads as much of a Dockerfile's grammar as ours uses. Errors: a first instruction that is no FROM. */
export function parseDockerfile(source: string): Stage[] {
  const stages: Stage[] = [];
  for (const line of logicalLines(source)) {
    const step = parseInstruction(line);
    if (step.name === "FROM") stages.push(parseFrom(step));
    else if (stages.length === 0) throw new Error(`before the first FROM there is ${line}`);
    else stages.at(-1)!.steps.push(step);
  }
  return stages;
}

/** Lines without comments, those joined that end in a backslash. */
function logicalLines(source: string): string[] {
  const kept = source.split("\n").filter((line) => !line.trimStart().startsWith("#"));
  const joined = kept.join("\n").replaceAll(/\\\n\s*/g, "");
  return joined.split("\n").filter((line) => line.trim() !== "");
}

function parseInstruction(line: string): Instruction {
  const [, name = "", rest = ""] = /^(\S+)\s*(.*)$/s.exec(line.trim()) ?? [];
  const flags: Record<string, string> = {};
  let text = rest;
  for (let found = flag.exec(text); found !== null; found = flag.exec(text)) {
    flags[found[1]!] = found[2]!;
    text = text.slice(found[0].length);
  }
  return { name: name.toUpperCase(), flags, text };
}

const flag = /^--([a-z-]+)=(\S+)\s+/;

function parseFrom({ text }: Instruction): Stage {
  const [base = "", , name] = text.split(/\s+/);
  return { base, name, steps: [] };
}

/** `["node", "x"]` as it is; anything else is for a shell. */
export function commandOf(text: string): string[] {
  return text.startsWith("[") ? (JSON.parse(text) as string[]) : ["/bin/sh", "-c", text];
}

/** `A=1 B="two words"`: what ENV and LABEL say. */
export function assignmentsOf(text: string): Record<string, string> {
  const found = text.matchAll(/([\w.]+)=("(?:[^"\\]|\\.)*"|\S+)/g);
  return Object.fromEntries([...found].map(([, name, value]) => [name!, value!.replaceAll(/^"|"$/g, "")]));
}
