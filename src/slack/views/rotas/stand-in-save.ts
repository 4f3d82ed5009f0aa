import type { App } from '@slack/bolt';
import { showingNumbers } from '../../../domain/number.ts';
import { MAX_OVERRIDES, withOverride } from '../../../domain/rota.ts';
import { wordProblem } from '../../../wording/index.ts';
import { webOf } from '../../access.ts';
import { STAND_IN, VIEW } from '../../ids.ts';
import { keptJson } from '../../kept.ts';
import { viewSubmissionSchema } from '../../payloads/interactions.ts';
import type { Services } from '../../services.ts';
import { whoOf } from '../../who.ts';
import { failureNews, withNews } from '../forms/news.ts';
import { stateOf } from '../forms/state.ts';
import { onInput, showInTurn } from '../live.ts';
import { noticeModal, showView, updateModal } from '../modals.ts';
import { rotasView } from './list.ts';
import { previewBlocks, withoutPreview } from './preview.ts';
import { notTheirs, readStandIn } from './stand-in-draft.ts';
import { standInRight, standInsForm, standInsMetadataSchema, standInsView, teammate } from './stand-ins.ts';

/** Somebody is to stand in, or nobody. The same submitted twice is one. */
export function registerSaveStandIn(app: App, services: Services): void {
  app.view({ callback_id: VIEW.standIns, type: 'view_submission' }, async ({ ack, body, context }) => {
    const client = webOf(context);
    const who = whoOf(body);
    const { workspace, userId } = who;
    const { view } = viewSubmissionSchema.parse(body);
    const { rota: id } = keptJson(standInsMetadataSchema, view.private_metadata);
    const words = await services.words.of(workspace, userId);
    const said = words.rotas.standIns;
    const { span, errors } = readStandIn(words, stateOf(view.state.values), services.clock.wall());
    if (!span) return ack({ response_action: 'errors', errors });

    services.liveForms.forget(view.id);
    const form = (news: string) => standInsForm(words, id, withNews(view.blocks, [news]));
    await ack({ response_action: 'update', view: form(words.settings.oneMoment) });
    const done = async () => {
      try {
        const rota = await services.rotas.one(workspace, id);
        if (!rota) return noticeModal(said.title, words.settings.back, words.rotas.gone);
        const right = await standInRight(services, who, rota);
        if (typeof right !== 'string') return form(words.settings.notSaved(wordProblem(words, right)));
        const [wrong] = right === 'own' ? Object.values(notTheirs(words, rota, teammate(userId), span)) : [];
        if (wrong !== undefined) return form(`:warning: ${wrong}`);
        const saved = await services.rotas.standIn(workspace, userId, id, span);
        if (saved === 'too_many') return form(said.tooMany(MAX_OVERRIDES));
        services.log.info({ workspace, by: userId, rota: id }, 'somebody stands in');
        return await standInsView(services, words, who, id, { news: said.saved });
      } catch (error) {
        services.log.error({ err: error }, 'can’t save a stand-in');
        return form(failureNews(words, error));
      }
    };
    await showView(services, client, { viewId: view.id, workspace, userId }, await done());
    if (!view.root_view_id || view.root_view_id === view.id) return;
    await updateModal(services, client, view.root_view_id, await rotasView(services, words, workspace));
  });
}

/** The preview shows what comes with what is filled in. */
export function registerStandInLive(app: App, services: Services): void {
  const blockId = new RegExp(`^(${Object.values(STAND_IN).join('|')})$`);
  onInput(app, blockId, ({ view, who: { workspace, userId }, client, seen }) => {
    showInTurn(services, client, workspace, seen, async () => {
      const { rota: id } = keptJson(standInsMetadataSchema, view.private_metadata);
      const at = services.clock.wall();
      const [words, rota, { maskNumbers }] = await Promise.all([
        services.words.of(workspace, userId),
        services.rotas.one(workspace, id),
        services.settings.shown(workspace),
      ]);
      if (!rota) return noticeModal(words.rotas.standIns.title, words.settings.back, words.rotas.gone);
      const { span } = readStandIn(words, stateOf(view.state.values), at);
      const then = (span && withOverride(rota, { ...span, id: '', by: userId }, at)) ?? rota;
      const from = span ? Math.max(at, Math.min(span.from, then.overrides.at(-1)?.from ?? at)) : at;
      const preview = previewBlocks(words, then, {
        ...{ at: from, show: showingNumbers(maskNumbers) },
        warnings: [],
      });
      return standInsForm(words, id, [...withNews(withoutPreview(view.blocks), []), ...preview]);
    });
  });
}
