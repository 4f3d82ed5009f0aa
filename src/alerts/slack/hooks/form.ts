import { z } from 'zod';
import { asIs } from '../../../kit/slack/buttons.ts';
import type { Form } from '../../../kit/slack/form.ts';
import { COMMAND } from '../../../kit/slack/listener.ts';
import type { Services } from '../../../kit/slack/services.ts';
import { harmless } from '../../../kit/slack-text.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import { isFeatureRecipient, MAX_RECIPIENTS, type Recipient } from '../../../texts/recipient.ts';
import type { NameMatch } from '../../../texts/recipient-directory.ts';
import { channelWarning } from '../../../workspace/slack/channel-warning.ts';
import { manager } from '../../../workspace/slack/permissions.ts';
import type { Hook } from '../../hooks.ts';
import { callBlocks } from './calls.ts';
import { decidedOf, draftOf, type HookExtras, type HookTyped, hookFields, moreId, typedOf } from './draft.ts';
import { stepTo } from './escalation.ts';
import { madeView } from './made.ts';
import { previewBlocks, templateOf } from './preview.ts';

/** The form that makes or changes a hook. */
export const hookForm: Form<{
  subject: string | null;
  current: Hook | null;
  draft: HookTyped;
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
  draft: hook => typedOf(hook),
  async extras({ templates, alertLinks }, { workspace }, { current }) {
    const chosen = current?.template ? await templates.shared(workspace, current.template) : null;
    return { chosen, linksWork: alertLinks.isPossible() };
  },
  fields: (words, id) => hookFields(words, id === null),
  async preview(services, { workspace }, words, { subject: id, current, draft, wrong }) {
    const inMore = typeof wrong.more === 'object' ? wrong.more : null;
    const patterns = [inMore?.[moreId('firing')], inMore?.[moreId('resolved')]].flatMap(why => why ?? []);
    const [calls, preview] = await Promise.all([
      id === null ? [] : callBlocks(services, words, workspace, id),
      previewBlocks(services, words, workspace, { draft: draftOf(draft, current), wrong: patterns }),
    ]);
    return [...calls, ...preview];
  },
  async check(services, { workspace }, words, { draft }) {
    const { escalation, template: chosen } = draft.more.its;
    const steps = escalation?.steps ?? [];
    const [recipients, template, ...ofSteps] = await Promise.all([
      recipientsError(services, words, workspace, draft.recipients),
      templateOf(services, words, workspace, chosen),
      ...steps.map(({ to }) => recipientsError(services, words, workspace, to)),
    ]);
    const inSteps = ofSteps.flatMap((why, index) =>
      why ? [[stepTo(moreId('escalation'), index + 1), why] as const] : [],
    );
    const inTemplate = template.wrong === null ? [] : [[moreId('template'), template.wrong] as const];
    return { recipients, more: Object.fromEntries([...inSteps, ...inTemplate]) };
  },
  version: draft => decidedOf(draftOf(draft, null)),
  changed: ({ hooks }) => [hooks.changedMeanwhile],
  async save(services, { workspace, userId, origin, client }, words, { current, draft: filled }) {
    const draft = draftOf(filled, current);
    const warns = () => channelWarning(client, words, { channel: draft.channel, userId });
    if (!current) {
      const made = await services.hooks.create(workspace, userId, draft, origin);
      if (made === 'too_many') return { message: words.hooks.tooMany };
      if (made === 'made_before') return { message: words.hooks.madeBefore };
      const { caller } = filled;
      const view = await madeView(services, words, workspace, { ...made, caller, warning: await warns() });
      // Messages last, and the token is never shown in anything that does.
      return { view, fallbackText: words.hooks.unseen(harmless(made.hook.name, 60)) };
    }
    const isNews = JSON.stringify(decidedOf(current)) !== JSON.stringify(decidedOf(draft));
    const hook = isNews ? await services.hooks.change(workspace, userId, current.id, draft) : current;
    if (!hook) return { message: words.hooks.gone };
    const warning = await warns();
    return { message: [words.hooks.saved(harmless(hook.name, 60)), warning ?? []].flat().join('\n') };
  },
};

/**
 * What is wrong with recipients, as far as our own store knows: somebody who is gone, names that several people
 * have, or more people than one alert may go to. We would have to ask Slack who is in user groups, so they count as
 * nobody here.
 */
async function recipientsError(
  services: Services,
  words: Wording,
  workspace: string,
  recipients: readonly Recipient[],
): Promise<string | null> {
  const said = words.hooks.wrong;
  const { book } = services;
  const meant = await Promise.all(
    recipients.map(async (who): Promise<{ name: string; means: NameMatch } | null> => {
      if (who.kind === 'named') return { name: who.name, means: await book.resolveName(workspace, who.name) };
      if (isFeatureRecipient(who))
        return { name: who.data.label, means: await book.resolveChoice(workspace, who) };
      return null;
    }),
  ).then(all => all.flatMap(one => one ?? []));
  for (const kind of ['unknown', 'shared'] as const) {
    const wrong = meant.filter(({ means }) => means.kind === kind);
    if (wrong.length > 0) return said[kind](wrong.map(({ name }) => harmless(name, 24)));
  }
  const kept = meant.flatMap(({ means }) => (means.kind === 'numbers' ? means : []));
  const unread = kept.reduce((sum, { size, numbers }) => sum + size - numbers.length, 0);
  const typed = recipients.flatMap(who => (who.kind === 'number' ? [who.number] : []));
  const onCall = meant.filter(({ means }) => means.kind === 'rota').length;
  const one = recipients.filter(({ kind }) => kind === 'teammate').length + onCall;
  const people = new Set([...typed, ...kept.flatMap(({ numbers }) => numbers)]).size + unread + one;
  return people > MAX_RECIPIENTS ? said.tooManyPeople(people, MAX_RECIPIENTS) : null;
}
