import type { KnownBlock } from '@slack/types';
import type { LocalNumber } from '../../kit/number.ts';
import { context } from '../../kit/slack/elements.ts';
import type { Services } from '../../kit/slack/services.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { sampleOf, templateProblem } from '../../templates/slack/preview.ts';
import { MAX_NAMED } from '../../texts/ask-many.ts';
import { measure } from '../../texts/draft.ts';
import { parsePlaceholders } from '../../texts/placeholders.ts';
import type { Recipient } from '../../texts/recipient.ts';
import { parseRecipients } from '../../texts/recipient-list.ts';
import { messageLines } from '../../texts/slack/compose/view.ts';
import type { BroadcastForm } from './form.ts';

/** Everybody a form names: chosen, and typed. */
export function namedIn({ to, pasted }: Pick<BroadcastForm, 'to' | 'pasted'>): Recipient[] {
  return [...to, ...parseRecipients(pasted, MAX_NAMED)];
}

/** What one person will read, what that costs, and about how many they are. Says less while something isn't available. */
export async function broadcastPreview(
  services: Services,
  words: Wording,
  workspace: string,
  form: BroadcastForm,
): Promise<KnownBlock[]> {
  const its = words.broadcasts.preview;
  const text = form.draft.message.trim();
  const named = namedIn(form);
  const [count, past] = await Promise.all([
    countOf(services, workspace, named).catch(() => 0),
    services.history.costPerPart(workspace).catch(() => null),
  ]);
  const people = count > 0 ? [context(its.recipients(count))] : [];
  if (text === '') return [...people, context(its.nothing)];
  const wrong = templateProblem(words, text, services.stopLinks.isPossible());
  if (wrong !== null) return [...people, context(`:warning: ${wrong}`)];
  const example = await exampleOf(services, words, workspace, named, text);
  return [
    ...people,
    context(its.example),
    { type: 'section', text: { type: 'plain_text', text: example || '…', emoji: false } },
    ...messageLines(words, example, measure({ message: example }, past)).map(context),
  ];
}

/** How many people are named, without looking at any of them. */
async function countOf(
  { contacts }: Services,
  workspace: string,
  named: readonly Recipient[],
): Promise<number> {
  const groups = named.flatMap(who => (who.kind === 'group' ? [who.id] : []));
  const { sizes } = await contacts.find(workspace, { groups });
  return named.reduce((sum, who) => sum + (who.kind === 'group' ? (sizes.get(who.id) ?? 0) : 1), 0);
}

/** The text for the first of them that we know; otherwise for somebody we know everything about. */
async function exampleOf(
  services: Services,
  words: Wording,
  workspace: string,
  named: readonly Recipient[],
  text: string,
): Promise<string> {
  const read = parsePlaceholders(text);
  const number = await firstOf(services, workspace, named).catch(() => null);
  const rendered =
    read.ok && number !== null
      ? await services.render(workspace, read.pieces, [number], 'sample').catch(() => null)
      : null;
  return (number && rendered?.texts.get(number)) || (sampleOf(words, text, services.stopLinks) ?? '');
}

async function firstOf(
  { contacts }: Services,
  workspace: string,
  named: readonly Recipient[],
): Promise<LocalNumber | null> {
  for (const who of named) {
    if (who.kind === 'number') return who.number;
    if (who.kind === 'group') {
      const [first] = (await contacts.members(workspace, who.id, null, 1)).contacts;
      if (first) return first.number;
    }
    if (who.kind === 'contact') {
      const [one] = (await contacts.find(workspace, { contacts: [who.id] })).contacts;
      if (one) return one.number;
    }
  }
  return null;
}
