/**
 * A wizard: three questions, one after the other, each worded by what was answered before.
 *
 *     STATE_KEY=$(openssl rand -hex 32) PORT=3000 node build/examples/wizard.js
 *
 * The server keeps nothing between rounds. What was answered so far travels in the sealed state, so that every round may
 * land on another instance with the same STATE_KEY, in Node or in Python.
 */

import express from "express";
import { createMcpExpressRouter, inputRequired, McpServer, readAnswer } from "mrtr/server";
import { z } from "zod";

/** What was answered so far. */
interface Booking {
  day?: string;
  people?: number;
  room?: string;
  ok?: boolean;
}

const STEPS = [
  {
    key: "when",
    form: z.object({ day: z.iso.date(), people: z.int().min(1).max(80) }),
    message: () => "When do you need a room, and for how many?",
  },
  {
    key: "where",
    form: z.object({ room: z.enum(["library", "garden", "hall"]) }),
    message: ({ people, day }: Booking) => `Which room, for ${people} on ${day}?`,
  },
  {
    key: "confirm",
    form: z.object({ ok: z.boolean() }),
    message: ({ room, people, day }: Booking) => `Book the ${room} for ${people} on ${day}?`,
  },
];

const server = new McpServer({ name: "rooms", version: "1.0.0" }, { state: { key: process.env.STATE_KEY } });

server.registerTool({ name: "book_room", description: "Books a meeting room, step by step." }, async (_, ctx) => {
  let booking = ctx.state?.requestState<Booking>() ?? {};
  for (const { key, form, message } of STEPS.slice(answered(booking))) {
    const answer = readAnswer(ctx.mcpReq.inputResponses, key, form);
    if (answer.outcome === "declined" || answer.outcome === "cancelled") return { content: "Nothing was booked." };
    if (answer.outcome !== "accepted") {
      return inputRequired({
        inputRequests: { [key]: inputRequired.elicit({ message: message(booking), requestedSchema: form }) },
        requestState: await ctx.state?.sealRequestState(booking),
      });
    }
    booking = { ...booking, ...answer.value };
  }
  if (!booking.ok) return { content: "Nothing was booked." };
  // Nothing has been done until here, so it did no harm to run from the top. Book under ctx.state.flowId: a retry that is
  // sent twice has the same.
  return { content: `Booked the ${booking.room} for ${booking.people} on ${booking.day}.` };
});

/** How many steps are behind us. */
function answered({ day, room }: Booking): number {
  if (room !== undefined) return 2;
  return day === undefined ? 0 : 1;
}

const app = express().use("/mcp", createMcpExpressRouter(server));
app.listen(Number(process.env.PORT ?? 3000), "127.0.0.1");
