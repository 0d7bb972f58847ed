/** Options of ours that stand beside the SDK's. */

import { coded } from "../errors.js";
import { native } from "../native.js";

/**
 * Refuses a name that lies near one of our options. A name that is unknown may be an option of the SDK, of this release or
 * a later one; but one that was meant to be ours would not hold, and nobody would notice. @internal
 */
export function refuseMisspelt(beside: object, ours: readonly string[]): void {
  for (const name of Object.keys(beside)) {
    const meant = native.misspeltOption(name, ours);
    if (meant !== null) throw coded("invalid_option", `unknown option; did you mean ${meant}?`, [], "type");
  }
}
