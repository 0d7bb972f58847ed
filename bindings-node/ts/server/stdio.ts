/** Serving over standard input and output. */

import {
  type ServeStdioOptions,
  type StdioServerHandle,
  serveStdio as sdkServeStdio,
} from "@modelcontextprotocol/server/stdio";
import { invalidArgument, isA } from "../errors.js";
import { McpServer } from "./blueprint.js";

/**
 * Serves a blueprint over stdio. Clients of 2025 are refused unless `legacy: "serve"` is given; here they have a
 * session, so handlers can ask them too.
 */
export function serveStdio(
  // biome-ignore lint/suspicious/noExplicitAny: any registry of tools will do
  server: McpServer<any>,
  options: ServeStdioOptions = {},
): StdioServerHandle {
  if (!isA(server, McpServer)) throw invalidArgument("serveStdio serves an McpServer of mrtr/server", "type");
  return sdkServeStdio(server.factory(), { legacy: "reject", ...options });
}
