import type { App } from '@slack/bolt';
import { showingNumbers } from '../../../domain/number.ts';
import { MAX_ROTAS, type RotaDraft } from '../../../domain/rota.ts';
import { harmless } from '../../../domain/slack-text.ts';
import type { Wording } from '../../../wording/index.ts';
import { VIEW } from '../../ids.ts';
import { type FormAnswer, onForm, type SubmittedForm } from '../../kit/form.ts';
import { keptJson } from '../../kit/kept.ts';
import { noticeModal, showView, updateModal } from '../../kit/modals.ts';
import { failureNews, withNews } from '../../kit/news.ts';
import { stateOf } from '../../kit/state.ts';
import type { Who } from '../../kit/who.ts';
import { manager } from '../../rights.ts';
import { unreachedAmong, unreachedLines } from '../../rotas/unreached.ts';
import type { Services } from '../../services.ts';
import { channelWarning } from '../in-channel.ts';
import { readRotaForm, versionOf } from './draft.ts';
import { type RotaMetadata, rotaForm, rotaMetadataSchema } from './form.ts';
import { rotasView } from './list.ts';

/**
 * A submitted rota. Its fields show what is wrong with them; then we ask Slack whether the person may (still) do this, and
 * make or change the rota. A form makes one rota, however often it is submitted.
 */
export function registerSaveRota(app: App, services: Services): void {
  onForm(app, services, VIEW.rotaForm, {
    may: manager,
    of: () => null,
    submit: async submission => submitted(services, submission),
  });
}

function submitted(services: Services, { who, view, words, client, bot }: SubmittedForm): FormAnswer {
  const metadata = keptJson(rotaMetadataSchema, view.private_metadata);
  const { draft, errors } = readRotaForm(words, stateOf(view.state.values));
  if (Object.keys(errors).length > 0) return { answer: { response_action: 'errors', errors } };

  const form = (news: string, its = metadata) => rotaForm(words, its, withNews(view.blocks, [news]));
  async function carryOut(): Promise<void> {
    const done = await save(services, words, who, { metadata, draft, origin: view.id });
    if (done.kind === 'said' && done.isSaved) {
      const { channel } = draft;
      const { maskNumbers } = await services.settings.shown(who.workspace);
      const unreached = await unreachedAmong(services, who.workspace, draft.people);
      const { userId } = who;
      const absent = channel && (await channelWarning(client, words, { channel, userId, bot }));
      const warnings = unreachedLines(words, unreached, showingNumbers(maskNumbers));
      done.says = [done.says, ...warnings, ...(absent ? [absent] : [])].join('\n');
    }
    const title = words.rotas.formTitle[metadata.rota === null ? 'make' : 'change'];
    const next =
      done.kind === 'said'
        ? noticeModal(title, words.settings.back, done.says)
        : form(done.news, done.metadata ?? metadata);
    await showView(services, client, { viewId: view.id, ...who }, next);
    if (done.kind !== 'said' || !view.root_view_id || view.root_view_id === view.id) return;
    await updateModal(services, client, view.root_view_id, await rotasView(services, words, who.workspace));
  }
  const answer = { response_action: 'update', view: form(words.settings.oneMoment) } as const;
  return { answer, again: news => form(news), carryOut };
}

type RotaSubmitted =
  | { kind: 'said'; says: string; isSaved?: true }
  /** Not saved yet; `metadata`: of the form if it is submitted again. */
  | { kind: 'again'; news: string; metadata?: RotaMetadata };

async function save(
  services: Services,
  words: Wording,
  { workspace, userId }: Who,
  { metadata, draft, origin }: { metadata: RotaMetadata; draft: RotaDraft; origin: string },
): Promise<RotaSubmitted> {
  const { rotas: store, contactGroups, log } = services;
  const said = words.rotas;
  const again = (news: string): RotaSubmitted => ({ kind: 'again', news });
  try {
    const before = metadata.rota === null ? null : await store.one(workspace, metadata.rota);
    if (metadata.rota !== null && !before) return { kind: 'said', says: said.gone };
    const base = before ? versionOf(before) : '';
    if (base !== metadata.base && base !== versionOf(draft))
      return { kind: 'again', news: said.changedMeanwhile, metadata: { ...metadata, base } };
    const name = harmless(draft.name, 60);
    if (draft.name !== before?.name) {
      const { contacts, groups } = await contactGroups.called(workspace, [draft.name]);
      if (contacts.length + groups.length > 0) return again(`:warning: ${said.wrong.nameTaken(name)}`);
    }
    const saved = before
      ? await store.change(workspace, userId, before.id, draft)
      : await store.create(workspace, userId, draft, origin);
    if (saved === 'gone') return { kind: 'said', says: said.gone };
    if (saved === 'taken') return again(`:warning: ${said.taken(name)}`);
    if (saved === 'too_many') return again(said.tooMany(MAX_ROTAS));
    log.info({ workspace, by: userId, rota: saved.rota.id }, 'a rota was saved');
    return { kind: 'said', says: said.saved(name), isSaved: true };
  } catch (error) {
    log.error({ err: error }, 'can’t save a rota');
    return again(failureNews(words, error));
  }
}
