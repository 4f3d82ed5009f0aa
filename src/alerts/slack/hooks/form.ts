import type { ModalView, SectionBlock } from '@slack/types';
import { z } from 'zod';
import { context, section } from '../../../kit/slack/elements.ts';
import { type Form, fieldId } from '../../../kit/slack/form.ts';
import { NOTICE, pageModal } from '../../../kit/slack/modals.ts';
import { asIs } from '../../../kit/slack/press.ts';
import type { Services } from '../../../kit/slack/services.ts';
import { COMMAND } from '../../../kit/slack/surface.ts';
import { harmless } from '../../../kit/slack-text.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import type { NameMeans } from '../../../texts/people.ts';
import { isKept, MAX_RECIPIENTS, type Recipient } from '../../../texts/recipient.ts';
import { channelWarning } from '../../../texts/slack/compose/recipients-field.ts';
import { manager } from '../../../workspace/slack/rights.ts';
import type { Hook } from '../../hooks.ts';
import { callBlocks } from './calls.ts';
import {
  decidedOf,
  draftOf,
  type HookExtras,
  type HookTyped,
  hookFields,
  NEW_HOOK,
  typedOf,
} from './draft.ts';
import { stepTo } from './escalation.ts';
import { previewBlocks, templateOf } from './preview.ts';

/** The form that makes or changes a hook. */
export const hookForm: Form<{
  about: string | null;
  before: Hook | null;
  draft: HookTyped;
  extras: HookExtras;
}> = {
  id: 'hook',
  ways: { new: () => null, change: asIs },
  about: z.string().nullable(),
  may: manager,
  requiresLiveFacts: true,
  command: `${COMMAND} hooks`,
  title: ({ hooks }, id) => hooks.formTitle[id === null ? 'make' : 'change'],
  submit: ({ hooks, settings }, id) => (id === null ? hooks.make : settings.save),
  async load(services, { workspace }, id, words) {
    const before = id === null ? null : await hookOf(services, workspace, id);
    return id === null || before ? { before } : { gone: words.hooks.gone };
  },
  draft: hook => typedOf(hook ?? NEW_HOOK),
  async extras({ templates, alertLinks }, { workspace }, { before }) {
    const chosen = before?.template ? await templates.shared(workspace, before.template) : null;
    return { chosen, linksWork: alertLinks.isPossible() };
  },
  fields: hookFields,
  async preview(services, { workspace }, words, { about: id, before, draft, wrong }) {
    const patterns = [wrong.firing, wrong.resolved].filter(why => typeof why === 'string');
    const [calls, preview] = await Promise.all([
      id === null ? [] : callBlocks(services, words, workspace, id),
      previewBlocks(services, words, workspace, { draft: draftOf(draft, before), wrong: patterns }),
    ]);
    return [...calls, ...preview];
  },
  async check(services, { workspace }, words, { draft }) {
    const id = fieldId(hookForm, 'escalation');
    const steps = draft.escalation?.steps ?? [];
    const [recipients, template, ...ofSteps] = await Promise.all([
      recipientsError(services, words, workspace, draft.recipients),
      templateOf(services, words, workspace, draft.template),
      ...steps.map(({ to }) => recipientsError(services, words, workspace, to)),
    ]);
    const escalation = ofSteps.flatMap((why, index) => (why ? [[stepTo(id, index + 1), why]] : []));
    return { recipients, template: template.wrong, escalation: Object.fromEntries(escalation) };
  },
  version: draft => decidedOf(draftOf(draft, null)),
  changed: ({ hooks }) => [hooks.changedMeanwhile],
  async save(services, { workspace, userId, origin, client, bot }, words, { before, draft: filled }) {
    const draft = draftOf(filled, before);
    const warns = () => channelWarning(client, words, { channel: draft.channel, userId, bot });
    if (!before) {
      const made = await services.hooks.create(workspace, userId, draft, origin);
      if (made === 'too_many') return { said: words.hooks.tooMany };
      if (made === 'made_before') return { said: words.hooks.madeBefore };
      const shown = await madeView(services, words, workspace, { ...made, warning: await warns() });
      // Messages last, and the token is never shown in anything that does.
      return { shown, unseen: words.hooks.unseen(harmless(made.hook.name, 60)) };
    }
    const isNews = JSON.stringify(decidedOf(before)) !== JSON.stringify(decidedOf(draft));
    const hook = isNews ? await services.hooks.change(workspace, userId, before.id, draft) : before;
    if (!hook) return { said: words.hooks.gone };
    const warning = await warns();
    return { said: [words.hooks.saved(harmless(hook.name, 60)), warning ?? []].flat().join('\n') };
  },
};

/** One of this workspace's current hooks. */
export async function hookOf(services: Services, workspace: string, hookId: string): Promise<Hook | null> {
  const hooks = await services.hooks.list(workspace);
  return hooks.find(({ id }) => id === hookId) ?? null;
}

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
    recipients.map(async (who): Promise<{ name: string; means: NameMeans } | null> => {
      if (who.kind === 'named') return { name: who.name, means: await book.means(workspace, who.name) };
      if (isKept(who)) return { name: who.data.label, means: await book.chosen(workspace, who) };
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
  const onCall = meant.filter(({ means }) => means.kind === 'duty').length;
  const one = recipients.filter(({ kind }) => kind === 'teammate').length + onCall;
  const people = new Set([...typed, ...kept.flatMap(({ numbers }) => numbers)]).size + unread + one;
  return people > MAX_RECIPIENTS ? said.tooManyPeople(people, MAX_RECIPIENTS) : null;
}

/** The address and the token of a new hook; shown once. */
async function madeView(
  services: Services,
  words: Wording,
  workspace: string,
  made: { hook: Hook; token: string; warning: string | null },
): Promise<ModalView> {
  const said = words.hooks;
  const { hook, token, warning } = made;
  const address = services.hookAddress(hook.id);
  // The hook is made already, and its token is in this view only.
  const secret = await services.hookSecrets.toShow(workspace, hook.id).catch((error: unknown) => {
    services.log.error({ err: error }, 'can’t make a hook’s secret');
    return null;
  });
  return pageModal({
    id: NOTICE,
    title: said.title,
    close: words.link.close,
    blocks: [
      section(said.made(harmless(hook.name, 60))),
      ...(warning === null ? [] : [section(warning)]),
      section(said.onlyOnce),
      ...(address.url === null
        ? [section(said.noAddress), toCopy(address.path)]
        : [context(said.address), toCopy(address.url)]),
      context(said.token),
      toCopy(token),
      ...(address.url === null ? [] : withAddress(words, { hook, token, address: address.url })),
      ...(secret === null ? [] : [context(said.secret), toCopy(secret)]),
    ],
  });
}

/** What can be copied as it is. */
function withAddress(
  words: Wording,
  { hook, token, address }: { hook: Hook; token: string; address: string },
) {
  const said = words.hooks;
  return [
    context(said.secretAddress),
    toCopy(`${address}/${token}`),
    ...(hook.heartbeat
      ? [context(words.heartbeats.tryIt), toCopy(beatLine(address, token))]
      : [context(said.tryIt), toCopy(curlLine(address, token, said.tryMessage))]),
  ];
}

/** A call that fails once, because the app is restarted, is no silence. */
function beatLine(address: string, token: string): string {
  return `curl -fsS --retry 5 --retry-connrefused -X POST -H 'Authorization: Bearer ${token}' '${address}'`;
}

function curlLine(address: string, token: string, message: string): string {
  return [
    `curl '${address}'`,
    `-H 'Authorization: Bearer ${token}'`,
    `-H 'Content-Type: application/json'`,
    `-d '${JSON.stringify({ message })}'`,
  ].join(' ');
}

/** Code, without anything that Slack would read as formatting. */
const toCopy = (text: string): SectionBlock => section(`\`\`\`${text}\`\`\``);
