/** A text's lines, one at a time: a file may have millions, and an array of them would be larger than the file. */
export function* linesIn(text: string): Generator<string> {
  const end = /\r\n|\r|\n/g;
  let from = 0;
  for (let found = end.exec(text); found; found = end.exec(text)) {
    yield text.slice(from, found.index);
    from = end.lastIndex;
  }
  yield text.slice(from);
}
