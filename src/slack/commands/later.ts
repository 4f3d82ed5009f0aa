import type { Draft } from '../../domain/draft.ts';
import { leadingNumber } from '../../domain/leading-number.ts';
import { parseTyped } from '../../domain/typed.ts';
import type { Services } from '../services.ts';
import type { Who } from '../who.ts';
import { addressedByName } from './by-name.ts';

/** What was typed after "later", as far as it says whom a text is for and what it says. Asks only our own store. */
export async function draftOf(services: Services, who: Who, text: string): Promise<Draft> {
  const typed = parseTyped(text);
  if (typed.kind === 'send') return { to: typed.to, message: typed.message };
  if (typed.kind === 'named') {
    const found = await addressedByName(services, who, typed.text);
    const [to = null] = 'problem' in found ? [] : [found.to].flat();
    return to === null || 'problem' in found
      ? { to: null, message: text }
      : { to, message: found.rest.trim() };
  }
  const start = leadingNumber(text);
  if (start.kind === 'number') {
    return { to: { kind: 'number', number: start.number }, message: text.slice(start.end).trim() };
  }
  return { to: null, message: text };
}
