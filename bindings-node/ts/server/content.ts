import type { ContentBlock } from "@modelcontextprotocol/server";
import type { HandlerContent } from "./types.js";

/** A handler's content as the protocol wants it: a list of blocks. */
export function normalizeContent(content: HandlerContent | undefined): ContentBlock[] {
  if (content === undefined) return [];
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? content : [content];
}
