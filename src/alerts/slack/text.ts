import type { Form } from '../../kit/slack/form.ts';
import type { Services } from '../../kit/slack/services.ts';
import { parseStoredJson } from '../../kit/slack/view-state.ts';
import type { Wording } from '../../kit/words/wording.ts';
import type { Recipient } from '../../texts/recipient.ts';
import { recipients, recipientsIn } from '../../texts/slack/compose/recipients-field.ts';
import { toKey } from '../alert.ts';
import { readByAnybody } from '../alert-text.ts';
import { named } from '../plan-texts.ts';
import { recipientsError } from './hooks/calling.ts';
import { previewFacts, reachBlocks, templateOf, textBlocks } from './hooks/preview.ts';
import { type AlertsPost, postSchema, texter } from './notices.ts';

/** "Text someone else" on a post about alerts: shows the text and its cost before it is sent. */
export const aboutAlertsForm: Form<{
  subject: AlertsPost;
  current: { message: string };
  draft: { to: Recipient[] };
}> = {
  id: 'about_alerts',
  openers: { text: value => parseStoredJson(postSchema, value) },
  subject: postSchema,
  permission: texter,
  requiresLiveFacts: false,
  command: null,
  title: words => words.responding.text.title,
  submit: words => words.responding.text.submit,
  cancel: words => words.link.cancel,
  async load(services, { workspace }, subject, words) {
    const message = await messageAbout(services, words, workspace, subject);
    return message === null ? { deleted: words.responding.text.nothing } : { current: { message } };
  },
  draft: () => ({ to: [] }),
  fields: words => ({
    to: {
      blocks: (id, to) => recipients(id, words.responding.text.field, words.search.placeholder, to),
      read(state, id) {
        const to = recipientsIn(state, id);
        return { value: to, error: recipientsError(words, to) };
      },
    },
  }),
  async preview(services, { workspace }, words, { current: { message }, draft: { to } }) {
    const [facts, reach] = await Promise.all([
      previewFacts(services, workspace),
      to.length > 0 ? services.reach(workspace, to).catch(() => null) : null,
    ]);
    const { blocks, parts } = textBlocks(words, words.responding.text.says, message, facts);
    return [...blocks, ...reachBlocks(words, reach, parts, facts)];
  },
  async save(
    { responding },
    { workspace, userId, origin, at },
    words,
    { subject: { hook, ...which }, draft },
  ) {
    const by = { kind: 'person', userId } as const;
    const action = { action: 'text_someone_else', hook, which, by, to: draft.to.map(toKey), at } as const;
    await responding.note(workspace, action, origin);
    return { message: words.responding.text.sent };
  },
};

/** The text in the hook's own words, without values of a recipient; null if the hook is gone or none of the alerts fires any more. */
async function messageAbout(
  services: Services,
  words: Wording,
  workspace: string,
  subject: AlertsPost,
): Promise<string | null> {
  const [hooks, statement] = await Promise.all([
    services.hooksAndPages.list(workspace),
    services.responding.statement(workspace, subject.hook, { post: subject.post, upTo: subject.upTo }),
  ]);
  const hook = hooks.find(({ id }) => id === subject.hook);
  if (!hook || !statement) return null;
  const textWords =
    hook.language === null ? await services.words.of(workspace, null) : services.words.in(hook.language);
  const { pieces } = await templateOf(services, words, workspace, hook.template);
  const { alertLinks } = services;
  // A sample, because each text's own link is equally long and shortens the words before it.
  const ending = hook.link && alertLinks.isPossible() ? ` ${alertLinks.sample()}` : '';
  return readByAnybody(named({ statement }, textWords), { ...hook, pieces }, textWords, ending);
}
