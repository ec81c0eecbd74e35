import { variables, type Variable } from "../../config/env.ts";

/** Every variable of the environment, for `--help`. */
export function variablesHelp(): string {
  const lines = Object.entries<Variable>(variables).map(([name, variable]) => {
    return `  ${name}\n      ${variable.about} ${allowedOf(variable)}`;
  });
  return `\nEnvironment:\n${lines.join("\n")}`;
}

function allowedOf(variable: Variable): string {
  switch (variable.kind) {
    case "integer":
      return `(${variable.min} to ${variable.max}, default ${variable.fallback})`;
    case "optionalInteger":
      return `(${variable.min} to ${variable.max})`;
    case "choice":
      return `(${variable.choices.join(", ")}; default ${variable.fallback})`;
    case "text":
      return `(default ${variable.fallback})`;
    case "optional":
      return variable.allowed === undefined ? "" : `(${variable.allowed})`;
    case "list":
    case "address":
      return `(${variable.allowed})`;
    case "prefix":
      return `(at most ${variable.max} characters, or none)`;
    case "secret":
      return "";
    default:
      return variable satisfies never;
  }
}
