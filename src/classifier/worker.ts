import type { Premise } from "../memory/conflict/classifier.ts";
import { workOff } from "../onnx/work-off.ts";
import { PairModel } from "./pair-model.ts";

export type WorkerRequest = { premise: Premise; action: string };

// At the priority of who answers, unlike its siblings: somebody waits for each pair.
const model = await PairModel.load();
workOff(
  ({ premise, action }: WorkerRequest) => model.classify(premise, action),
  () => model.release(),
);
