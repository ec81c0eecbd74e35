import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The model this version was built for: what the file must hash to, and part of the fingerprint. */
export const MODEL_NAME = "all-MiniLM-L6-v2";
export const MODEL_SHA256 = "7c823ab33028dad7027d36f03382bd02bd33b60df49f6e5842fab34cfd274786";
export const DIMENSIONS = 384;

/** The folder of the model, in `model/` beside the sources or above their build. */
export function modelFolder(): string {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const candidate = join(folder, "model", MODEL_NAME);
    if (existsSync(join(candidate, "model.onnx"))) return candidate;
  }
  throw new Error(`no folder model/${MODEL_NAME} in the installation`);
}
