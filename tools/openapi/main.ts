import { readFileSync } from "node:fs";
import { create, createFileRegistry } from "@bufbuild/protobuf";
import {
  CodeGeneratorResponse_FileSchema,
  CodeGeneratorResponseSchema,
  type CodeGeneratorRequest,
  type CodeGeneratorResponse,
} from "@bufbuild/protobuf/wkt";
import { runNodeJs } from "@bufbuild/protoplugin";
import { createDocument } from "./document.ts";

// A plugin of buf: the contract comes in on standard input, `openapi.json` goes out.
runNodeJs({ name: "protoc-gen-openapi", version: "1", run });

function run(request: CodeGeneratorRequest): CodeGeneratorResponse {
  const registry = createFileRegistry({ $typeName: "google.protobuf.FileDescriptorSet", file: request.protoFile });
  const files = request.fileToGenerate.flatMap((name) => registry.getFile(name) ?? []);
  const document = createDocument(
    files.flatMap((file) => file.services),
    version(),
  );
  const content = `${JSON.stringify(document, null, 2)}\n`;
  const file = create(CodeGeneratorResponse_FileSchema, { name: "openapi.json", content });
  return create(CodeGeneratorResponseSchema, { supportedFeatures: 1n, file: [file] }); // 1: optional fields of proto3
}

function version(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version; // npm takes no package without one
}
