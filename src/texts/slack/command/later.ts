import type { Services } from '../../../kit/slack/services.ts';
import type { Who } from '../../../kit/slack/who.ts';
import type { Draft } from '../../draft.ts';
import { leadingNumber } from '../../leading-number.ts';
import { judgeReader } from '../../sending/decide.ts';
import { parseTyped } from '../../typed.ts';
import { addressedByName } from './by-name.ts';

/** What was typed after "later", as far as it says whom a text is for and what it says. Null: it may begin with a name. */
export function draftAtOnce(text: string): Draft | null {
  const typed = parseTyped(text);
  if (typed.kind === 'send') return { to: typed.to, message: typed.message };
  if (typed.kind === 'named') return null;
  const start = leadingNumber(text);
  if (start.kind === 'number') {
    return { to: { kind: 'number', number: start.number }, message: text.slice(start.end).trim() };
  }
  return { to: null, message: text };
}

/** The same with a name, for those who may see whom the workspace has; others get back what they typed. */
export async function draftByName(services: Services, who: Who, text: string): Promise<Draft> {
  const { people, settings } = services;
  const { workspace, userId } = who;
  const [asked, rules] = await Promise.all([people.facts(workspace, userId), settings.of(workspace)]);
  const found = judgeReader(asked, rules) === null ? await addressedByName(services, who, text) : null;
  if (!found || 'problem' in found || 'near' in found) return { to: null, message: text };
  return { to: found.as, message: found.rest.trim() };
}
