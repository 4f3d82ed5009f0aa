import type { Form } from '../../kit/slack/form.ts';
import { keptJson } from '../../kit/slack/state.ts';
import type { Recipient } from '../../texts/recipient.ts';
import { recipients, recipientsIn } from '../../texts/slack/compose/recipients-field.ts';
import { toKey } from '../recipients.ts';
import { type AlertsPost, aboutSchema } from './buttons.ts';
import { recipientsError } from './hooks/draft.ts';
import { texter } from './rights.ts';
import { messageAbout, textPreview } from './text-preview.ts';

/** "Text someone else" on a post about alerts: a form that shows what the text says and costs before it is sent. */
export const aboutAlertsForm: Form<{
  about: AlertsPost;
  before: { message: string };
  draft: { to: Recipient[] };
}> = {
  id: 'about_alerts',
  ways: { text: value => keptJson(aboutSchema, value) },
  about: aboutSchema,
  may: texter,
  command: null,
  title: words => words.responding.text.title,
  submit: words => words.responding.text.submit,
  cancel: words => words.link.cancel,
  async load(services, { workspace }, about, words) {
    const message = await messageAbout(services, words, workspace, about);
    return message === null ? { gone: words.responding.text.nothing } : { before: { message } };
  },
  draft: () => ({ to: [] }),
  fields: words => ({
    to: {
      blocks: (id, to) => recipients(id, words.responding.text.field, words.search.placeholder, to),
      read(state, id) {
        const to = recipientsIn(state, id);
        return { value: to, wrong: recipientsError(words, to) };
      },
    },
  }),
  preview: (services, { workspace }, words, { before: { message }, draft }) =>
    textPreview(services, words, workspace, { message, to: draft.to }),
  async save({ responding }, { workspace, userId, origin, at }, words, { about: { hook, post }, draft }) {
    const by = { kind: 'person', userId } as const;
    const act = { act: 'text', hook, which: { post }, by, to: draft.to.map(toKey), at } as const;
    await responding.note(workspace, act, origin);
    return { said: words.responding.text.sent };
  },
};
