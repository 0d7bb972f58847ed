/** Forms: the restricted schema of a question, checked by the core, and the host's own model behind it. */

import { call, type Issue, invalidArgument, isA, type Raised } from "./errors.js";
import { hostModel } from "./host-model.js";
import { members, optionsJson, readJson, writeJson } from "./json.js";
import { type NativeForm, native } from "./native.js";
import {
  hasJsonSchema,
  isStandardSchema,
  type JsonSchema,
  type SchemaInput,
  type StandardIssue,
  type StandardSchema,
  type WrittenSchema,
  writeSchema,
} from "./schema.js";

/** What a form's content holds. */
export type ContentValue = string | number | boolean | string[];

/** Content as the core gives it: declared names only, in the order of the schema. */
export type Content = Record<string, ContentValue>;

/** Options of {@link Form.parse}. What is not given has the core's default. */
export interface FormOptions {
  /**
   * Names of properties that may ask for what looks sensitive, such as a token; a form is no place for secrets. A server
   * that sends such a form must allow the names too.
   */
  readonly allowSensitive?: readonly string[];
  /** Reads null for a declared property as "not answered"; null is refused unless this is set. */
  readonly nullAsAbsent?: boolean;
  /**
   * Leaves what no form can say (`pattern`, `multipleOf`, `if` …) to the host's own model, which has the last word on
   * every answer: the library whose schema it is, or for JSON text and plain objects a JSON Schema validator of the
   * core. Such keywords are refused unless this is set. Implies `normalise`.
   */
  readonly hostModel?: boolean;
  /** Narrows what a library emits to the restricted form. On for a library's schema, off for text and plain objects. */
  readonly normalise?: boolean;
  /** Sizes. */
  readonly limits?: FormLimits;
}

/** How large a form or a content may be. */
export interface FormLimits {
  /** Bytes of a schema's or a content's text. */
  readonly textBytes?: number;
  /** Arrays and objects inside one another. */
  readonly depth?: number;
  /** Properties of one form. */
  readonly properties?: number;
  /** Options of one list. */
  readonly options?: number;
}

/** The verdict on a content. */
export type Acceptance =
  | { readonly outcome: "accepted"; readonly content: Content }
  | { readonly outcome: "invalid"; readonly issues: readonly Issue[] };

/** What the host's own model says of a content that the form accepts. @internal */
export type Modelled =
  | { readonly value: unknown }
  | { readonly issues: readonly Issue[]; readonly hostIssues: readonly StandardIssue[] };

/** The type that a schema's library reads content as; the content itself where it has none. */
export type ContentOf<S> =
  S extends Form<infer Output>
    ? Output
    : S extends { readonly "~standard": { readonly types?: infer Types } }
      ? NonNullable<Types> extends { readonly output: infer Output }
        ? Output
        : Content
      : Content;

/** What may stand where a form is wanted. */
export type FormInput = Form<unknown> | SchemaInput | string;

const made = Symbol("made by Form.parse");

/** A checked form. Make it once and keep it; schemas that are objects are kept by us. */
export class Form<Output = Content> {
  readonly #native: NativeForm;
  readonly #model: StandardSchema | undefined;
  readonly #options: string;
  #lints: readonly Issue[] | undefined;

  /** Use {@link Form.parse}. */
  constructor(token: symbol, form: NativeForm, model: StandardSchema | undefined, options: string) {
    if (token !== made) throw invalidArgument("a form is made by Form.parse", "type");
    this.#native = form;
    this.#model = model;
    this.#options = options;
  }

  /**
   * Checks a schema: JSON text, a JSON Schema object, or a schema of a library that speaks Standard Schema and writes
   * JSON Schema (zod from 4.2 on). Throws a {@link FormError} whose `issues` name every fault.
   */
  static parse<S extends SchemaInput | string>(schema: S, options?: FormOptions): Form<ContentOf<S>> {
    return parse(schema, options, "error") as unknown as Form<ContentOf<S>>;
  }

  /** The form as it goes to the client, as JSON text in canonical spelling. */
  get wire(): string {
    return this.#native.wire;
  }

  /** The form as it goes to the client, as a fresh object. */
  get schema(): JsonSchema {
    return readJson(this.#native.wire) as JsonSchema;
  }

  /** Tells this question from another by what it constrains, whatever its titles, descriptions and defaults; in hex. */
  get digest(): string {
    return this.#native.digest;
  }

  /** What is allowed and still worth a word to the author. */
  get lints(): readonly Issue[] {
    this.#lints ??= readJson<Issue[]>(this.#native.lints);
    return this.#lints;
  }

  /** What was narrowed to get from the library's schema to this form, in words. */
  get steps(): readonly string[] {
    return this.#native.steps;
  }

  /** The form as plain text, for an author to look at. */
  preview(): string {
    return this.#native.preview();
  }

  /** Judges a content given as a value. The host's own model has no say here, so the verdict is the same in every language. */
  accept(content: unknown): Acceptance {
    // What JSON cannot say is not content; null is refused by the core with the rule that it breaks.
    return this.acceptJson(writeJson(content, "content") ?? "null");
  }

  /** Judges a content given as JSON text. */
  acceptJson(text: string): Acceptance {
    return readJson<Acceptance>(call(() => this.#native.accept(text)));
  }

  /** Judges a content as {@link Form.accept} does, then adds the defaults of fields that it leaves out. */
  fillDefaults(content: unknown): Acceptance {
    const text = writeJson(content, "content") ?? "null";
    return readJson<Acceptance>(call(() => this.#native.fillDefaults(text)));
  }

  /** The core's part of a form. @internal */
  static inside(form: Form<unknown>): { native: NativeForm; model: StandardSchema | undefined; options: string } {
    return { native: form.#native, model: form.#model, options: form.#options };
  }

  /** Only in types. @internal */
  declare readonly output: Output;
}

/** A schema as the core takes it, with all options. @internal */
export interface Written {
  readonly text: string;
  readonly options: string;
}

function chosen(options: FormOptions | undefined, as: Raised): object {
  return options === undefined ? {} : members(options, "options", as);
}

/** Schemas met before, by identity: those with options of their own are not kept. */
const written = new WeakMap<object, Written>();

function write(schema: unknown, options: FormOptions | undefined, as: Raised): Written {
  const keep = options === undefined && schema !== null && typeof schema === "object";
  const known = keep ? written.get(schema) : undefined;
  if (known !== undefined) return known;
  const { text, ...emitted }: WrittenSchema = writeSchema(schema, as);
  const fresh = { text, options: optionsJson({ ...emitted, ...chosen(options, as) }, as) };
  // Kept only where nobody can change it: a plain object may be edited between two uses.
  if (keep && isStandardSchema(schema)) written.set(schema, fresh);
  return fresh;
}

function parse(schema: unknown, options: FormOptions | undefined, as: Raised): Form<unknown> {
  const { text, options: settings } = write(schema, options, as);
  const form = call(() => native.Form.parse(text, settings), as);
  return new Form(made, form, modelOf(schema, text, options, as), settings);
}

function modelOf(
  schema: unknown,
  text: string,
  options: FormOptions | undefined,
  as: Raised,
): StandardSchema | undefined {
  if (isStandardSchema(schema)) return schema;
  return options?.hostModel === true ? hostModel(text, as) : undefined;
}

/** Plain objects met before: good for as long as they say the same. */
const plain = new WeakMap<object, { readonly text: string; readonly form: Form<unknown> }>();

function formOfPlain(schema: unknown): Form<unknown> {
  if (schema === null || typeof schema !== "object") return parse(schema, undefined, "error");
  const { text } = write(schema, undefined, "error");
  const known = plain.get(schema);
  if (known?.text === text) return known.form;
  const form = parse(text, undefined, "error");
  plain.set(schema, { text, form });
  return form;
}

/** A schema and its options as text, for the builder of a question. @internal */
export function questionOf(schema: FormInput, options: FormOptions | undefined, as: Raised): Written {
  if (!isA(schema, Form)) return write(schema, options, as);
  // A checked form is in canonical spelling already: nothing is left to narrow, and what it allowed stays allowed.
  const { options: settings } = Form.inside(schema);
  const { normalise: _n, hostModel: _h, ownPatterns: _p, ...rest } = readJson<Record<string, unknown>>(settings);
  return { text: schema.wire, options: optionsJson({ ...rest, ...chosen(options, as) }, as) };
}

/** What reads an answer: the form, where the schema can be one, and the host's model behind it. @internal */
export interface Reader {
  readonly form: NativeForm | undefined;
  readonly model: StandardSchema | undefined;
}

const NO_SCHEMA: Reader = { form: undefined, model: undefined };

/** Readers of the schemas that nobody can change: those of libraries. */
const readers = new WeakMap<object, Reader>();

/** The reader that a schema stands for. @internal */
export function readerOf(schema: FormInput | undefined): Reader {
  if (schema === undefined) return NO_SCHEMA;
  const known = readers.get(schema as object);
  if (known !== undefined) return known;
  if (isA(schema, Form)) return insideOf(schema);
  if (!isStandardSchema(schema)) return insideOf(formOfPlain(schema));
  // A library that writes no JSON Schema can only be asked after the core.
  const reader = hasJsonSchema(schema)
    ? insideOf(parse(schema, undefined, "error"))
    : { form: undefined, model: schema };
  readers.set(schema, reader);
  return reader;
}

function insideOf(form: Form<unknown>): Reader {
  const { native, model } = Form.inside(form);
  return { form: native, model };
}

/** Runs the host's own model on a content that the core has let through. @internal */
export function runModel(model: StandardSchema | undefined, content: unknown): Modelled {
  if (model === undefined) return { value: content };
  const result = model["~standard"].validate(content);
  if (result instanceof Promise) throw invalidArgument("the schema must validate synchronously", "type");
  if (result.issues === undefined) return { value: result.value };
  return { issues: result.issues.map(modelIssue), hostIssues: result.issues };
}

/** A library's name for the kind of fault: zod and arktype call it `code`, valibot `type`. */
const KIND = /^[a-z_]{1,40}$/i;

/** The place as a JSON Pointer like ours, and the kind; not the sentence, since many libraries quote the value in it. */
function modelIssue(issue: StandardIssue): Issue {
  const steps = (issue.path ?? []).map((step) => String(typeof step === "object" ? step.key : step));
  const pointer = steps.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  const { code, type } = issue as { code?: unknown; type?: unknown };
  const kind = [code, type].find((name) => typeof name === "string" && KIND.test(name));
  return { pointer, code: "model", message: `the model refuses it${kind === undefined ? "" : ` (${kind})`}` };
}
