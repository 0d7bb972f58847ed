/** Values to JSON text and back. The core reads text; what cannot be written as JSON is an error here. */

import { coded, invalidArgument, type Raised } from "./errors.js";

/** A JSON value as it was parsed. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/**
 * The JSON text of a value, as `JSON.stringify` writes it; undefined for a value that has none.
 *
 * What a getter or `toJSON` throws may quote the value, so it goes no further. @internal
 */
export function writeJson(value: unknown, what: string, as: Raised = "error"): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError)
      throw coded("too_deep", `${what} is too deep or too large to be written as JSON`, [], as);
    throw invalidArgument(`${what} cannot be written as JSON`, as);
  }
}

/** The JSON text of a value that must have one. @internal */
export function requireJson(value: unknown, what: string, as: Raised = "error"): string {
  const text = writeJson(value, what, as);
  if (text === undefined) throw invalidArgument(`${what} cannot be written as JSON`, as);
  return text;
}

/** The text of a payload: `undefined` is no payload, as in the SDK; a function or symbol would be lost, so it is an error. @internal */
export function payloadJson(payload: unknown): string | undefined {
  return payload === undefined ? undefined : requireJson(payload, "payload");
}

/**
 * The own members of an object of the host's, read once: a getter or a proxy may throw, and what it throws may quote what
 * it guards. @internal
 */
export function members(value: unknown, what: string, as: Raised = "error"): Record<string, unknown> {
  if (value === null || typeof value !== "object") throw invalidArgument(`${what} must be an object`, as);
  try {
    return { ...value };
  } catch {
    throw invalidArgument(`${what} cannot be read`, as);
  }
}

/**
 * A member that JSON would drop or empty in silence: a promise that was not awaited, a function that was not called.
 * @internal
 */
export function requireValue(value: unknown, place: string, as: Raised = "error"): void {
  const fix = isPromise(value)
    ? "is a promise: await it before it is given"
    : typeof value === "function" || typeof value === "symbol"
      ? `is a ${typeof value}: give the value itself`
      : undefined;
  if (fix !== undefined) throw coded("invalid_input_required", `${place} ${fix}`, [], as);
}

/** Does a value write itself, so that what goes out is not what was looked at? @internal */
export function writesItself(value: object): boolean {
  try {
    return typeof (value as { toJSON?: unknown }).toJSON === "function";
  } catch {
    return true;
  }
}

function isPromise(value: unknown): boolean {
  try {
    return value !== null && typeof value === "object" && typeof (value as { then?: unknown }).then === "function";
  } catch {
    return false;
  }
}

/** JSON has no word for these, and null would read as "not given"; a list in a list is of the wrong type for every option. */
const UNREPRESENTABLE = [[]];

function representable(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value !== "bigint" && typeof value !== "symbol" && typeof value !== "function";
}

/** Options as one JSON text. The core knows their names, rules and defaults; an unknown name is its error. @internal */
export function optionsJson(options: object, as: Raised = "error"): string {
  try {
    return JSON.stringify(options, (_, value) => (representable(value) ? value : UNREPRESENTABLE)) ?? "[]";
  } catch {
    throw invalidArgument("options cannot be read", as);
  }
}

/** Parses text that the core wrote. @internal */
export function readJson<T = Json>(text: string): T {
  return JSON.parse(text) as T;
}

/** A copy without a prototype, so that no name is found that is not there. @internal */
export function bare<T extends object>(value: T): T {
  return Object.assign(Object.create(null), value) as T;
}

/** Unix seconds by the host's clock; read through `Date.now`, so that fake timers work. @internal */
export function now(): number {
  return Date.now() / 1000;
}
