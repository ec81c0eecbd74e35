import { getOption, type DescField } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import { field as fieldRules } from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import { field_behavior, FieldBehavior } from "../../gen/google/api/field_behavior_pb.ts";

/** Whether a request without this field cannot be valid: it has no presence, and its zero value breaks a rule. */
export function isRequired(field: DescField): boolean {
  const { type, required } = getOption(field, fieldRules);
  if (required) return true;
  if (type.case === "repeated") return type.value.minItems > 0n;
  if (field.presence !== FeatureSet_FieldPresence.IMPLICIT || type.case !== "string") return false;
  const { pattern, minLen, minBytes, in: values } = type.value;
  return pattern !== "" || minLen > 0n || minBytes > 0n || (values.length > 0 && !values.includes(""));
}

/** Whether every answer has this field: of messages, where the contract says that they are always set. */
export function isEmitted(field: DescField): boolean {
  const behavior = getOption(field, field_behavior);
  if (behavior.includes(FieldBehavior.REQUIRED)) return true;
  if (behavior.includes(FieldBehavior.OPTIONAL)) return false;
  if (field.fieldKind === "list") return true;
  return field.fieldKind === "scalar" && field.presence === FeatureSet_FieldPresence.IMPLICIT;
}
