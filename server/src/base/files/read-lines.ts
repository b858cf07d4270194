const newline = 0x0a;

/** A line of a file as text, or `tooLong` without its text. */
export type FileLine = { readonly text: string; readonly tooLong?: undefined } | { readonly tooLong: true };

/** The lines of a file, as it is read. Uses memory for one chunk and one line of at most `maxBytes`. */
export async function* readLines(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<FileLine> {
  let [parts, length]: [Buffer[], number] = [[], 0];
  const endLine = (): FileLine => {
    const line: FileLine = length > maxBytes ? { tooLong: true } : { text: Buffer.concat(parts).toString('utf8') };
    [parts, length] = [[], 0];
    return line;
  };
  const add = (part: Buffer): void => {
    length += part.length;
    if (length <= maxBytes) parts.push(part);
    else parts = [];
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let to = chunk.indexOf(newline); to >= 0; to = chunk.indexOf(newline, from)) {
      add(chunk.subarray(from, to));
      yield endLine();
      from = to + 1;
    }
    add(chunk.subarray(from));
  }
  if (length > 0) yield endLine();
}
