import type { DescMethod } from "@bufbuild/protobuf";

export function exampleOf(_method: DescMethod, _name: string): string | undefined {
  return undefined;
}
