import type { DescField, DescMessage } from "@bufbuild/protobuf";

/** The fields that REST tells of: a mask of what changes is made of the members of the body. */
export function membersOf(desc: DescMessage): DescField[] {
  return desc.fields.filter(({ message }) => message?.typeName !== "google.protobuf.FieldMask");
}

/**
 * Members of requests that the specification spells in camelCase. All may be written in both spellings, but each is listed
 * once: generators fold the two into one name, and what declares a name twice does not compile.
 */
const specifiedInCamelCase = new Set([
  "cairn.directives.v1.GetDirectivesRequest.user_id",
  "cairn.directives.v1.GetDirectivesRequest.window_hours",
  "cairn.memory.v1.RecordOutcomeRequest.application_id",
]);

/** The spelling in which the document lists a member. */
export function listedName(field: DescField): string {
  return isInCamelCase(field) ? field.jsonName : field.name;
}

/** What the comment does not say of a member. */
export function otherName(field: DescField): string {
  return isInCamelCase(field) ? ` \`${field.name}\` is accepted too.` : "";
}

function isInCamelCase(field: DescField): boolean {
  return specifiedInCamelCase.has(`${field.parent.typeName}.${field.name}`);
}
