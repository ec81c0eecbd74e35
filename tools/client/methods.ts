import { getOption, type DescMethod } from "@bufbuild/protobuf";
import { http } from "../../gen/google/api/annotations_pb.ts";
import { bindingsOf } from "../../src/rest/transcode/binding.ts";
import { parseTemplate } from "../../src/rest/transcode/template.ts";
import { commentOf } from "../openapi/comment.ts";
import { isRequired } from "../openapi/presence.ts";
import { repeatOf } from "../openapi/repeat.ts";
import { callOf } from "./example.ts";
import { methodNames } from "./special.ts";
import { docComment } from "./text.ts";
import type { Types } from "./types.ts";

/** An RPC as a method of the client: `constant` is its operation, `method` the declaration in the class. */
export type Written = { constant: string; method: string };

/** Undefined for an RPC without a REST path. */
export function writeMethod(method: DescMethod, types: Types): Written | undefined {
  const [binding] = bindingsOf(method);
  if (binding === undefined) return undefined;
  const name = methodNames[method.localName] ?? method.localName;
  const bound = parseTemplate(binding.path).variables.map(({ field }) => field);
  const request = types.request(method.input, bound);
  const optional = !method.input.fields.some((field) => bound.includes(field.name) || isRequired(field));
  const parameters = `request: ${request}${optional ? " = {}" : ""}, options?: CallOptions`;
  const responseField = method.output.fields.find((field) => field.name === getOption(method, http).responseBody);
  const answer = responseField ? types.responseField(responseField) : types.response(method.output);
  const items = pagedField(method);
  const [result, call] = items
    ? [`Pages<${answer}, ${types.responseField(items).replace(/\[\]$/, "")}>`, `pages(${name}, "${items.name}", `]
    : [`Promise<${answer}>`, `call(${name}, `];
  const operation = {
    name,
    method: binding.method,
    path: binding.path,
    sends: binding.hasBody ? "body" : "query",
    repeat: repeatOf(method),
  };
  return {
    constant: `const ${name}: Operation = ${JSON.stringify(operation)};\n`,
    method:
      docComment(commentOf(method), "  ", callOf(method, name)) +
      `  ${name}(${parameters}): ${result} {\n    return this.#caller.${call}request, options);\n  }\n`,
  };
}

/** The list that comes in pages, if the RPC has `cursor` and `next_cursor`. */
function pagedField({ input, output }: DescMethod) {
  const has = (fields: DescMethod["input"]["fields"], name: string) => fields.some((field) => field.name === name);
  if (!has(input.fields, "cursor") || !has(output.fields, "next_cursor")) return undefined;
  return output.fields.find((field) => field.fieldKind === "list");
}
