import { z } from 'zod';
import { parseLabels } from '../../alerts/label-matchers.ts';
import { MAX_PAGE_CHARACTERS } from '../../alerts/paging/page.ts';
import { muteForm } from '../../alerts/slack/mutes/form.ts';
import type { Problem } from '../../kit/problem.ts';
import type { Services } from '../../kit/slack/services.ts';
import { wordProblem } from '../../kit/words/wording.ts';
import { isSameName } from '../../texts/parse/name.ts';
import { sender } from '../../texts/permissions.ts';
import type { SlackbotDraft } from '../draft.ts';
import { resolveRecipients } from '../recipients.ts';
import { postDraft } from '../slack/draft-message.ts';
import { type Caller, refusal, type SlackbotTool, type ToolAnswer } from '../tool.ts';
import { messageField, toField } from './reading.ts';

/*
 * What Slackbot may draft. A draft is a direct message to the person who asked, with a button that opens our own form: nothing is
 * sent, spent or muted before that person has submitted it.
 */

const MAX_REASON = 200;
const NEVER_SENDS =
  'It only posts a draft to the person, as a direct message with a button. Nothing is sent until they have looked at it and pressed Send themselves, so never say that it was sent.';

/** Posts what `draftOf` makes, unless it says why not. */
async function drafted(
  services: Services,
  caller: Caller,
  problem: Problem | null,
  draftOf: () => Promise<SlackbotDraft | { unclear: string }>,
): Promise<ToolAnswer> {
  if (problem) return refusal(wordProblem(caller.words, problem));
  const draft = await draftOf();
  return 'unclear' in draft ? refusal(draft.unclear) : postDraft(services, caller, draft);
}

const textInput = z.object({
  to: toField.max(1),
  message: messageField,
});

export const draftText: SlackbotTool<typeof textInput> = {
  name: 'draft_text',
  title: 'Draft a text',
  description: `Drafts a text (SMS) to one person, group or rota. ${NEVER_SENDS}`,
  reads: false,
  input: textInput,
  run: async (services, caller, { to: typed, message }) =>
    // The form opens in the direct message, so it counts as that channel.
    drafted(services, caller, await sender(services, caller, caller.userId), async () => {
      const { to, unclear } = await resolveRecipients(services, caller.workspace, typed);
      if (unclear.length > 0) return { unclear: caller.words.slackbot.unclear(unclear) };
      return { kind: 'text', to: to[0] ?? null, message };
    }),
};

const broadcastInput = z.object({ to: toField, message: messageField });

export const draftBroadcast: SlackbotTool<typeof broadcastInput> = {
  name: 'draft_broadcast',
  title: 'Draft a broadcast',
  description: `Drafts one text to many people, groups or user groups. The person then reviews who gets it and what it costs. ${NEVER_SENDS}`,
  reads: false,
  input: broadcastInput,
  run: async (services, caller, { to: typed, message }) =>
    drafted(services, caller, await sender(services, caller, null), async () => {
      const { to, unclear } = await resolveRecipients(services, caller.workspace, typed);
      if (unclear.length > 0) return { unclear: caller.words.slackbot.unclear(unclear) };
      return { kind: 'broadcast', to, message };
    }),
};

const pageInput = z.object({
  to: toField.describe(
    'Rotas, people or groups to call, as find_recipient gave them; or the name of one escalation policy.',
  ),
  message: messageField.max(MAX_PAGE_CHARACTERS).describe('What is wrong, in the words of the page.'),
});

export const draftPage: SlackbotTool<typeof pageInput> = {
  name: 'draft_page',
  title: 'Draft a page',
  description: `Drafts a page, which calls people until one acknowledges. ${NEVER_SENDS}`,
  reads: false,
  input: pageInput,
  run: async (services, caller, { to: typed, message }) =>
    drafted(services, caller, await sender(services, caller, null), async () => {
      const { to, unclear } = await resolveRecipients(services, caller.workspace, typed);
      if (unclear.length === 0) return { kind: 'page', to, policy: null, message };
      const [only, ...more] = typed;
      const all = more.length === 0 ? await services.policies.list(caller.workspace) : [];
      const policy = all.find(each => isSameName(each.name, only ?? ''));
      if (!policy) return { unclear: caller.words.slackbot.unclear(unclear) };
      return { kind: 'page', to: [], policy: { id: policy.id, label: policy.name }, message };
    }),
};

const muteInput = z.object({
  hook: z
    .string()
    .trim()
    .max(60)
    .default('')
    .describe('The name of the hook whose alerts are muted. Empty: see labels.'),
  labels: z
    .string()
    .trim()
    .max(1000)
    .default('')
    .describe(
      'Only alerts with these labels, like: team = db and env != prod. Empty: all alerts of the hook.',
    ),
  hours: z.literal([1, 2, 4, 8]).describe('For how many hours.'),
  reason: z.string().trim().max(MAX_REASON).default('').describe('Why, in a few words; others see it.'),
});

export const draftMute: SlackbotTool<typeof muteInput> = {
  name: 'draft_mute',
  title: 'Draft a mute',
  description: `Drafts a mute, which keeps alerts from texting anybody for some hours. Only admins and managers may. ${NEVER_SENDS}`,
  reads: false,
  input: muteInput,
  run: async (services, caller, { hook: typed, labels, hours, reason }) =>
    drafted(services, caller, await muteForm.permission(services, caller, null), async () => {
      const { slackbot } = caller.words;
      const hooks = await services.hooks.list(caller.workspace);
      const hook = hooks.find(({ name }) => isSameName(name, typed)) ?? null;
      const namesHook = typed !== '';
      if (namesHook !== (hook !== null) || (!hook && labels === ''))
        return {
          unclear: slackbot.noHook(
            typed,
            hooks.map(({ name }) => name),
          ),
        };
      if (labels !== '' && !parseLabels(labels).ok) return { unclear: slackbot.noLabels };
      return { kind: 'mute', hook: hook && { id: hook.id, label: hook.name }, labels, hours, reason };
    }),
};
