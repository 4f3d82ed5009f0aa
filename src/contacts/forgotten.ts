import { fold } from '../kit/folded.ts';
import { FORGOTTEN_NUMBER, type LocalNumber } from '../kit/number.ts';

/** Somebody who is to be forgotten: the contact's id, its number, and its name. */
export type Forgotten = {
  contact: string;
  number: LocalNumber;
  name: string;
  /** Whole strings that say something to nobody else. */
  words?: readonly string[] | null;
};

/** Replaces a name of which nothing is kept any more. */
const FORGOTTEN_NAME = '•••';
/** The fields of recipients and problems that name somebody. */
const NAMING = new Set(['name', 'label', 'typed', 'nearest', 'to']);
/** The fields of problems that name several people. */
const NAMES = new Set(['people']);
/** Recipients who may have the same name, but are somebody else: people in Slack, groups, and rotas. */
const OTHERS = new Set(['teammate', 'usergroup', 'group', 'rota']);

/** Whether something stored is about this person. */
export function isOf(who: Forgotten, value: unknown): boolean {
  return JSON.stringify(value) !== JSON.stringify(withoutPerson(who, value));
}

/**
 * Removes the person from something stored: their number anywhere, and their name in recipients and problems, even in
 * JSON inside a text. Everything about others stays exactly as it is.
 */
export function withoutPerson<T>(who: Forgotten, value: T): T {
  return without(who, value) as T;
}

/** @param isData whether it is what a recipient or a problem of a feature says */
function without(who: Forgotten, value: unknown, isData = false): unknown {
  if (typeof value === 'string') return textWithout(who, value);
  if (Array.isArray(value)) return value.map(one => without(who, one));
  if (value === null || typeof value !== 'object') return value;
  const isNaming = isData || ('kind' in value && typeof value.kind === 'string' && !OTHERS.has(value.kind));
  const entries = Object.entries(value).map(([key, its]): [string, unknown] => {
    if (isNaming && NAMES.has(key) && Array.isArray(its)) {
      const others = its.map(one =>
        typeof one === 'string' && isCalled(who, {}, one) ? FORGOTTEN_NAME : without(who, one),
      );
      return [key, others];
    }
    const names = isNaming && NAMING.has(key) && typeof its === 'string' && isCalled(who, value, its);
    return [
      key.replaceAll(who.number, FORGOTTEN_NUMBER),
      names ? FORGOTTEN_NAME : without(who, its, isNaming && key === 'data'),
    ];
  });
  return Object.fromEntries(entries);
}

/** A contact that was chosen from a search is identified by its id, whatever its name was then. */
function isCalled({ contact, name }: Forgotten, value: object, written: string): boolean {
  if ('id' in value && value.id === contact) return true;
  return name !== '' && fold(written) === fold(name);
}

function textWithout(who: Forgotten, text: string): string {
  if (who.words?.includes(text)) return FORGOTTEN_NAME;
  const plain = text.replaceAll(who.number, FORGOTTEN_NUMBER);
  if (!plain.startsWith('{"')) return plain;
  try {
    return JSON.stringify(without(who, JSON.parse(plain)));
  } catch {
    return plain;
  }
}
