import { escapeBraces, type Pieces, type Placeholder, placeholderAt, STOP_KEY } from './placeholders.ts';

/*
 * A message that somebody typed is no template, but people know `{name}` from templates: a placeholder whose field is known is
 * filled all the same. All other braces mean themselves.
 */

/** Whether a field of that key is known. */
export type IsField = (key: string) => boolean;

/** Text, and what is a placeholder if its field is known; `typed`: as it stands there. */
function* candidatesIn(message: string): Generator<string | { placeholder: Placeholder; typed: string }> {
  const braces = /\{+/g;
  let from = 0;
  for (let brace = braces.exec(message); brace; brace = braces.exec(message)) {
    const read = brace[0] === '{' ? placeholderAt(message, brace.index + 1) : null;
    if (!read || read.placeholder.key === '') continue;
    yield message.slice(from, brace.index);
    from = read.end + 1;
    yield { placeholder: read.placeholder, typed: message.slice(brace.index, from) };
    braces.lastIndex = from;
  }
  yield message.slice(from);
}

/** The keys of the fields that it may mean, each once: whoever keeps people says which of them are fields. */
export function fieldsIn(message: string): string[] {
  const all = [...candidatesIn(message)].flatMap(one => (typeof one === 'string' ? [] : one.placeholder.key));
  return [...new Set(all)];
}

/** A link to stop texts is none of a person's fields. */
const isFilled = ({ key }: Placeholder, isField: IsField): boolean => key !== STOP_KEY && isField(key);

/** The message as it is filled. */
export function readTyped(message: string, isField: IsField): Pieces {
  const pieces: (string | Placeholder)[] = [];
  let text = '';
  for (const one of candidatesIn(message)) {
    if (typeof one === 'string') text += one;
    else if (!isFilled(one.placeholder, isField)) text += one.typed;
    else {
      pieces.push(...(text === '' ? [] : [text]), one.placeholder);
      text = '';
    }
  }
  return text === '' && pieces.length > 0 ? pieces : [...pieces, text];
}

/** The same as a template, for a form that takes one. */
export function asTemplate(message: string, isField: IsField): string {
  return [...candidatesIn(message)]
    .map(one =>
      typeof one !== 'string' && isFilled(one.placeholder, isField)
        ? one.typed
        : escapeBraces(typeof one === 'string' ? one : one.typed),
    )
    .join('');
}
