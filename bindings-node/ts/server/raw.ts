/** The text of a request's params, where an entry of ours has read it: what the SDK parses away stays visible to the core. */

/** What was read. @internal */
export interface RawParams {
  /** JSON text of `params`. */
  readonly text: string;
  /** Did it carry a state or answers? */
  readonly retried: boolean;
}

const held = new WeakMap<object, RawParams>();

/** Keeps the text for as long as the request lives. @internal */
export function holdRawParams(request: object, raw: RawParams): void {
  held.set(request, raw);
}

/** The text of this request's params, if it came through an entry of ours. @internal */
export function rawParams(request: object | undefined): RawParams | undefined {
  return request === undefined ? undefined : held.get(request);
}
