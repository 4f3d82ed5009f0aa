import type { App } from '@slack/bolt';
import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { type ShowNumber, showingNumbers } from '../../../domain/number.ts';
import { changedTo, type Rota, type RotaDraft, rotaOf, SHIFT_HOURS } from '../../../domain/rota.ts';
import type { Wording } from '../../../wording/index.ts';
import { MAX_NAME } from '../../../workspaces/number-group.ts';
import { ACTION, COMMAND, ROTA, VIEW } from '../../ids.ts';
import { channel, checkboxes, INPUT_ACTION, select, timeOfDay } from '../../kit/fields.ts';
import { onInput } from '../../kit/form.ts';
import { keptJson } from '../../kit/kept.ts';
import { formModal, noticeModal } from '../../kit/modals.ts';
import { withNews } from '../../kit/news.ts';
import { asIs, onView } from '../../kit/press.ts';
import { stateOf } from '../../kit/state.ts';
import type { Who } from '../../kit/who.ts';
import { manager } from '../../rights.ts';
import { unreachedAmong, unreachedLines } from '../../rotas/unreached.ts';
import type { Services } from '../../services.ts';
import { live, recipients as searched, typed } from '../hook-fields.ts';
import { NEW_ROTA, readRotaForm, versionOf, YES } from './draft.ts';
import { previewBlocks, withoutPreview } from './preview.ts';

/** What a form knows about itself; Slack keeps it and returns it. */
export const rotaMetadataSchema = z.object({
  /** Null: a new one is made. */
  rota: z.string().nullable(),
  /** How that rota was when the form was filled in, or when somebody was told that it changed. */
  base: z.string(),
});
export type RotaMetadata = z.infer<typeof rotaMetadataSchema>;

/** "New rota": the form, on top of the list. */
export function registerNewRota(app: App, services: Services): void {
  onView(app, services, ACTION.newRota, { read: () => null, ...opening(services) });
}

/** "Change" on a rota of this workspace. */
export function registerChangeRota(app: App, services: Services): void {
  onView(app, services, ACTION.changeRota, { read: asIs, ...opening(services) });
}

/** @returns what opens the form, by the rota's id; null: a new one */
function opening(services: Services) {
  const titleOf = ({ rotas }: Wording, id: string | null) => rotas.formTitle[id === null ? 'make' : 'change'];
  return {
    may: manager,
    opens: {
      title: titleOf,
      command: `${COMMAND} oncall`,
      async fill(words: Wording, { workspace }: Who, id: string | null) {
        const rota = id === null ? null : await services.rotas.one(workspace, id);
        if (id !== null && !rota)
          return noticeModal(titleOf(words, id), words.settings.back, words.rotas.gone);
        const draft = rota ?? NEW_ROTA;
        const metadata = { rota: id, base: rota ? versionOf(rota) : '' };
        const preview = await previewOf(services, words, workspace, rota, draft);
        return rotaForm(words, metadata, [...fieldsOf(words, draft), ...preview]);
      },
    },
  };
}

export function rotaForm(words: Wording, metadata: RotaMetadata, blocks: KnownBlock[]): ModalView {
  const isNew = metadata.rota === null;
  return {
    ...formModal({
      id: VIEW.rotaForm,
      title: words.rotas.formTitle[isNew ? 'make' : 'change'],
      submit: isNew ? words.rotas.make : words.settings.save,
      cancel: words.settings.back,
      blocks,
    }),
    private_metadata: JSON.stringify(metadata),
  };
}

function fieldsOf({ rotas, search }: Wording, draft: RotaDraft): KnownBlock[] {
  const { field } = rotas;
  const choices = SHIFT_HOURS.map(hours => ({ value: String(hours), label: rotas.hours[hours] }));
  const days = [0, 1, 2, 3, 4, 5, 6].map(day => ({ value: String(day), label: rotas.weekday(day) }));
  return [
    typed(ROTA.name, field.name, draft.name, { most: MAX_NAME, needed: true }),
    searched(ROTA.people, field.people, search.placeholder, draft.people),
    live(select(ROTA.hours, field.hours, choices, String(draft.hours))),
    live(select(ROTA.weekday, field.weekday, days, String(draft.weekday))),
    live(timeOfDay(ROTA.time, field.time, draft.time)),
    channel(ROTA.channel, field.channel, draft.channel ?? '', true),
    checkboxes(ROTA.texts, field.texts, [{ value: YES, label: field.texts.yes }], draft.texts ? [YES] : []),
  ];
}

/** What comes if it is saved as it is. */
async function previewOf(
  { settings, reach, clock }: Services,
  words: Wording,
  workspace: string,
  rota: Rota | null,
  draft: RotaDraft,
): Promise<KnownBlock[]> {
  const at = clock.wall();
  const { maskNumbers } = await settings.shown(workspace);
  const show: ShowNumber = showingNumbers(maskNumbers);
  const made = { id: '', origin: null, createdBy: '' };
  const warnings = unreachedLines(words, await unreachedAmong({ reach }, workspace, draft.people), show);
  const planned = rota ? changedTo(rota, draft, at) : rotaOf(draft, made, at);
  return previewBlocks(words, planned, { at, show, warnings });
}

/** The preview follows what is typed and chosen. */
export function registerRotaLive(app: App, services: Services): void {
  const blockId = new RegExp(`^(${Object.values(ROTA).join('|')})$`);
  onInput(
    app,
    services,
    { action_id: INPUT_ACTION, block_id: blockId },
    {
      may: manager,
      of: () => ({ what: null }),
      async show(words, { view, who: { workspace } }) {
        const metadata = keptJson(rotaMetadataSchema, view.private_metadata);
        const rota = metadata.rota === null ? null : await services.rotas.one(workspace, metadata.rota);
        const { draft } = readRotaForm(words, stateOf(view.state.values));
        const preview = await previewOf(services, words, workspace, rota, draft);
        return rotaForm(words, metadata, [...withNews(withoutPreview(view.blocks), []), ...preview]);
      },
    },
  );
}
