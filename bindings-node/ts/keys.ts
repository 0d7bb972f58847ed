/** Keys as a host gives them. */

import { coded, invalidArgument, type Raised } from "./errors.js";
import { members } from "./json.js";

/** A secret of at least 32 bytes; a string counts, and is used as, its UTF-8 bytes. */
export type KeyMaterial = string | Uint8Array;

/** One key of a ring; the id is for the format `rs2`. */
export type KeyInput = KeyMaterial | { readonly id?: string; readonly key: KeyMaterial };

/** The ring as the core takes it. @internal */
export interface Ring {
  readonly keys: unknown[];
  /** One id a key, where any key has one. */
  readonly keyIds?: unknown[];
}

/** One key, or a ring in which the first mints and all open. @internal */
export function ring(key: KeyInput | undefined, keys: readonly KeyInput[] | undefined, as: Raised): Ring | undefined {
  if (key !== undefined && keys !== undefined) throw invalidArgument("give key or keys, not both", as);
  if (key === undefined && keys === undefined) return undefined;
  const entries: unknown = key === undefined ? keys : [key];
  const given = listed(entries, as);
  if (given.length === 0) throw coded("no_key", "keys holds no key", [], as);
  const split = given.map((entry) => {
    const named = entry !== null && typeof entry === "object" && !ArrayBuffer.isView(entry);
    return named ? members(entry, "a key", as) : { key: entry, id: undefined };
  });
  const ids = split.map((entry) => entry.id);
  return {
    keys: split.map((entry) => entry.key),
    ...(ids.some((id) => id !== undefined) && { keyIds: ids }),
  };
}

function listed(entries: unknown, as: Raised): unknown[] {
  try {
    if (Array.isArray(entries)) return Array.from(entries as unknown[]);
  } catch {
    // A proxy that was revoked is no array that could be asked for.
    throw invalidArgument("keys cannot be read", as);
  }
  throw invalidArgument("keys must be an array", as);
}
