import { create, createFileRegistry } from "@bufbuild/protobuf";
import {
  CodeGeneratorResponse_FileSchema,
  CodeGeneratorResponseSchema,
  type CodeGeneratorRequest,
  type CodeGeneratorResponse,
} from "@bufbuild/protobuf/wkt";
import { runNodeJs } from "@bufbuild/protoplugin";
import { writeMethod, type Written } from "./methods.ts";
import { Types } from "./types.ts";

// A plugin of buf: the contract comes in on standard input, the client's types and methods go out.
runNodeJs({ name: "protoc-gen-client", version: "1", run });

const head = "// Generated from proto/ by tools/client. Do not edit.\n\n";

function run(request: CodeGeneratorRequest): CodeGeneratorResponse {
  const registry = createFileRegistry({ $typeName: "google.protobuf.FileDescriptorSet", file: request.protoFile });
  const files = request.fileToGenerate.flatMap((name) => registry.getFile(name) ?? []);
  const types = new Types();
  const methods = files
    .flatMap((file) => file.services)
    .flatMap((service) => service.methods)
    .flatMap((method) => writeMethod(method, types) ?? []);
  const written = methods.map(({ constant, method }) => ({ constant, method }));
  const file = (name: string, content: string) =>
    create(CodeGeneratorResponse_FileSchema, { name: `client/${name}`, content: head + content });
  return create(CodeGeneratorResponseSchema, {
    supportedFeatures: 1n, // optional fields of proto3
    file: [file("types.ts", `${json}\n${types.text()}`), file("operations.ts", operations(written, types.names()))],
  });
}

const json = `/** Anything that JSON can say, as the members of an object. */
export type JsonObject = { [name: string]: unknown };
`;

function operations(written: Written[], types: string[]): string {
  const methods = written.map(({ method }) => method).join("\n");
  const used = types.filter((name) => new RegExp(`\\b${name}\\b`, "u").test(methods));
  return `import type { Caller } from "../../src/client/caller.ts";
import type { CallOptions } from "../../src/client/options.ts";
import type { Operation } from "../../src/client/operation.ts";
import type { Pages } from "../../src/client/pages.ts";
import type {
${used.map((name) => `  ${name},\n`).join("")}} from "./types.ts";

${written.map(({ constant }) => constant).join("")}
/** Every operation of the API, by its name there. */
export class Operations {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

${methods}}
`;
}
