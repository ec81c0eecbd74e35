import type { DescService } from "@bufbuild/protobuf";
import { getOption, hasOption } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import { describe, expect, test } from "vitest";
import { AdminService } from "../../gen/cairn/admin/v1/admin_pb.ts";
import { DirectivesService } from "../../gen/cairn/directives/v1/directives_pb.ts";
import { GatewayService } from "../../gen/cairn/gateway/v1/gateway_pb.ts";
import { MemoryService } from "../../gen/cairn/memory/v1/memory_pb.ts";
import { PatternsService } from "../../gen/cairn/patterns/v1/patterns_pb.ts";
import { http } from "../../gen/google/api/annotations_pb.ts";
import { Health } from "../../gen/grpc/health/v1/health_pb.ts";
import { ServerReflection } from "../../gen/grpc/reflection/v1/reflection_pb.ts";
import { AppError, type ErrorCode } from "../../src/error.ts";
import { accessOf, rpcName } from "../../src/rpc/access.ts";
import { connectCodes, toConnectError } from "../../src/rpc/errors.ts";

const ours: DescService[] = [MemoryService, PatternsService, DirectivesService, GatewayService, AdminService];
const methodsOf = (services: DescService[]) => services.flatMap(({ methods }) => methods);

describe("every RPC", () => {
  test.each(methodsOf([...ours, Health, ServerReflection]).map((method) => [rpcName(method), method] as const))(
    "%s says who may call it",
    (_name, method) => {
      const access = accessOf(method);
      const scopes = ["memory:read", "memory:write", "gateway", "admin"];
      const named = typeof access === "string" ? [access] : access;
      expect([...scopes, "optional", "none"]).toEqual(expect.arrayContaining([...named]));
    },
  );

  // Whose bodies are other people's words: their paths are the gateway's pages, which pass the bytes.
  const ofModels = GatewayService.methods.filter(({ input }) => input.fields.every(({ name }) => name === "body"));
  const transcoded = methodsOf(ours).filter((method) => !ofModels.includes(method) || method.input.fields.length === 0);
  test.each(transcoded.map((method) => [rpcName(method), method] as const))("%s has a REST path", (_name, method) => {
    expect(hasOption(method, http)).toBe(true);
    expect(getOption(method, http).pattern.case).toBeDefined();
  });

  test("what changes nothing asks for memory:read, what changes something for more", () => {
    for (const method of methodsOf([MemoryService, PatternsService, DirectivesService])) {
      const reads = /^(Get|List|Search|Check)/u.test(method.name);
      expect([method.name, accessOf(method)]).toEqual([method.name, reads ? "memory:read" : "memory:write"]);
    }
  });
});

describe("errors", () => {
  test.each(Object.entries(connectCodes))("%s keeps its message and has a code of Connect", (code, expected) => {
    const error = toConnectError(new AppError(code as ErrorCode, "said"), "req-1");
    expect(error).toMatchObject({ code: expected, rawMessage: "said" });
    expect(Code[error.code]).toBeDefined();
  });

  test("details go out as violations, with their paths", () => {
    const details = [{ field: "messages[2].role", message: "must be one of user, assistant" }];
    const error = toConnectError(new AppError("invalid_argument", "bad", { details }), "req-1");
    expect(error.details).toMatchObject([
      {
        value: {
          violations: [
            {
              message: "must be one of user, assistant",
              field: {
                elements: [{ fieldName: "messages", subscript: { case: "index", value: 2n } }, { fieldName: "role" }],
              },
            },
          ],
        },
      },
    ]);
  });

  test("a fault tells the request id and nothing else; its cause stays inside", () => {
    const fault = new Error("no such table: memory");
    const error = toConnectError(fault, "req-1");
    expect(error.code).toBe(Code.Internal);
    expect(error.message).toContain("req-1");
    expect(error.message).not.toContain("table");
    expect(error.cause).toMatchObject({ code: "internal", cause: fault });
  });
});
