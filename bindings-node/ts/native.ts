/** The compiled core, as its glue exports it. Nothing outside this folder sees these types. */

import { load } from "./load.js";

/** A refusal as the core words it: plain data. @internal */
export interface NativeRefusal {
  readonly reason: string;
  /** `{"code":…,"message":…,"data":…}` */
  readonly error: string;
  /** A `CallToolResult` with `isError`, where the refusal is told as one; else not there. */
  readonly toolResult?: string;
  readonly method: string;
  readonly target: string;
  readonly detail: string;
}

/** @internal */
export interface NativeForm {
  readonly wire: string;
  readonly digest: string;
  readonly lints: string;
  readonly steps: string[];
  preview(): string;
  accept(content: string): string;
  fillDefaults(content: string): string;
}

/** @internal */
export interface NativeHostModel {
  check(content: string): string;
}

/** The answers of a round, bound to the questions that were asked. @internal */
export interface NativeAnswers {
  view(key: unknown): string;
  answer(key: unknown, form: NativeForm | undefined): string;
  acceptedContent(key: unknown, form: NativeForm | undefined): string | null;
  confirmed(key: unknown, form: NativeForm | undefined, field: unknown): boolean;
}

/** @internal */
export interface NativeRound extends NativeAnswers {
  /** `[description, answers, isEmpty, cacheHints]` */
  describe(): string;
  mayAsk(kind: unknown): boolean;
  requestStateText(): string | null;
  sealRequestState(payload: string, now: number): string;
  sealUrlCompletion(payload: string, now: number): string;
  leave(result: string, now: number, of2025: boolean): string | null | undefined | NativeRefusal;
  older(revision: string, inputRequests: string): string | null | undefined | NativeRefusal;
}

/** @internal */
export interface NativeCodec {
  mint(payload: string | undefined, bind: unknown, now: number): string;
  verify(token: unknown, bind: unknown, now: number): string | null;
  openState(token: unknown, expected: string, now: number): string;
  sealBytes(payload: unknown, associatedData: unknown, now: number): string;
  openBytes(token: unknown, associatedData: unknown, now: number): Uint8Array;
}

/** @internal */
export interface NativeBoundary {
  enter(
    method: unknown,
    params: string,
    principal: unknown,
    capabilities: string | undefined,
    now: number,
  ): NativeRound | NativeRefusal;
  readonly hasKey: boolean;
  seal(payload: string, principal: unknown, now: number): string;
  open(token: unknown, principal: unknown, now: number): string;
  openUrlCompletion(
    token: unknown,
    method: unknown,
    target: unknown,
    principal: unknown,
    now: number,
  ): { payload: string; flowId: string };
}

/** @internal */
export interface Native {
  readonly Codec: new (keys: unknown, options: string) => NativeCodec;
  readonly Boundary: new (keys: unknown, options: string) => NativeBoundary;
  readonly Form: { parse(schema: string, options: string): NativeForm };
  readonly HostModel: { compile(schema: string): NativeHostModel };
  readonly Round: new (...never: never[]) => NativeRound;
  constants(): {
    version: string;
    stateMetaKey: string;
    sealedStateInvalidMessage: string;
    asking: string[];
    endings: string[];
    errorCodes: string[];
  };
  elicit(params: string, options: string): string;
  elicitUrl(params: string, options: string): string;
  createMessage(params: string): string;
  listRoots(): string;
  inputRequired(spec: string): string;
  rpcParams(method: string, body: string): string | null;
  viewOf(responses: string, key: unknown): string;
  answerOf(responses: string, key: unknown, form: NativeForm | undefined): string;
  acceptedContentOf(responses: string, key: unknown, form: NativeForm | undefined): string | null;
  confirmedOf(responses: string, key: unknown, form: NativeForm | undefined, field: unknown): boolean;
  argumentsDigest(text: unknown): string;
  misspeltOption(name: string, known: readonly string[]): string | null;
  command(args: readonly string[], input: Uint8Array | null | undefined): string;
  /** Only in a build with the feature `testing`. */
  __testingPanic?(): void;
  /** Only in a build with the feature `testing`. */
  __testingFail?(): void;
  /** Only in a build with the feature `testing`. */
  __testingEntropy?(bytes?: Uint8Array): number;
}

/** The addon. @internal */
export const native: Native = load();
