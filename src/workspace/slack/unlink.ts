import { z } from 'zod';
import { section } from '../../kit/slack/elements.ts';
import type { Form } from '../../kit/slack/form.ts';
import { COMMAND } from '../../kit/slack/ids.ts';
import type { LinkedKey } from '../linked-keys.ts';
import { admin } from './rights.ts';

/** `/sms unlink`, and its button in the Home tab: asks an admin to confirm, and says what it means for waiting texts. */
export const unlinkForm: Form<{ about: null; before: { key: LinkedKey; texts: number }; draft: object }> = {
  id: 'unlink',
  ways: { open: () => null },
  about: z.null(),
  may: admin,
  asksNow: true,
  command: `${COMMAND} unlink`,
  title: words => words.unlink.title,
  submit: words => words.unlink.submit,
  cancel: words => words.link.cancel,
  async load({ keys, history }, { workspace }, _about, words) {
    const key = await keys.linked(workspace);
    if (!key) return { gone: words.unlink.nothing };
    const { texts } = await history.waiting(workspace, key.fingerprint);
    return { before: { key, texts } };
  },
  draft: () => ({}),
  fields: () => ({}),
  head: (words, { before: { key, texts } }) => [
    section(words.commands.linkedBy(key.linkedBy, key.linkedAt)),
    section(words.unlink.ask(texts)),
  ],
  async save({ keys, home, log }, submitter, words) {
    const { workspace, userId, client } = submitter;
    const refused = await keys.unlink(workspace, userId);
    log.info({ workspace, by: userId }, 'the API key was unlinked');
    await home.publish(client, submitter);
    return { said: words.unlink.done(refused) };
  },
};
