/** Which servers have doors. In the core, which is one for both module systems: no server gets them twice. */

/** The low-level servers of the SDK that `protect` has been called with. @internal */
export const protectedServers = new WeakSet<object>();
