/**
 * A server that asks before it deletes.
 *
 *     STATE_KEY=… PORT=3000 node build/examples/delete-report.js
 *
 * Every round of one call may land on another instance with the same STATE_KEY. Refusals go to stderr, with the reason
 * that the client never hears.
 */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpFetchHandler, inputRequired, McpServer, readAnswer } from "mrtr/server";
import { z } from "zod";

const target = z.object({ target: z.string().describe("The report's file name") });

const confirmation = z.object({
  ok: z.boolean().describe("Tick to go on"),
  reason: z.string().max(200).optional().describe("For the audit log"),
});

const server = new McpServer(
  { name: "reports", version: "1.0.0" },
  {
    state: { key: process.env.STATE_KEY },
    onRefusal: ({ reason, method, target, message }) =>
      console.error(JSON.stringify({ refused: reason, method, target, message })),
  },
)
  .registerTool(
    { name: "delete_report", description: "Deletes a report, after asking.", inputSchema: target },
    async ({ target }, ctx) => {
      console.error(
        JSON.stringify({ entered: "delete_report", target, round: ctx.state?.round, flow: ctx.state?.flowId }),
      );
      const answer = readAnswer(ctx.mcpReq.inputResponses, "confirm", confirmation);
      if (answer.outcome === "declined" || answer.outcome === "cancelled") {
        return { content: "Cancelled. Nothing was deleted." };
      }
      if (answer.outcome !== "accepted") {
        return inputRequired({
          inputRequests: {
            confirm: inputRequired.elicit({ message: `Delete ${target}?`, requestedSchema: confirmation }),
          },
          requestState: await ctx.state?.sealRequestState({ target }),
        });
      }
      if (!answer.value.ok) return { content: "Not confirmed. Nothing was deleted." };
      const sealed = ctx.state?.requestState<{ target: string }>();
      return { content: `Deleted ${sealed?.target ?? target}.` };
    },
  )
  .registerTool(
    { name: "archive_report", description: "Archives a report, after asking.", inputSchema: target },
    async ({ target }, ctx) => {
      console.error(
        JSON.stringify({ entered: "archive_report", target, round: ctx.state?.round, flow: ctx.state?.flowId }),
      );
      const answer = readAnswer(ctx.mcpReq.inputResponses, "confirm", confirmation);
      if (answer.outcome === "missing" || answer.outcome === "invalid") {
        return inputRequired({
          inputRequests: {
            confirm: inputRequired.elicit({ message: `Archive ${target}?`, requestedSchema: confirmation }),
          },
        });
      }
      const agreed = answer.outcome === "accepted" && answer.value.ok;
      return { content: agreed ? `Archived ${target}.` : "Cancelled. Nothing was archived." };
    },
  )
  .registerTool(
    { name: "never_satisfied", description: "Asks again whatever is answered.", inputSchema: target },
    async (_, ctx) => {
      console.error(JSON.stringify({ entered: "never_satisfied", round: ctx.state?.round, flow: ctx.state?.flowId }));
      return inputRequired({
        inputRequests: { more: inputRequired.elicit({ message: "More?", requestedSchema: confirmation }) },
      });
    },
  );

const handler = toNodeHandler(createMcpFetchHandler(server));
const forUs = [localhostHostValidation(), localhostOriginValidation()];

const http = createServer((request, response) => {
  if (forUs.every((check) => check(request, response))) void handler(request, response);
});

http.listen(Number(process.env.PORT ?? 0), "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`);
});
