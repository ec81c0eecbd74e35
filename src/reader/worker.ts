import { workerData } from "node:worker_threads";
import { lowerPriority } from "../onnx/lower-priority.ts";
import { RunLock } from "../onnx/run-lock.ts";
import { workOff } from "../onnx/work-off.ts";
import type { Kind, Readings } from "../memory/background/reading/reader.ts";
import { readersWith } from "./read.ts";
import { Tagger } from "./tagger.ts";

/** What a worker begins with. */
export type WorkerStart = { lock: SharedArrayBuffer };
/** Messages to read, of one kind. */
export type WorkerRequest = { [K in Kind]: { kind: K; messages: Readings[K]["given"][] } }[Kind];
/** What was read in one, or why nothing was. */
export type WorkerReading = { read: Readings[Kind]["read"] } | { error: string };
export type WorkerAnswer = { readings: WorkerReading[]; tookMs: number };

lowerPriority();
const tagger = await Tagger.load();
const lock = new RunLock((workerData as WorkerStart).lock); // from ReaderWorker, which is typed by it
const readers = readersWith((text) => lock.during(() => tagger.tag(text)));
workOff(read, () => tagger.release());

async function read({ kind, messages }: WorkerRequest, isEnding: () => boolean): Promise<WorkerAnswer> {
  const before = process.threadCpuUsage();
  const readings: WorkerReading[] = [];
  for (const given of messages) {
    if (isEnding()) throw new Error("the worker is to end"); // nobody waits for its answer
    readings.push(await attempt(kind, given));
  }
  const { user, system } = process.threadCpuUsage(before);
  return { readings, tookMs: (user + system) / 1_000 };
}

async function attempt<K extends Kind>(kind: K, given: Readings[K]["given"]): Promise<WorkerReading> {
  try {
    return { read: await readers[kind](given) };
  } catch (error) {
    return { error: String(error) };
  }
}
