import type { App } from '@slack/bolt';
import { showingNumbers } from '../../../domain/number.ts';
import { MAX_OVERRIDES, withOverride } from '../../../domain/rota.ts';
import { STAND_IN, VIEW } from '../../ids.ts';
import { INPUT_ACTION } from '../../kit/fields.ts';
import { type FormAnswer, onForm, onInput, type SubmittedForm } from '../../kit/form.ts';
import { keptJson } from '../../kit/kept.ts';
import { noticeModal, showView, updateModal } from '../../kit/modals.ts';
import { failureNews, withNews } from '../../kit/news.ts';
import type { PayloadView } from '../../kit/payloads/view.ts';
import { type FormState, stateOf } from '../../kit/state.ts';
import { manager } from '../../rights.ts';
import type { Services } from '../../services.ts';
import { rotasView } from './list.ts';
import { previewBlocks, withoutPreview } from './preview.ts';
import { notTheirs, readStandIn } from './stand-in-draft.ts';
import {
  roundSuffix,
  standInRight,
  standInsForm,
  standInsMetadataSchema,
  standInsView,
  standsIn,
  teammate,
} from './stand-ins.ts';

/** Somebody is to stand in, or nobody. The same submitted twice is one. */
export function registerSaveStandIn(app: App, services: Services): void {
  onForm(app, services, VIEW.standIns, {
    may: standsIn,
    of: rotaOf,
    submit: async submission => submitted(services, submission),
  });
}

const metadataOf = ({ private_metadata }: PayloadView) => keptJson(standInsMetadataSchema, private_metadata);
const rotaOf = (view: PayloadView): string => metadataOf(view).rota;

/** What is filled in, whatever round the fields are of. */
function filledIn(view: PayloadView): FormState {
  const suffix = roundSuffix(metadataOf(view).round);
  const own = Object.entries(view.state.values).filter(([id]) => id.endsWith(suffix));
  return stateOf(
    Object.fromEntries(own.map(([id, value]) => [id.slice(0, id.length - suffix.length), value])),
  );
}

function submitted(services: Services, { who, view, words, client }: SubmittedForm): FormAnswer {
  const { workspace, userId } = who;
  const metadata = metadataOf(view);
  const { rota: id, round } = metadata;
  const said = words.rotas.standIns;
  const { span, errors } = readStandIn(words, filledIn(view), services.clock.wall());
  if (!span) {
    const byField = Object.entries(errors).map(([field, wrong]) => [`${field}${roundSuffix(round)}`, wrong]);
    return { answer: { response_action: 'errors', errors: Object.fromEntries(byField) } };
  }

  const form = (news: string) => standInsForm(words, metadata, withNews(view.blocks, [news]));
  const done = async () => {
    try {
      const rota = await services.rotas.one(workspace, id);
      if (!rota) return noticeModal(said.title, words.settings.back, words.rotas.gone);
      const right = await standInRight(services, who, rota);
      const [wrong] = right !== 'all' ? Object.values(notTheirs(words, rota, teammate(userId), span)) : [];
      if (wrong !== undefined) return form(`:warning: ${wrong}`);
      const saved = await services.rotas.standIn(workspace, userId, id, span);
      if (saved === 'too_many') return form(said.tooMany(MAX_OVERRIDES));
      services.log.info({ workspace, by: userId, rota: id }, 'somebody stands in');
      return await standInsView(services, words, who, id, { news: said.saved, round: round + 1 });
    } catch (error) {
      services.log.error({ err: error }, 'can’t save a stand-in');
      return form(failureNews(words, error));
    }
  };
  async function carryOut(): Promise<void> {
    await showView(services, client, { viewId: view.id, workspace, userId }, await done());
    // The list below, if any, is theirs only who may change it.
    if (!view.root_view_id || view.root_view_id === view.id) return;
    if (await manager(services, who, null)) return;
    await updateModal(services, client, view.root_view_id, await rotasView(services, words, workspace));
  }
  const answer = { response_action: 'update', view: form(words.settings.oneMoment) } as const;
  return { answer, again: form, carryOut };
}

/** The preview shows what comes with what is filled in. */
export function registerStandInLive(app: App, services: Services): void {
  const blockId = new RegExp(`^(${Object.values(STAND_IN).join('|')})(?:\\.\\d+)?$`);
  onInput(
    app,
    services,
    { action_id: INPUT_ACTION, block_id: blockId },
    {
      may: standsIn,
      of: view => ({ what: rotaOf(view) }),
      async show(words, { view, who: { workspace, userId } }) {
        const id = rotaOf(view);
        const at = services.clock.wall();
        const [rota, { maskNumbers }] = await Promise.all([
          services.rotas.one(workspace, id),
          services.settings.shown(workspace),
        ]);
        if (!rota) return noticeModal(words.rotas.standIns.title, words.settings.back, words.rotas.gone);
        const { span } = readStandIn(words, filledIn(view), at);
        const then = (span && withOverride(rota, { ...span, id: '', by: userId }, at)) ?? rota;
        const from = span ? Math.max(at, Math.min(span.from, then.overrides.at(-1)?.from ?? at)) : at;
        const preview = previewBlocks(words, then, {
          ...{ at: from, show: showingNumbers(maskNumbers) },
          warnings: [],
        });
        return standInsForm(words, metadataOf(view), [
          ...withNews(withoutPreview(view.blocks), []),
          ...preview,
        ]);
      },
    },
  );
}
