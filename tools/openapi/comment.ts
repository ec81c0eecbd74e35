import type { AnyDesc, DescFile } from "@bufbuild/protobuf";
import { getComments } from "@bufbuild/protoplugin";

/** The comment that stands before a declaration, as one paragraph. */
export function commentOf(desc: Exclude<AnyDesc, DescFile>): string {
  return (getComments(desc).leading ?? "").trim().replaceAll(/\s+/g, " ");
}
