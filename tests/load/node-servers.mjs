// The servers under load, each in a process of its own.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const running = new Set();

/** Starts a server of a kind, with the package in `folder`. */
export async function start(folder, kind, leak = 0) {
  const args = ["--expose-gc", `${HERE}node-server.mjs`, folder, kind, String(leak)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit", "ipc"] });
  running.add(child);
  child.on("exit", () => running.delete(child));
  const [url] = await once(createInterface({ input: child.stdout }), "line");
  return {
    url,
    async memory() {
      child.send("memory");
      return (await once(child, "message"))[0];
    },
    async end() {
      child.disconnect();
      await once(child, "exit");
    },
  };
}

/** Ends what is still running, however the run went. */
export function endAll() {
  for (const child of running) child.kill("SIGTERM");
}
