/*
 * Node imports this before the program (`NODE_OPTIONS`), for tests of a blocked main thread: reading JSON
 * with a certain word in it, called from a certain file or function, never returns.
 */

const { LOOP_WORD = '', LOOP_IN = '', LOOP_KIND } = process.env;
const parse = JSON.parse;

function loopOnPurpose(): void {
  if (LOOP_KIND === 'regular expression') /^(a+)+$/.test(`${'a'.repeat(100)}b`);
  for (;;);
}

JSON.parse = (text, reviver) => {
  if (String(text).includes(LOOP_WORD) && new Error().stack?.includes(LOOP_IN)) loopOnPurpose();
  return parse(text, reviver);
};
