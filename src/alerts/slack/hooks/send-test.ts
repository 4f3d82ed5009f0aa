import type { Button } from '@slack/types';
import { z } from 'zod';
import { asIs } from '../../../kit/slack/buttons.ts';
import { button, section } from '../../../kit/slack/elements.ts';
import { type Form, openerOf } from '../../../kit/slack/form.ts';
import { COMMAND } from '../../../kit/slack/listener.ts';
import type { Services } from '../../../kit/slack/services.ts';
import { harmless } from '../../../kit/slack-text.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import { recipientsOf } from '../../../texts/slack/receipt-messages.ts';
import { manager } from '../../../workspace/slack/permissions.ts';
import type { Hook } from '../../hooks.ts';
import { previewFacts, reachBlocks, textBlocks } from './preview.ts';

type TestPreview = {
  text: string;
  facts: Awaited<ReturnType<typeof previewFacts>>;
  /** Null if the recipients can't be looked up now. */
  reach: Awaited<ReturnType<Services['reach']>> | null;
};

type TestShape = { subject: string; current: Hook | null; draft: object; extras: TestPreview | null };

/** "Send a test": a call, a text and a post, after showing the recipients and the cost, because the text isn't free. */
export const testForm: Form<TestShape> = {
  id: 'test_of_hook',
  openers: { send: asIs },
  subject: z.string(),
  permission: manager,
  requiresLiveFacts: true,
  command: `${COMMAND} hooks`,
  title: ({ setUp }) => setUp.test.title,
  submit: ({ setUp }) => setUp.test.send,
  async load({ hooks }, { workspace }, id, words) {
    const current = await hooks.one(workspace, id);
    return current ? { current } : { deleted: words.hooks.gone };
  },
  draft: () => ({}),
  fields: () => ({}),
  async extras(services, { workspace }, { current: hook }) {
    if (!hook) return null;
    const [facts, reach, { text }] = await Promise.all([
      previewFacts(services, workspace),
      reachOf(services, workspace, hook).catch(() => null),
      messageOf(services, workspace, hook),
    ]);
    return { facts, reach, text };
  },
  head(words, { current: hook, extras }) {
    if (!hook || !extras) return [];
    const { facts, reach } = extras;
    const { setUp } = words;
    const to = recipientsOf(words, { to: hook.recipients }, facts.show);
    const text = textBlocks(words, setUp.test.says, extras.text, facts);
    return [
      section(setUp.test.asks({ hook: harmless(hook.name, 60), to, channel: hook.channel })),
      ...text.blocks,
      ...reachBlocks(words, reach, text.parts, facts),
    ];
  },
  async save(services, { workspace, userId, origin }, words, { current: hook }) {
    if (!hook) return { message: words.hooks.gone };
    const { message } = await messageOf(services, workspace, hook);
    await services.callAsTest(workspace, hook, { message, key: origin });
    services.log.info({ workspace, by: userId, hook: hook.id }, 'a test of a hook was sent');
    return { message: words.setUp.test.sent(hook.channel) };
  },
};

export const testButton = ({ setUp }: Wording, { id }: Hook): Button =>
  button({ action: openerOf(testForm, 'send'), label: setUp.test.button, value: id });

const reachOf = async ({ exempt, reach }: Services, workspace: string, hook: Hook) =>
  reach(workspace, hook.recipients, await exempt.ofHook(workspace, hook));

/** The call's message and its text, in the hook's language. */
async function messageOf({ words }: Services, workspace: string, hook: Hook) {
  const textWords = hook.language === null ? await words.of(workspace, null) : words.in(hook.language);
  const message = textWords.setUp.test.message(hook.name);
  return { message, text: `${textWords.alerts.test}: ${message}` };
}
