/** What is found only when the program runs: the compiled core, and peers that only some programs have. */

import { createRequire } from "node:module";

/** `require`, from the folder of the compiled file (`dist/cjs`). @internal */
export const beside: (name: string) => unknown = createRequire(__filename);
