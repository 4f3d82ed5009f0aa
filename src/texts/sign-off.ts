import { z } from 'zod';
import type { Settings } from '../workspace/settings.ts';
import { type Pieces, SIGN_OFF_KEY } from './parse/placeholders.ts';
import type { Priority } from './text.ts';

/*
 * A workspace's line at the end of texts, because nobody can answer them. It is fixed when an intent is planned or was shown in
 * the form: what was shown is what goes, even if the line is changed before the sender confirms it.
 */

/** `line`: empty if there is none. `isForAll`: it ends every message; otherwise only a placeholder shows it. */
export const signOffSchema = z.object({ line: z.string(), isForAll: z.boolean() });
export type SignOff = z.infer<typeof signOffSchema>;

export const NO_SIGN_OFF: SignOff = { line: '', isForAll: false };

export const signOffIn = ({ signOff, signsAll }: Pick<Settings, 'signOff' | 'signsAll'>): SignOff => ({
  line: signOff,
  isForAll: signsAll,
});

/** The part of an intent that decides about its sign-off. */
type WrittenBy = {
  signOff?: SignOff | undefined;
  signed?: true | undefined;
  typed?: true | undefined;
  template?: true | undefined;
  priority: Priority;
};

/**
 * The sign-off of an intent's texts. Alerts and pages have none: they have to fit into one part. A message that goes out as it
 * is, such as an uncertain text that is sent again, has it already.
 */
export function signOffFor(intent: WrittenBy, rules: Pick<Settings, 'signOff' | 'signsAll'>): SignOff {
  if (intent.signOff) return intent.signOff;
  const isWritten = intent.typed === true || intent.template === true;
  return intent.signed || (isWritten && intent.priority !== 'alert') ? signOffIn(rules) : NO_SIGN_OFF;
}

/** How a message has the sign-off: at its end, where its placeholder was, or not at all. */
export type SignedHow = 'at the end' | 'filled in' | 'not';

/**
 * Fills a message's placeholder with the sign-off, or adds it at the end, in a line of its own. A message that ends with it is
 * left as it is. Without a sign-off, its placeholder in a template becomes its alternative, or nothing.
 */
export function withSignOff(
  pieces: Pieces,
  { line, isForAll }: SignOff,
): { pieces: Pieces; signed: SignedHow } {
  const filled = pieces.map(piece => {
    if (typeof piece === 'string' || piece.key !== SIGN_OFF_KEY) return piece;
    return line || (piece.alternatives.find(({ key }) => key === null || key !== SIGN_OFF_KEY)?.text ?? '');
  });
  const hasPlaceholder = filled.some((piece, nth) => piece !== pieces[nth]);
  if (hasPlaceholder) return { pieces: merged(filled), signed: line === '' ? 'not' : 'filled in' };
  const last = pieces.at(-1);
  const end = typeof last === 'string' ? last.trimEnd() : null;
  const isEmpty = pieces.every(piece => typeof piece === 'string' && piece.trim() === '');
  if (line === '' || !isForAll || isEmpty || end?.endsWith(line)) return { pieces, signed: 'not' };
  const before = end === null ? pieces : [...pieces.slice(0, -1), end];
  return { pieces: merged([...before, `\n${line}`]), signed: 'at the end' };
}

/** Joins texts that follow each other. */
function merged(pieces: Pieces): Pieces {
  const joined: Pieces[number][] = [];
  for (const piece of pieces) {
    const before = joined.at(-1);
    if (typeof piece === 'string' && typeof before === 'string') joined[joined.length - 1] = before + piece;
    else joined.push(piece);
  }
  return joined;
}

/** A plain message with its sign-off. */
export const signedText = (message: string, signOff: SignOff): string =>
  withSignOff([message], signOff).pieces.join('');
