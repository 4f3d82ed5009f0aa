import { z } from 'zod';
import { asIs } from '../../kit/slack/buttons.ts';
import { section } from '../../kit/slack/elements.ts';
import type { Form } from '../../kit/slack/form.ts';
import type { Poster } from '../../kit/slack/posting.ts';
import type { Services } from '../../kit/slack/services.ts';
import { harmless } from '../../kit/slack-text.ts';
import { type WordsFor, wordProblem } from '../../kit/words/wording.ts';
import type { Log } from '../../log.ts';
import { meaning, namedUses, type RecipientUse } from '../../texts/recipient-uses.ts';
import { manager } from '../../workspace/slack/permissions.ts';
import { type Contact, groupAs } from '../contact.ts';
import { failure } from '../problem.ts';
import { type ErasureJob, isOf } from '../store/erasure-model.ts';

/**
 * The hooks, rotas and schedules that text a contact directly, or through a group of which they are the only
 * member.
 */
export async function usesOfContact(
  { contacts, book, usesOf }: Services,
  { id, workspace, number, name, groups: groupIds }: Contact,
): Promise<RecipientUse[]> {
  const [{ groups, sizes }, match] = await Promise.all([
    contacts.find(workspace, { groups: [...groupIds] }),
    book.resolveName(workspace, name),
  ]);
  const hasNamesake = match.kind !== 'numbers' || match.isGroup;
  const alone = groups.filter(group => sizes.get(group.id) === 1).map(group => meaning(groupAs(group)));
  const person = { contact: id, number, name, hasNamesake };
  return usesOf(workspace, recipient => isOf(person, recipient) || alone.some(isIt => isIt(recipient)));
}

/**
 * "Erase this person…" in a contact's form: lists everything that the erasure will do, and asks for confirmation. The
 * contact is deleted at once; the rest follows step by step, and the manager gets a message when it is done.
 */
export const eraseForm: Form<{
  subject: string;
  current: { contact: Contact; isDoNotText: boolean; used: readonly RecipientUse[] };
  draft: object;
}> = {
  id: 'forget',
  openers: { ask: asIs },
  subject: z.string(),
  permission: manager,
  requiresLiveFacts: true,
  command: null,
  title: ({ people }) => people.erase.title,
  submit: ({ people }) => people.erase.submit,
  async load(services, { workspace }, id, words) {
    const { contactBook, settings } = services;
    const [entry, { blocklist }] = await Promise.all([
      contactBook.one(workspace, id),
      settings.of(workspace),
    ]);
    if (!entry) return { deleted: wordProblem(words, failure('CONTACT_GONE')) };
    const { contact } = entry;
    const isDoNotText = contact.doNotText !== null || blocklist.includes(contact.number);
    return { current: { contact, isDoNotText, used: await usesOfContact(services, contact) } };
  },
  draft: () => ({}),
  fields: () => ({}),
  head(words, { current: { contact, isDoNotText, used } }) {
    const { erase } = words.people;
    const emptied = used.filter(({ isEmptied }) => isEmptied);
    const name = contact.name === '' ? null : harmless(contact.name, 60);
    const lines = [
      erase.intro({ name, number: contact.number }),
      ...(used.length > 0 ? [erase.used(namedUses(words, used))] : []),
      ...(emptied.length > 0 ? [erase.emptied(namedUses(words, emptied))] : []),
      erase.gone,
      erase.kept,
      erase.waiting,
      ...(isDoNotText ? [erase.doNotText] : []),
      erase.slack,
    ];
    return lines.map(section);
  },
  async save({ contactBook, erasureWorker, log }, { workspace, userId }, { people }, { subject: id }) {
    const isErased = await contactBook.erase(workspace, userId, id);
    log.info({ workspace, by: userId, isErased }, 'somebody is to be forgotten');
    erasureWorker.wake();
    return isErased ? { message: people.erase.done } : { problem: failure('CONTACT_GONE') };
  },
};

/**
 * Reports an erasure to the manager who asked for it, without the name, which Slack would keep.
 *
 * @returns a function that rejects if Slack may accept the message later
 */
export function createErasureNotice(deps: {
  poster: Pick<Poster, 'post'>;
  words: WordsFor;
  log: Log;
}): (job: ErasureJob) => Promise<void> {
  const { poster, words, log } = deps;
  return async ({ workspace, by, wall, ...did }) => {
    const { people } = await words.of(workspace, by);
    const hooks = did.hooks.map(name => harmless(name, 60));
    const posted = await poster.post(workspace, by, {
      text: people.erase.report({ requestedAt: wall, ...did, hooks }),
    });
    if (posted.kind === 'away') throw new Error('Slack did not take the news that somebody is forgotten');
    if (posted.kind === 'refused')
      log.warn({ workspace, error: posted.error }, 'nobody could be told of a forgotten person');
  };
}
