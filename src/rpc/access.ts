import type { DescMethod } from "@bufbuild/protobuf";
import type { KeyScope } from "../account/account.ts";

/** What an RPC asks of its caller: a key with a scope or one of several, a key if there is one, or nothing at all. */
export type Access = KeyScope | readonly KeyScope[] | "optional" | "none";

/** Every RPC of this server, by its full name. A test holds it against the contract. */
const accessByRpc: Record<string, Access> = {
  "cairn.memory.v1.MemoryService/Search": "memory:read",
  "cairn.memory.v1.MemoryService/GetRetrieval": "memory:read",
  "cairn.memory.v1.MemoryService/RecordOutcome": "memory:write",
  "cairn.memory.v1.MemoryService/AddMessage": "memory:write",
  "cairn.memory.v1.MemoryService/AddMessages": "memory:write",
  "cairn.memory.v1.MemoryService/GetMessage": "memory:read",
  "cairn.memory.v1.MemoryService/EditMessage": "memory:write",
  "cairn.memory.v1.MemoryService/DeleteMessage": "memory:write",
  "cairn.memory.v1.MemoryService/ListSessions": "memory:read",
  "cairn.memory.v1.MemoryService/ListMessages": "memory:read",
  "cairn.memory.v1.MemoryService/ListUserMessages": "memory:read",
  "cairn.memory.v1.MemoryService/DeleteSession": "memory:write",
  "cairn.memory.v1.MemoryService/ListUsers": "memory:read",
  "cairn.memory.v1.MemoryService/DeleteUser": "memory:write",
  "cairn.memory.v1.MemoryService/GetErasure": "memory:read",

  "cairn.patterns.v1.PatternsService/PutPattern": "memory:write",
  "cairn.patterns.v1.PatternsService/ListPatterns": "memory:read",
  "cairn.patterns.v1.PatternsService/GetPattern": "memory:read",
  "cairn.patterns.v1.PatternsService/GetPatternHistory": "memory:read",
  "cairn.patterns.v1.PatternsService/EditPattern": "memory:write",
  "cairn.patterns.v1.PatternsService/DeletePattern": "memory:write",
  "cairn.patterns.v1.PatternsService/MergePattern": "memory:write",
  "cairn.patterns.v1.PatternsService/Forge": "memory:write",

  "cairn.directives.v1.DirectivesService/GetDirectives": "memory:read",
  "cairn.directives.v1.DirectivesService/ListDirectives": "memory:read",
  "cairn.directives.v1.DirectivesService/GetDirective": "memory:read",
  "cairn.directives.v1.DirectivesService/EditDirective": "memory:write",
  "cairn.directives.v1.DirectivesService/DeleteDirective": "memory:write",
  "cairn.directives.v1.DirectivesService/CheckConflict": "memory:read",

  "cairn.graph.v1.GraphService/ListEntities": "memory:read",
  "cairn.graph.v1.GraphService/GetEntity": "memory:read",

  "cairn.gateway.v1.GatewayService/CreateChatCompletion": "gateway",
  "cairn.gateway.v1.GatewayService/StreamChatCompletion": "gateway",
  "cairn.gateway.v1.GatewayService/CreateMessage": "gateway",
  "cairn.gateway.v1.GatewayService/StreamMessage": "gateway",
  "cairn.gateway.v1.GatewayService/CountMessageTokens": "gateway",
  "cairn.gateway.v1.GatewayService/ListModels": "gateway",
  "cairn.gateway.v1.GatewayService/GetModel": "gateway",
  "cairn.gateway.v1.GatewayService/GetHealth": "optional",

  "cairn.admin.v1.AdminService/CreateKey": "admin",
  "cairn.admin.v1.AdminService/ListKeys": "admin",
  "cairn.admin.v1.AdminService/EditKey": "admin",
  "cairn.admin.v1.AdminService/RevokeKey": "admin",
  "cairn.admin.v1.AdminService/RotateKey": "admin",
  "cairn.admin.v1.AdminService/GetUsage": ["gateway", "admin"],
  "cairn.admin.v1.AdminService/DeleteAccount": "admin",

  "grpc.health.v1.Health/Check": "none",
  "grpc.health.v1.Health/Watch": "none",
  "grpc.reflection.v1.ServerReflection/ServerReflectionInfo": "none",
  "grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo": "none",
};

/** `cairn.memory.v1.MemoryService/Search`. */
export function rpcName(method: DescMethod): string {
  return `${method.parent.typeName}/${method.name}`;
}

/** Throws for an RPC that the table forgot: nothing is open by omission. */
export function accessOf(method: DescMethod): Access {
  const access = accessByRpc[rpcName(method)];
  if (access === undefined) throw new Error(`no access is stated for ${rpcName(method)}`);
  return access;
}
