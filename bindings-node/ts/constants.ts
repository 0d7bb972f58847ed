/** Values that others depend on, as the core has them. */

import { native } from "./native.js";

const constants = native.constants();

/** The `_meta` key under which a tool's result carries a token to its widget. */
export const STATE_META_KEY: string = constants.stateMetaKey;

/** The message of the error for a widget token that does not open. Widgets compare it. */
export const SEALED_STATE_INVALID_MESSAGE: string = constants.sealedStateInvalidMessage;

/** The methods whose handlers may ask. @internal */
export const ASKING: readonly string[] = constants.asking;

/** What a result that ends a call has one of. @internal */
export const ENDINGS: readonly string[] = constants.endings;
