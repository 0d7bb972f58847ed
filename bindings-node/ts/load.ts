/** Finds the compiled core, or says what is missing. */

import { beside } from "./beside.js";
import type { Native } from "./native.js";

/** The `code` of the error when there is no compiled core that this process can run. @internal */
export const NO_NATIVE = "ERR_MRTR_NATIVE";

/** What a program is told that has come by the addon of a checkout's own tests, and not by a package. */
const FOR_TESTS =
  "mrtr: the compiled core is that of the tests, slow and with functions that fail on purpose. In the checkout, `npm run build` makes the one to use.";

/**
 * Loads the addon: one that was built in place, or that of the package for this platform, in the order of napi-rs's own
 * loader. @internal
 */
export function load(): Native {
  const version = (beside("../../package.json") as { version: string }).version;
  let native: Native;
  try {
    native = beside("../../native/index.cjs") as Native;
  } catch (error) {
    throw unloadable(version, reasonOf(error), error);
  }
  const found = native.constants().version;
  if (found !== version) throw unloadable(version, `the compiled core that was found is of version ${found}`);
  if (native.__testingPanic !== undefined && process.env.MRTR_TESTS === undefined) process.emitWarning(FOR_TESTS);
  return native;
}

function unloadable(version: string, reason: string, cause?: unknown): Error {
  const { platform, arch } = process;
  const libc = platform === "linux" ? libcOf() : undefined;
  const machine = [`platform ${platform}`, `architecture ${arch}`, ...(libc ? [`libc ${libc.told}`] : [])].join(", ");
  const abi = { linux: `-${libc?.name}`, win32: "-msvc" }[platform as string] ?? "";
  const wanted = `mrtr-${platform}-${arch}${abi}@${version}`;
  const remedy = "Install with optional dependencies, or build mrtr from source (npm run build)";
  return Object.assign(
    new Error(`mrtr has no compiled core for ${machine}; wanted the package ${wanted}: ${reason}. ${remedy}.`, {
      cause,
    }),
    { code: NO_NATIVE },
  );
}

function libcOf(): { readonly name: "gnu" | "musl"; readonly told: string } {
  const report = process.report as typeof process.report & { excludeNetwork: boolean };
  report.excludeNetwork = true;
  const { header } = report.getReport() as unknown as { header: { glibcVersionRuntime?: string } };
  const glibc = header.glibcVersionRuntime;
  return glibc === undefined ? { name: "musl", told: "musl" } : { name: "gnu", told: `gnu (glibc ${glibc})` };
}

/** What the loader of napi-rs says of a place where nothing is. */
const NOTHING = /^(Cannot find|Unsupported)/;

/** The most telling of the causes that the loader has chained: what was found and would not load, if anything was. */
function reasonOf(error: unknown): string {
  for (let one = error; one instanceof Error; one = one.cause) {
    const [line = ""] = one.message.split("\n");
    if (!NOTHING.test(line)) return `it could not be loaded: ${line}`;
  }
  return "it is not installed";
}
