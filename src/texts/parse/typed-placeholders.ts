import { escapeBraces, type Pieces, type Placeholder, placeholderAt, STOP_KEY } from './placeholders.ts';

/*
 * A typed message isn't a template, but people know `{name}` from templates: a placeholder of a known field is filled, too.
 * All other braces stay.
 */

/** True if a field with this key is known. */
export type IsField = (key: string) => boolean;

/** Text, and possible placeholders with their typed form. */
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

/** The keys of possible placeholders, each once. `FieldLookup` says which of them are fields. */
export function fieldsIn(message: string): string[] {
  const all = [...candidatesIn(message)].flatMap(candidate =>
    typeof candidate === 'string' ? [] : candidate.placeholder.key,
  );
  return [...new Set(all)];
}

/** A stop link isn't a field. */
const isFilled = ({ key }: Placeholder, isField: IsField): boolean => key !== STOP_KEY && isField(key);

export function readTyped(message: string, isField: IsField): Pieces {
  const pieces: (string | Placeholder)[] = [];
  let text = '';
  for (const candidate of candidatesIn(message)) {
    if (typeof candidate === 'string') text += candidate;
    else if (!isFilled(candidate.placeholder, isField)) text += candidate.typed;
    else {
      pieces.push(...(text === '' ? [] : [text]), candidate.placeholder);
      text = '';
    }
  }
  return text === '' && pieces.length > 0 ? pieces : [...pieces, text];
}

/** Turns a typed message into a template that says the same. */
export function asTemplate(message: string, isField: IsField): string {
  return [...candidatesIn(message)]
    .map(candidate =>
      typeof candidate !== 'string' && isFilled(candidate.placeholder, isField)
        ? candidate.typed
        : escapeBraces(typeof candidate === 'string' ? candidate : candidate.typed),
    )
    .join('');
}
