import { fork } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { started } from "./started.ts";

/** A program of test/bench/programs in a process of its own, which answers questions. */
export type Child<Hello, Question, Answer> = {
  pid: number;
  /** What it told when it was ready. */
  hello: Hello;
  ask(question: Question): Promise<Answer>;
  stop(): Promise<void>;
};

type Message = { value: unknown } | { error: string };

/** The types are the program's own: see the `parent` call at its end. */
export async function startChild<Hello, Question = never, Answer = never>(
  program: string,
  args: string[] = [],
): Promise<Child<Hello, Question, Answer>> {
  const child = fork(resolve(import.meta.dirname, "../programs", `${program}.ts`), args, { serialization: "advanced" });
  const exited = once(child, "exit");
  const stop = started(async () => {
    child.kill("SIGKILL");
    await exited;
  });
  const next = async (): Promise<unknown> => {
    const ended = exited.then(([code]) => Promise.reject(new Error(`${program} ended with ${code}`)));
    const [message]: Message[] = await Promise.race([once(child, "message"), ended]);
    if (message && "value" in message) return message.value;
    throw new Error(`${program}: ${message?.error}`);
  };
  const hello = (await next()) as Hello;
  const ask = async (question: Question) => {
    child.send({ question });
    return (await next()) as Answer;
  };
  return { pid: child.pid!, hello, ask, stop };
}

/** The child's side: says that it is ready, then answers one question after the other. */
export function parent<Hello, Question = never, Answer = never>(
  hello: Hello,
  answer: (question: Question) => Promise<Answer> | Answer = () => Promise.reject(new Error("it answers nothing")),
): void {
  process.on("message", (message: { question: Question }) => {
    Promise.resolve()
      .then(() => answer(message.question))
      .then(
        (value) => process.send!({ value }),
        (error: unknown) => process.send!({ error: String(error) }),
      );
  });
  process.once("disconnect", () => process.exit());
  process.send!({ value: hello });
}
