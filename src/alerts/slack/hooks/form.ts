import { z } from 'zod';
import { asIs } from '../../../kit/slack/buttons.ts';
import type { Form } from '../../../kit/slack/form.ts';
import { COMMAND } from '../../../kit/slack/listener.ts';
import type { Services } from '../../../kit/slack/services.ts';
import { harmless } from '../../../kit/slack-text.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import { isFeatureRecipient, MAX_RECIPIENTS, numbersIn, type Recipient } from '../../../texts/recipient.ts';
import type { NameMatch } from '../../../texts/recipient-directory.ts';
import { channelWarning } from '../../../workspace/slack/channel-warning.ts';
import { manager } from '../../../workspace/slack/permissions.ts';
import type { Hook } from '../../hooks.ts';
import { callBlocks } from './calls.ts';
import {
  decisionsOf,
  draftOf,
  type HookExtras,
  type HookInput,
  hookFields,
  inputOf,
  moreId,
} from './draft.ts';
import { stepTo } from './escalation.ts';
import { madeView } from './made.ts';
import { previewBlocks, templateOf } from './preview.ts';

export const hookForm: Form<{
  subject: string | null;
  current: Hook | null;
  draft: HookInput;
  extras: HookExtras;
}> = {
  id: 'hook',
  openers: { new: () => null, change: asIs },
  subject: z.string().nullable(),
  permission: manager,
  requiresLiveFacts: true,
  command: `${COMMAND} hooks`,
  title: ({ hooks }, id) => hooks.formTitle[id === null ? 'make' : 'change'],
  submit: ({ hooks, settings }, id) => (id === null ? hooks.make : settings.save),
  async load(services, { workspace }, id, words) {
    const current = id === null ? null : await services.hooks.one(workspace, id);
    return id === null || current ? { current } : { deleted: words.hooks.gone };
  },
  draft: hook => inputOf(hook),
  async extras({ templates, alertLinks }, { workspace }, { current }) {
    const template = current?.template ? await templates.shared(workspace, current.template) : null;
    return { template, linksWork: alertLinks.isPossible() };
  },
  fields: (words, id) => hookFields(words, id === null),
  async preview(services, { workspace }, words, { subject: id, current, draft, wrong }) {
    const moreErrors = typeof wrong.more === 'object' ? wrong.more : null;
    const textErrors = [moreErrors?.[moreId('firing')], moreErrors?.[moreId('resolved')]].flatMap(
      error => error ?? [],
    );
    const [calls, preview] = await Promise.all([
      id === null ? [] : callBlocks(services, words, workspace, id),
      previewBlocks(services, words, workspace, { draft: draftOf(draft, current), textErrors }),
    ]);
    return [...calls, ...preview];
  },
  async check(services, { workspace }, words, { draft }) {
    const { escalation, template: templateId } = draft.more.values;
    const steps = escalation?.steps ?? [];
    const [recipients, template, ...stepErrors] = await Promise.all([
      recipientsError(services, words, workspace, draft.recipients),
      templateOf(services, words, workspace, templateId),
      ...steps.map(({ to }) => recipientsError(services, words, workspace, to)),
    ]);
    const more = stepErrors.flatMap((error, index) =>
      error ? [[stepTo(moreId('escalation'), index + 1), error] as const] : [],
    );
    if (template.error !== null) more.push([moreId('template'), template.error]);
    return { recipients, more: Object.fromEntries(more) };
  },
  version: draft => decisionsOf(draftOf(draft, null)),
  changed: ({ hooks }) => [hooks.changedMeanwhile],
  async save(services, { workspace, userId, origin, client }, words, { current, draft: filled }) {
    const draft = draftOf(filled, current);
    const loadWarning = () => channelWarning(client, words, { channel: draft.channel, userId });
    if (!current) {
      const result = await services.hooks.create(workspace, userId, draft, origin);
      if (result === 'too_many') return { message: words.hooks.tooMany };
      if (result === 'made_before') return { message: words.hooks.madeBefore };
      const { caller } = filled;
      const warning = await loadWarning();
      const view = await madeView(services, words, workspace, { ...result, caller, warning });
      // A message stays in Slack, so the token is only in the view.
      return { view, fallbackText: words.hooks.unseen(harmless(result.hook.name, 60)) };
    }
    const isChanged = JSON.stringify(decisionsOf(current)) !== JSON.stringify(decisionsOf(draft));
    const hook = isChanged ? await services.hooks.change(workspace, userId, current.id, draft) : current;
    if (!hook) return { message: words.hooks.gone };
    const warning = await loadWarning();
    return { message: [words.hooks.saved(harmless(hook.name, 60)), warning ?? []].flat().join('\n') };
  },
};

/**
 * Checks recipients against our own store: unknown names, names that several people share, or more people than one alert may text.
 * Slack's user groups count as nobody here, because reading their members takes a call to Slack.
 */
async function recipientsError(
  services: Services,
  words: Wording,
  workspace: string,
  recipients: readonly Recipient[],
): Promise<string | null> {
  const { wrong } = words.hooks;
  const { book } = services;
  const resolved = await Promise.all(
    recipients.map(async (recipient): Promise<{ name: string; match: NameMatch } | null> => {
      if (recipient.kind === 'named')
        return { name: recipient.name, match: await book.resolveName(workspace, recipient.name) };
      if (isFeatureRecipient(recipient))
        return { name: recipient.data.label, match: await book.resolveChoice(workspace, recipient) };
      return null;
    }),
  );
  const matches = resolved.filter(result => result !== null);
  for (const kind of ['unknown', 'shared'] as const) {
    const unresolved = matches.filter(({ match }) => match.kind === kind);
    if (unresolved.length > 0) return wrong[kind](unresolved.map(({ name }) => harmless(name, 24)));
  }
  const lists = matches.flatMap(({ match }) => (match.kind === 'numbers' ? match : []));
  const unread = lists.reduce((sum, { size, numbers }) => sum + size - numbers.length, 0);
  const onCall = matches.filter(({ match }) => match.kind === 'rota').length;
  const teammates = recipients.filter(({ kind }) => kind === 'teammate').length;
  const numbers = new Set([...numbersIn(recipients), ...lists.flatMap(list => list.numbers)]).size;
  const people = numbers + unread + onCall + teammates;
  return people > MAX_RECIPIENTS ? wrong.tooManyPeople(people, MAX_RECIPIENTS) : null;
}
