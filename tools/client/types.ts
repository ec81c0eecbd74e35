import { getOption, ScalarType, type DescField, type DescMessage } from "@bufbuild/protobuf";
import { field as fieldRules, type FieldRules } from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import { commentOf } from "../openapi/comment.ts";
import { membersOf } from "../openapi/member.ts";
import { isEmitted, isRequired } from "../openapi/presence.ts";
import { fieldNames, oneOf } from "./special.ts";
import { docComment } from "./text.ts";

type Side = "request" | "response";

/** The TypeScript types of messages. Each is written once, under its short name. */
export class Types {
  readonly #texts = new Map<string, string>();

  /** All types so far, by name. */
  text(): string {
    const names = [...this.#texts.keys()].sort();
    return names.map((name) => this.#texts.get(name)).join("\n");
  }

  names(): string[] {
    return [...this.#texts.keys()].sort();
  }

  /** The name of a request's type. `bound` are the fields that its path has: they must be given. */
  request(desc: DescMessage, bound: readonly string[]): string {
    return this.#message(desc, "request", bound);
  }

  response(desc: DescMessage): string {
    return this.#message(desc, "response");
  }

  /** The type of an answer that is a field of the message. */
  responseField(field: DescField): string {
    return this.#value(field, "response");
  }

  #message(desc: DescMessage, side: Side, bound: readonly string[] = []): string {
    if (desc.typeName === "google.protobuf.Struct") return "JsonObject";
    if (!this.#texts.has(desc.name)) {
      this.#texts.set(desc.name, ""); // holds the place of one that refers to itself
      this.#texts.set(desc.name, this.#declaration(desc, side, bound));
    }
    return desc.name;
  }

  #declaration(desc: DescMessage, side: Side, bound: readonly string[]): string {
    const single = oneOf[desc.name] ?? [];
    const fields = membersOf(desc).map((field) => ({ field, name: fieldNames[memberOf(field)] ?? field.name }));
    const members = fields
      .filter(({ name }) => !single.includes(name))
      .map(({ field, name }) => {
        const given = side === "request" ? bound.includes(field.name) || isRequired(field) : isEmitted(field);
        return `${docComment(commentOf(field), "  ")}  ${name}${given ? "" : "?"}: ${this.#value(field, side)}${!given && side === "request" ? " | undefined" : ""};\n`;
      });
    const choice = single.map((name) => {
      const { field } = fields.find((each) => each.name === name)!; // special.ts names a field of this message
      const others = single.filter((each) => each !== name).map((each) => `${each}?: undefined`);
      const comment = docComment(commentOf(field), "      ");
      return `\n  | {\n${comment}      ${name}: ${this.#value(field, side)};\n      ${others.join("; ")};\n    }`;
    });
    const and = choice.length > 0 ? ` & (${choice.join("")}\n)` : "";
    return `${docComment(commentOf(desc), "")}export type ${desc.name} = {\n${members.join("")}}${and};\n`;
  }

  #value(field: DescField, side: Side): string {
    const rules = getOption(field, fieldRules);
    switch (field.fieldKind) {
      case "scalar":
        return scalar(field.scalar, rules);
      case "message":
        return this.#message(field.message, side);
      case "list": {
        const items = rules.type.case === "repeated" ? rules.type.value.items : undefined;
        const item = field.message ? this.#message(field.message, side) : scalar(field.scalar, items);
        const list = `${item.includes("|") ? `(${item})` : item}[]`;
        return side === "request" ? `readonly ${list}` : list;
      }
      case "enum":
      case "map":
        throw new Error(`${field.toString()}: REST does not carry it`);
    }
  }
}

function memberOf(field: DescField): string {
  return `${field.parent.typeName}.${field.name}`;
}

/** A text that must be one of a few is the union of these. */
function scalar(type: ScalarType | undefined, rules: FieldRules | undefined): string {
  if (type === ScalarType.BOOL) return "boolean";
  if (type !== ScalarType.STRING) return "number";
  const values = rules?.type.case === "string" ? rules.type.value.in : [];
  return values.length > 0 ? values.map((value) => JSON.stringify(value)).join(" | ") : "string";
}
