import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The embedder: name and hash of its file are part of the fingerprint. */
export const embedderName = "all-MiniLM-L6-v2";
export const embedderSha256 = "7c823ab33028dad7027d36f03382bd02bd33b60df49f6e5842fab34cfd274786";
export const embedderDimensions = 384;

/** A model that this version was built for: its file, and what that must hash to. */
export type ModelFile = { path: string; sha256: string };

/** The model that makes texts vectors, of `embedderDimensions` numbers. */
export const embedderFile = (): ModelFile => fileOf(embedderName, embedderSha256);

const taggerName = "rule-tagger";
const taggerSha256 = "1af5ed94fdd87d7c254e8d104ff6b0fb7ea35a0dbc1e7b151fcde63952410d2f";

/** The model that tags the words of rules. */
export const taggerFile = (): ModelFile => fileOf(taggerName, taggerSha256);

const classifierName = "rule-classifier";
const classifierSha256 = "3103302e20e2bf8adc3f9df76285085c4c83dec324db1430e72377e21056ad7f";

/** The model that reads a rule and an action together. */
export const classifierFile = (): ModelFile => fileOf(classifierName, classifierSha256);

const fileOf = (name: string, sha256: string): ModelFile => ({ path: join(modelFolder(name), "model.onnx"), sha256 });

/** A model's folder, in `model/` beside the sources or above their build. */
export function modelFolder(name: string): string {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const candidate = join(folder, "model", name);
    if (existsSync(join(candidate, "model.onnx"))) return candidate;
  }
  throw new Error(`no folder model/${name} in the installation`);
}
