import { parentPort } from "node:worker_threads";
import { lowerPriority } from "../onnx/lower-priority.ts";
import { workOff } from "../onnx/work-off.ts";
import type { Kind, Readings } from "../memory/reader.ts";
import { readersWith } from "./read.ts";
import { Tagger } from "./tagger.ts";

/** Messages to read, of one kind. */
export type WorkerRequest = { [K in Kind]: { kind: K; messages: Readings[K]["given"][] } }[Kind];
/** What was read in one, or why nothing was. */
export type WorkerReading = { read: Readings[Kind]["read"] } | { error: string };
/** The first answer says that rules and model are loaded; then one follows each request, in order. */
export type WorkerAnswer = { ready: true } | { readings: WorkerReading[]; tookMs: number };

const port = parentPort!;
const answer = (message: WorkerAnswer) => port.postMessage(message);

lowerPriority();
const tagger = await Tagger.load();
const readers = readersWith((text) => tagger.tag(text));
workOff(port, read, () => tagger.release());
answer({ ready: true });

/** Nobody waits for the answer of a worker that is to end. */
async function read({ kind, messages }: WorkerRequest, isEnding: () => boolean): Promise<void> {
  const before = process.threadCpuUsage();
  const readings: WorkerReading[] = [];
  for (const given of messages) {
    if (isEnding()) return;
    readings.push(await attempt(kind, given));
  }
  const { user, system } = process.threadCpuUsage(before);
  answer({ readings, tookMs: (user + system) / 1_000 });
}

async function attempt<K extends Kind>(kind: K, given: Readings[K]["given"]): Promise<WorkerReading> {
  try {
    return { read: await readers[kind](given) };
  } catch (error) {
    return { error: String(error) };
  }
}
