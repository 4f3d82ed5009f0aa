import type { App } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { Hook, HookDraft } from '../../../alerts/hooks.ts';
import { MAX_RECIPIENTS, type Recipient } from '../../../domain/recipient.ts';
import { harmless } from '../../../domain/slack-text.ts';
import type { Wording } from '../../../wording/index.ts';
import type { NameMeans } from '../../../workspaces/whom.ts';
import { HOOK, VIEW } from '../../ids.ts';
import { type FormAnswer, onForm, type SubmittedForm } from '../../kit/form.ts';
import { keptJson } from '../../kit/kept.ts';
import { noticeModal, showView } from '../../kit/modals.ts';
import { failureNews, withNews } from '../../kit/news.ts';
import { type FormState, stateOf } from '../../kit/state.ts';
import type { Who } from '../../kit/who.ts';
import { manager } from '../../rights.ts';
import type { Services } from '../../services.ts';
import { channelWarning } from '../in-channel.ts';
import { recipientsIn } from '../recipients-field.ts';
import { readHookForm, versionOf } from './draft.ts';
import { stepRecipients } from './escalation.ts';
import { hookForm, metadataSchema } from './form.ts';
import { hooksView } from './list.ts';
import { showMade } from './made.ts';
import { templateOf } from './template.ts';

/**
 * A submitted hook. Its fields show what is wrong with them; then we ask Slack whether the person may (still) do this,
 * and make or change the hook. A form makes one hook, however often it is submitted.
 */
export function registerSaveHook(app: App, services: Services): void {
  onForm(app, services, VIEW.hookForm, {
    may: manager,
    of: () => null,
    submit: form => submitted(services, form),
  });
}

async function submitted(services: Services, submission: SubmittedForm): Promise<FormAnswer> {
  const { who, view, words, client, bot } = submission;
  const { workspace, userId } = who;
  const metadata = keptJson(metadataSchema, view.private_metadata);
  const shown = view.blocks;
  const title = words.hooks.formTitle[metadata.hook === null ? 'make' : 'change'];
  const notice = (line: string) => noticeModal(title, words.settings.back, line);
  const form = (news: string, its = metadata) => hookForm(words, its, withNews(shown, [news]));
  const update = (next: ModalView): FormAnswer => ({ answer: { response_action: 'update', view: next } });

  const there = await look(services, workspace, metadata.hook, view.id);
  if (there === 'away') return update(form(words.settings.notSaved(words.settings.storeAway)));
  if (there.made) return update(notice(words.hooks.madeBefore));
  const { before } = there;
  if (metadata.hook !== null && !before) return update(notice(words.hooks.gone));

  const state = stateOf(view.state.values);
  const { draft, errors } = readHookForm(words, state, before);
  for (const { block, recipients } of chosenIn(state, draft)) {
    const wrong = errors[block] ?? (await recipientsError(services, words, workspace, recipients));
    if (wrong !== null) errors[block] = wrong;
  }
  const template = await templateOf(services, words, workspace, draft.template);
  if (template.wrong !== null) errors[HOOK.template] = template.wrong;
  if (Object.keys(errors).length > 0) return { answer: { response_action: 'errors', errors } };
  const base = before ? versionOf(before) : '';
  if (base !== metadata.base && base !== versionOf(draft))
    return update(form(words.hooks.changedMeanwhile, { ...metadata, base }));

  async function carryOut(): Promise<void> {
    const modal = { viewId: view.id, ...who };
    const done = await save(services, words, who, { before, draft, origin: view.id });
    const { channel } = draft;
    const warnsOf = () => channelWarning(client, words, { channel, userId, bot });
    if (done.kind === 'made') await showMade(services, client, modal, { ...done, warning: await warnsOf() });
    else if (done.kind === 'failed') await showView(services, client, modal, form(done.news));
    else if (done.kind === 'said') {
      const warning = done.isSaved ? await warnsOf() : null;
      await showView(services, client, modal, notice([done.says, warning ?? []].flat().join('\n')));
    }
    if (view.root_view_id) await showList(services, client, who, view.root_view_id);
  }
  return { ...update(form(words.settings.oneMoment)), again: news => form(news), carryOut };
}

type HookSaved =
  | { kind: 'made'; hook: Hook; token: string }
  | { kind: 'said'; says: string; isSaved?: true }
  /** The same submission came twice, and the other one shows the result. */
  | { kind: 'elsewhere' }
  /** It may work next time. */
  | { kind: 'failed'; news: string };

/** The hook to change, and whether this form has already made one; `away`: the store can't be reached. */
async function look(
  services: Services,
  workspace: string,
  hookId: string | null,
  viewId: string,
): Promise<{ before: Hook | null; made: boolean } | 'away'> {
  try {
    const hooks = await services.hooks.remembered(workspace);
    const before = hooks.find(({ id, revokedAt }) => id === hookId && revokedAt === null) ?? null;
    return { before, made: hooks.some(({ origin }) => origin === viewId) };
  } catch (error) {
    services.log.warn({ err: error }, 'can’t read the hooks');
    return 'away';
  }
}

async function save(
  services: Services,
  words: Wording,
  { workspace, userId }: Who,
  asked: { before: Hook | null; draft: HookDraft; origin: string },
): Promise<HookSaved> {
  const { before, draft, origin } = asked;
  try {
    if (!before) {
      const made = await services.hooks.create(workspace, userId, draft, origin);
      if (made === 'too_many') return { kind: 'said', says: words.hooks.tooMany };
      if (made === 'made_before') return { kind: 'elsewhere' };
      services.log.info({ workspace, by: userId, hook: made.hook.id }, 'a hook was made');
      return { kind: 'made', ...made };
    }
    const isNews = versionOf(before) !== versionOf(draft);
    const hook = isNews ? await services.hooks.change(workspace, userId, before.id, draft) : before;
    if (!hook) return { kind: 'said', says: words.hooks.gone };
    if (isNews) services.log.info({ workspace, by: userId, hook: hook.id }, 'a hook was changed');
    return { kind: 'said', says: words.hooks.saved(harmless(hook.name, 60)), isSaved: true };
  } catch (error) {
    services.log.error({ err: error }, 'can’t save a hook');
    return { kind: 'failed', news: failureNews(words, error) };
  }
}

/** The recipients of each field that searches them. */
const chosenIn = (
  state: FormState,
  { escalation }: HookDraft,
): { block: string; recipients: Recipient[] }[] => [
  { block: HOOK.recipients, recipients: recipientsIn(state, HOOK.recipients) },
  ...(escalation ? stepRecipients(state) : []),
];

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
  const { contactGroups } = services;
  const meant = await Promise.all(
    recipients.map(async (who): Promise<{ name: string; means: NameMeans } | null> => {
      if (who.kind === 'named')
        return { name: who.name, means: await contactGroups.means(workspace, who.name) };
      if (who.kind === 'contact' || who.kind === 'group' || who.kind === 'rota')
        return { name: who.label, means: await contactGroups.chosen(workspace, who) };
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
  const one = recipients.filter(({ kind }) => kind === 'teammate' || kind === 'rota').length;
  const people = new Set([...typed, ...kept.flatMap(({ numbers }) => numbers)]).size + unread + one;
  return people > MAX_RECIPIENTS ? said.tooManyPeople(people, MAX_RECIPIENTS) : null;
}

/** Updates the list below the form with what was saved; it may already be closed. */
async function showList(services: Services, client: WebClient, who: Who, viewId: string): Promise<void> {
  try {
    const words = await services.words.of(who.workspace, who.userId);
    const view = await hooksView(services, words, who.workspace);
    await client.views.update({ view_id: viewId, view });
  } catch (error) {
    services.log.warn({ err: error }, 'Slack didn’t update the list of hooks');
  }
}
