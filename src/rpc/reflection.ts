import { createRegistry, toBinary, type DescFile, type DescService, type MessageInitShape } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError, type ConnectRouter } from "@connectrpc/connect";
import {
  ServerReflection,
  type ServerReflectionRequest,
  type ServerReflectionResponseSchema,
} from "../../gen/grpc/reflection/v1/reflection_pb.ts";
import { ServerReflection as ServerReflectionAlpha } from "../../gen/grpc/reflection/v1alpha/reflection_pb.ts";

type Answer = NonNullable<MessageInitShape<typeof ServerReflectionResponseSchema>["messageResponse"]>;

/** Of one stream, which nobody pays for. */
const questionsMax = 100;

/** Adds gRPC server reflection, v1 and v1alpha, over these services and itself. */
export function addReflection(router: ConnectRouter, services: readonly DescService[]): void {
  const index = new ReflectionIndex([...services, ServerReflection, ServerReflectionAlpha]);
  // The messages of v1alpha are those of v1 under other names.
  for (const service of [ServerReflection, ServerReflectionAlpha as unknown as typeof ServerReflection]) {
    router.service(service, {
      async *serverReflectionInfo(requests) {
        let asked = 0;
        for await (const request of requests) {
          if (++asked > questionsMax) throw new ConnectError("too many requests on one stream", Code.ResourceExhausted);
          const messageResponse = index.answer(request.messageRequest);
          yield { validHost: request.host, originalRequest: request, messageResponse };
        }
      },
    });
  }
}

class ReflectionIndex {
  readonly #services: readonly DescService[];
  readonly #files = new Map<string, DescFile>();
  /** Each file with those that it needs, as bytes. */
  readonly #bytes = new Map<DescFile, Uint8Array[]>();
  readonly #registry: ReturnType<typeof createRegistry>;

  constructor(services: readonly DescService[]) {
    this.#services = services;
    const files = services.flatMap((service) => withDependencies(service.file));
    for (const file of files) this.#files.set(file.proto.name, file);
    const own = new Map(files.map((file) => [file, toBinary(FileDescriptorProtoSchema, file.proto)]));
    for (const file of files)
      this.#bytes.set(
        file,
        withDependencies(file).flatMap((each) => own.get(each) ?? []),
      );
    this.#registry = createRegistry(...this.#files.values());
  }

  answer(question: ServerReflectionRequest["messageRequest"]): Answer {
    switch (question.case) {
      case "listServices":
        return {
          case: "listServicesResponse",
          value: { service: this.#services.map((service) => ({ name: service.typeName })) },
        };
      case "fileByFilename":
        return this.#fileAnswer(this.#files.get(question.value), question.value);
      case "fileContainingSymbol":
        return this.#fileAnswer(this.#fileOfSymbol(question.value), question.value);
      case "fileContainingExtension": {
        const { containingType, extensionNumber } = question.value;
        const message = this.#registry.getMessage(containingType);
        const extension = message && this.#registry.getExtensionFor(message, extensionNumber);
        return this.#fileAnswer(extension?.file, `${containingType} ${extensionNumber}`);
      }
      case "allExtensionNumbersOfType": {
        if (!this.#registry.getMessage(question.value)) return notFound(question.value);
        return {
          case: "allExtensionNumbersResponse",
          value: { baseTypeName: question.value, extensionNumber: this.#extensionNumbersOf(question.value) },
        };
      }
      case undefined:
        return failure(Code.InvalidArgument, "the request asks for nothing");
    }
  }

  #fileAnswer(file: DescFile | undefined, what: string): Answer {
    const fileDescriptorProto = file && this.#bytes.get(file);
    if (fileDescriptorProto === undefined) return notFound(what);
    return { case: "fileDescriptorResponse", value: { fileDescriptorProto } };
  }

  /** A symbol may be a member (a method, a field, a value): then its parent tells the file. */
  #fileOfSymbol(symbol: string): DescFile | undefined {
    const parent = symbol.slice(0, Math.max(0, symbol.lastIndexOf(".")));
    return (this.#registry.get(symbol) ?? this.#registry.get(parent))?.file;
  }

  #extensionNumbersOf(typeName: string): number[] {
    return [...this.#registry].flatMap((desc) => {
      return desc.kind === "extension" && desc.extendee.typeName === typeName ? [desc.number] : [];
    });
  }
}

function withDependencies(file: DescFile): DescFile[] {
  const seen = new Set<DescFile>();
  const visit = (each: DescFile): void => {
    if (seen.has(each)) return;
    seen.add(each);
    each.dependencies.forEach(visit);
  };
  visit(file);
  return [...seen];
}

const notFound = (what: string): Answer => failure(Code.NotFound, `not found: ${what}`);

function failure(errorCode: Code, errorMessage: string): Answer {
  return { case: "errorResponse", value: { errorCode, errorMessage } };
}
