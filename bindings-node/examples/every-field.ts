/**
 * One form with every kind of field that there is.
 *
 *     STATE_KEY=$(openssl rand -hex 32) PORT=3000 node build/examples/every-field.js
 *
 * Optional ones, ones with a default, choices with titles and without, and several choices at once.
 */

import express from "express";
import { createMcpExpressRouter, inputRequired, McpServer, readAnswer } from "mrtr/server";
import { z } from "zod";

/** An option whose title is shown in place of its value. */
const titled = <const Value extends string>(value: Value, title: string) => z.literal(value).meta({ title });

const registration = z.object({
  name: z.string().min(1).max(80).meta({ title: "Full name", description: "As it shall stand on your badge" }),
  email: z.email().meta({ title: "E-mail" }),
  website: z.url().optional(),
  born: z.iso.date().meta({ title: "Date of birth" }),
  arrival: z.iso.datetime({ offset: true }).optional(),
  seats: z.int().min(1).max(8).default(1),
  donation: z.number().min(0).max(500).optional(),
  newsletter: z.boolean().default(false),
  shirt: z.enum(["S", "M", "L"]),
  meal: z.union([titled("any", "No preference"), titled("vegan", "Vegan"), titled("none", "I bring my own")]),
  days: z.array(z.enum(["Friday", "Saturday", "Sunday"])).min(1),
  workshops: z
    .array(z.union([titled("rust", "Rust for the curious"), titled("sql", "SQL at breakfast")]))
    .max(1)
    .optional(),
});

const server = new McpServer({ name: "conference", version: "1.0.0" }, { state: { key: process.env.STATE_KEY } });

server.registerTool({ name: "register", description: "Registers you for the conference." }, async (_, ctx) => {
  const answer = readAnswer(ctx.mcpReq.inputResponses, "registration", registration);
  switch (answer.outcome) {
    case "accepted": {
      // As zod reads it, defaults filled in; answer.content is what was filled in, in the order of the form.
      const { name, seats, days } = answer.value;
      return { content: `Registered ${name}: ${seats} for ${days.join(", ")}. ${JSON.stringify(answer.content)}` };
    }
    case "declined":
    case "cancelled":
      return { content: "Nobody was registered." };
    case "missing":
    case "invalid": {
      const wrong =
        answer.outcome === "invalid" ? answer.issues.map((issue) => `${issue.pointer} ${issue.message}`) : [];
      const message = ["Please register.", ...wrong].join("\n");
      return inputRequired({
        inputRequests: { registration: inputRequired.elicit({ message, requestedSchema: registration }) },
      });
    }
  }
});

const app = express().use("/mcp", createMcpExpressRouter(server));
app.listen(Number(process.env.PORT ?? 3000), "127.0.0.1");
