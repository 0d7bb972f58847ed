import { fileURLToPath } from "node:url";

/** A vector file at the root of the repository. */
export function vectorFile(name: string): string {
  return fileURLToPath(new URL(`../../../tests/vectors/${name}`, import.meta.url));
}

/** Runs a body while the clock stands at the given Unix second, as fake timers would make it. */
export async function at<T>(seconds: number, body: () => T | Promise<T>): Promise<T> {
  const real = Date.now;
  Date.now = () => seconds * 1000;
  try {
    return await body();
  } finally {
    Date.now = real;
  }
}

/** A key for tests. */
export const KEY = "0123456789abcdef0123456789abcdef";
