/** The lines of a stream. Node's readline ends one at U+2028, too, which JSON text may hold. */
export async function* lines(stream) {
  let rest = "";
  stream.setEncoding("utf8");
  for await (const data of stream) {
    const all = `${rest}${data}`.split("\n");
    rest = all.pop();
    yield* all;
  }
}
