import { z } from 'zod';
import { section } from '../../kit/slack/elements.ts';
import type { Form } from '../../kit/slack/form.ts';
import { asIs } from '../../kit/slack/press.ts';
import { harmless } from '../../kit/slack-text.ts';
import { wordProblem } from '../../kit/words/wording.ts';
import { manager } from '../../workspace/slack/rights.ts';
import type { Contact } from '../contact.ts';
import { failure } from '../problem.ts';

/**
 * "Forget this person…" in a contact's form: says everything that it will do, and asks for confirmation. The contact goes at
 * once; the rest is removed step by step, and whoever asked for it is told when that is done.
 */
export const forgetForm: Form<{
  about: string;
  before: { contact: Contact; isNever: boolean };
  draft: object;
}> = {
  id: 'forget',
  ways: { ask: asIs },
  about: z.string(),
  may: manager,
  asksNow: true,
  command: null,
  title: ({ people }) => people.forget.title,
  submit: ({ people }) => people.forget.submit,
  async load({ contactBook, settings }, { workspace }, id, words) {
    const [known, { blocklist }] = await Promise.all([
      contactBook.one(workspace, id),
      settings.of(workspace),
    ]);
    if (!known) return { gone: wordProblem(words, failure('CONTACT_GONE')) };
    const { contact } = known;
    return { before: { contact, isNever: contact.never !== null || blocklist.includes(contact.number) } };
  },
  draft: () => ({}),
  fields: () => ({}),
  head({ people: { forget } }, { before: { contact, isNever } }) {
    const name = contact.name === '' ? null : harmless(contact.name, 60);
    const lines = [
      forget.intro({ name, number: contact.number }),
      forget.gone,
      forget.kept,
      forget.waiting,
      ...(isNever ? [forget.never] : []),
      forget.slack,
    ];
    return lines.map(section);
  },
  async save({ contactBook, forgetter, log }, { workspace, userId }, { people }, { about: id }) {
    const isForgotten = await contactBook.forget(workspace, userId, id);
    log.info({ workspace, by: userId, isForgotten }, 'somebody is to be forgotten');
    forgetter.wake();
    return isForgotten ? { said: people.forget.done } : { refused: failure('CONTACT_GONE') };
  },
};
