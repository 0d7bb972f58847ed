/** Errors with a stable `code`. No message holds a key, a token, or a value that came from a user. */

/** One fault in a schema, a content or a request. */
export interface Issue {
  /** JSON Pointer (RFC 6901) to the faulty place; empty for the whole. */
  readonly pointer: string;
  /** Stable name of the rule that is broken, such as `required`. */
  readonly code: string;
  /** Says what would satisfy the rule. */
  readonly message: string;
}

/** Every `code` an error of this package may carry; the same names serve in Python, and C has a number for each. */
export const ERROR_CODES = [
  "invalid_argument",
  "invalid_utf8",
  "invalid_json",
  "too_large",
  "too_deep",
  "duplicate_member",
  "unknown_method",
  "invalid_key",
  "duplicate_key",
  "invalid_option",
  "invalid_ttl",
  "invalid_request_state",
  "sealed_state_invalid",
  "reserved_payload",
  "invalid_payload",
  "unsafe_integer",
  "no_key",
  "invalid_form",
  "invalid_request",
  "invalid_input_required",
  "illegal_state",
  "internal",
  "entropy",
] as const;

/** See {@link ERROR_CODES}. */
export type ErrorCode = (typeof ERROR_CODES)[number];

/** What every error of this package has, whatever its class. */
export interface Coded {
  readonly code: ErrorCode;
  /** Every fault found, for errors about forms and requests; else empty. */
  readonly issues: readonly Issue[];
}

/** The error of this package. Where its models throw a `TypeError` or a `RangeError`, so do we, with the same `code`. */
export class MrtrError extends Error implements Coded {
  override readonly name: string = "MrtrError";
  readonly code: ErrorCode;
  readonly issues: readonly Issue[];

  constructor(code: ErrorCode, message: string, issues: readonly Issue[] = []) {
    super(message);
    this.code = code;
    this.issues = issues;
  }
}

/** A schema that is no form: `issues` lists every fault. */
export class FormError extends MrtrError {
  override readonly name: string = "FormError";
}

/** Is this an error of this package, of whatever class? */
export function isMrtrError(error: unknown): error is Error & Coded {
  return error instanceof Error && "code" in error && (ERROR_CODES as readonly unknown[]).includes(error.code);
}

/** The classes an error may be raised as. @internal */
export type Raised = "error" | "type" | "range";

/** Builds a coded error of the wanted class. @internal */
export function coded(
  code: ErrorCode,
  message: string,
  issues: readonly Issue[] = [],
  as: Raised = "error",
): Error & Coded {
  if (as === "type") return Object.assign(new TypeError(message), { code, issues });
  if (as === "range") return Object.assign(new RangeError(message), { code, issues });
  return code === "invalid_form" ? new FormError(code, message, issues) : new MrtrError(code, message, issues);
}

/** An argument of the wrong type: says what it must be, never what it was. @internal */
export function invalidArgument(message: string, as: Raised = "error"): Error & Coded {
  return coded("invalid_argument", message, [], as);
}

/** Runs a call into the core and raises its failure as one of our classes. @internal */
export function call<T>(body: () => T, as: Raised = "error"): T {
  try {
    return body();
  } catch (error) {
    throw translate(error, as);
  }
}

function translate(error: unknown, as: Raised): Error {
  const { code, message, issues } = error as { code?: unknown; message?: unknown; issues?: unknown };
  if (typeof code !== "string" || !(ERROR_CODES as readonly string[]).includes(code)) {
    // Not from the core: the glue's own refusal, such as a call on another object. Its text is not ours to vouch for.
    return coded("internal", "the native part of mrtr refused the call", [], as);
  }
  const list = typeof issues === "string" ? (JSON.parse(issues) as Issue[]) : [];
  return coded(code as ErrorCode, String(message), list, as);
}

/** `instanceof` that a hostile proxy cannot make throw. @internal */
export function isA<T>(value: unknown, Class: abstract new (...args: never[]) => T): value is T {
  try {
    return value instanceof Class;
  } catch {
    return false;
  }
}
