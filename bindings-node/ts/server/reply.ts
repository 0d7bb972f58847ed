/** A JSON-RPC error as an HTTP response, for what never reaches the SDK. @internal */
export function problem(status: number, code: number, message: string, id: string | number | null = null): Response {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id }, { status });
}
