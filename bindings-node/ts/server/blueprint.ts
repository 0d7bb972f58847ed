/** `McpServer`: tools, prompts and resources declared once, and an SDK server with doors built of them for each request. */

import {
  type CacheHint,
  type GetPromptResult,
  type Icon,
  type Implementation,
  type InputRequiredResult,
  type McpServerFactory,
  type McpServerOptions,
  type ReadResourceResult,
  type ResourceMetadata,
  ResourceTemplate,
  type ScopeChallengeHandler,
  McpServer as SdkMcpServer,
  type ServerCapabilities,
  type ServerContext,
  type StandardSchemaWithJSON,
  type Variables,
} from "@modelcontextprotocol/server";
import { coded, invalidArgument, isA } from "../errors.js";
import { members } from "../json.js";
import { endsCall } from "../round.js";
import { normalizeContent } from "./content.js";
import { Doors, noResult } from "./doors.js";
import { type ProtectOptions, splitOptions } from "./options.js";
import { remembered } from "./remembered.js";
import type {
  InferToolArgs,
  McpServerTypes,
  McpToolContext,
  OutputOf,
  ToolConfig,
  ToolDef,
  ToolHandler,
  ToolHandlerResult,
  ToolInputSchema,
} from "./types.js";

/** What {@link McpServer} takes beside the SDK's own options. */
export type McpServerExtraOptions = ProtectOptions;

/** Options of {@link McpServer}. */
export type McpServerSettings = Omit<McpServerOptions, "requestState" | "inputRequired"> &
  Omit<ProtectOptions, "inputRequired"> & { inputRequired?: McpServerOptions["inputRequired"] };

/** A prompt as it is registered, in the SDK's shape. */
export interface PromptConfig<Args extends StandardSchemaWithJSON | undefined = undefined> {
  title?: string;
  description?: string;
  argsSchema?: Args;
  icons?: Icon[];
  scopeChallenge?: ScopeChallengeHandler;
  _meta?: Record<string, unknown>;
}

/** A resource as it is registered, in the SDK's shape. */
export type ResourceConfig = ResourceMetadata & { cacheHint?: CacheHint; scopeChallenge?: ScopeChallengeHandler };

type Awaitable<T> = T | Promise<T>;
type Prompted = GetPromptResult | InputRequiredResult;
type ReadOrAsked = ReadResourceResult | InputRequiredResult;

/** A prompt's handler; one without arguments is given the context alone, as in the SDK. */
export type PromptHandler<Args extends StandardSchemaWithJSON | undefined> = Args extends StandardSchemaWithJSON
  ? (args: InferToolArgs<Args>, context: McpToolContext) => Awaitable<Prompted>
  : (context: McpToolContext) => Awaitable<Prompted>;

/** A resource's handler. */
export type ResourceHandler = (uri: URL, context: McpToolContext) => Awaitable<ReadOrAsked>;

/** The handler of a resource template. */
export type ResourceTemplateHandler = (
  uri: URL,
  variables: Variables,
  context: McpToolContext,
) => Awaitable<ReadOrAsked>;

/** What is replayed onto each server that is built. */
type Entry = (server: SdkMcpServer) => void;
type Kind = "tools" | "prompts" | "resources";

const METHOD_OF: Record<Kind, string> = { tools: "tools/call", prompts: "prompts/get", resources: "resources/read" };

type AddTool<
  Tools extends Record<string, ToolDef>,
  Name extends string,
  Input extends ToolInputSchema | undefined,
  Result,
> = McpServer<Tools & { [N in Name]: ToolDef<InferToolArgs<Input>, OutputOf<Result>> }>;

/** The blueprint of a server. */
// biome-ignore lint/complexity/noBannedTypes: no tool yet
export class McpServer<Tools extends Record<string, ToolDef> = {}> {
  /** Only in types. */
  declare readonly $types: McpServerTypes<Tools>;

  readonly #info: Implementation;
  readonly #options: McpServerOptions;
  readonly #doors: Doors;
  readonly #entries: Entry[] = [];
  readonly #kinds = new Set<Kind>();
  readonly #names = new Set<string>();

  /** Throws where the options are wrong, and in production where `state` has no key. */
  constructor(info: Implementation, options: McpServerSettings = {}) {
    if (typeof members(info, "info", "type").name !== "string") throw invalidArgument("info.name must be text", "type");
    if (members(options, "options", "type").requestState !== undefined) {
      throw coded("invalid_option", "option requestState is the SDK's; with mrtr it is option state", [], "type");
    }
    const [ours, sdk] = splitOptions(options as McpServerSettings & ProtectOptions);
    this.#info = info;
    this.#options = sdk as McpServerOptions;
    this.#doors = new Doors(ours, info.name);
  }

  /** Registers a tool: one object that describes it, and its handler. */
  registerTool<Name extends string, Input extends ToolInputSchema, Result extends ToolHandlerResult>(
    config: ToolConfig<Input> & { name: Name; inputSchema: Input },
    handler: ToolHandler<Input, Result>,
  ): AddTool<Tools, Name, Input, Result>;
  registerTool<Name extends string, Result extends ToolHandlerResult>(
    config: ToolConfig<undefined> & { name: Name; inputSchema?: undefined },
    handler: ToolHandler<undefined, Result>,
  ): AddTool<Tools, Name, undefined, Result>;
  registerTool(config: ToolConfig<ToolInputSchema | undefined>, handler: (...args: never[]) => unknown): unknown {
    const read = members(config, "a tool is registered as one object and a handler: the first", "type");
    if ("view" in read) throw coded("invalid_option", "views are not part of mrtr", [], "type");
    const {
      name,
      inputSchema: taken,
      outputSchema,
      securitySchemes,
      _meta,
      ...rest
    } = read as unknown as typeof config;
    this.#claim("tools", name, handler);
    const finish = (args: unknown, context: ServerContext) => completed(handler as never, args, context);
    const inputSchema = remembered(taken);
    const output = outputSchema === undefined ? {} : { outputSchema: remembered(outputSchema) };
    const fields = { ...rest, ...output, ...metaOf(securitySchemes, _meta) };
    this.#entries.push((server) => {
      if (inputSchema === undefined)
        server.registerTool(name, fields, ((context: ServerContext) => finish({}, context)) as never);
      else server.registerTool(name, { ...fields, inputSchema }, finish as never);
    });
    return this;
  }

  /** Registers a prompt, in the SDK's shape. It may ask. */
  registerPrompt<Args extends StandardSchemaWithJSON | undefined = undefined>(
    name: string,
    config: PromptConfig<Args>,
    handler: PromptHandler<Args>,
  ): this {
    this.#claim("prompts", name, handler);
    this.#entries.push((server) => void server.registerPrompt(name, config as never, handler as never));
    return this;
  }

  /** Registers a resource or a template, in the SDK's shape. It may ask. */
  registerResource(name: string, uri: string, config: ResourceConfig, handler: ResourceHandler): this;
  registerResource(
    name: string,
    template: ResourceTemplate,
    config: ResourceConfig,
    handler: ResourceTemplateHandler,
  ): this;
  registerResource(
    name: string,
    uriOrTemplate: string | ResourceTemplate,
    config: ResourceConfig,
    handler: ResourceHandler | ResourceTemplateHandler,
  ): this {
    if (typeof uriOrTemplate !== "string" && !isA(uriOrTemplate, ResourceTemplate)) {
      throw invalidArgument("a resource needs a URI or a ResourceTemplate", "type");
    }
    this.#claim("resources", typeof uriOrTemplate === "string" ? uriOrTemplate : `template ${name}`, handler);
    this.#entries.push(
      (server) => void server.registerResource(name, uriOrTemplate as never, config, handler as never),
    );
    return this;
  }

  #claim(kind: Kind, name: unknown, handler: unknown): void {
    if (typeof name !== "string" || name === "") throw invalidArgument(`${kind}: the name must be text`, "type");
    if (typeof handler !== "function") throw invalidArgument(`${kind}: the handler must be a function`, "type");
    const claimed = `${kind} ${name}`;
    if (this.#names.has(claimed)) throw coded("invalid_argument", `${claimed} is registered already`);
    this.#names.add(claimed);
    this.#kinds.add(kind);
  }

  /** Builds an SDK server for each request; for `createMcpHandler` and `serveStdio` of the SDK. */
  factory(): McpServerFactory {
    return () => this.#build();
  }

  /** Seals and opens; the same that the handlers' `ctx.state` uses. */
  get boundary(): Doors["boundary"] {
    return this.#doors.boundary;
  }

  /** The doors of a blueprint. @internal */
  // biome-ignore lint/suspicious/noExplicitAny: any registry of tools will do
  static doors(server: McpServer<any>): Doors {
    return server.#doors;
  }

  #build(): SdkMcpServer {
    const { capabilities, ...rest } = this.#options;
    // The SDK sets the handlers of declared capabilities in its constructor, where no door could be put before them; a
    // kind of which nothing is registered asks nothing, and may keep its own.
    const [early, late] = split(capabilities ?? {}, this.#kinds);
    const server = new SdkMcpServer(this.#info, { ...rest, ...(capabilities && { capabilities: early }) });
    const idle = (Object.keys(METHOD_OF) as Kind[])
      .filter((kind) => !this.#kinds.has(kind))
      .map((kind) => METHOD_OF[kind]);
    this.#doors.install(server.server, idle);
    server.server.registerCapabilities(late);
    for (const entry of this.#entries) entry(server);
    return server;
  }
}

function split(capabilities: ServerCapabilities, kinds: Set<Kind>): [ServerCapabilities, ServerCapabilities] {
  const early = { ...capabilities };
  const late: ServerCapabilities = {};
  for (const kind of kinds) {
    if (early[kind] === undefined) continue;
    Object.assign(late, { [kind]: early[kind] });
    delete early[kind];
  }
  return [early, late];
}

function metaOf(schemes: unknown, meta: Record<string, unknown> | undefined): { _meta?: Record<string, unknown> } {
  if (schemes === undefined && meta === undefined) return {};
  // The SDK drops what it does not know at the top of a tool, so hosts look for the schemes here.
  return { _meta: { ...meta, ...(schemes !== undefined && { securitySchemes: schemes }) } };
}

async function completed(
  handler: (args: unknown, context: ServerContext) => Awaitable<ToolHandlerResult>,
  args: unknown,
  context: ServerContext,
): Promise<Record<string, unknown>> {
  const result: unknown = await handler(args, context);
  if (result === null || typeof result !== "object") return noResult(result);
  if (!endsCall(result)) return result as Record<string, unknown>;
  return { ...result, content: normalizeContent((result as { content?: string }).content) };
}
