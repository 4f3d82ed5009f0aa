import type { App } from '@slack/bolt';
import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import type { ShowNumber } from '../../../domain/number.ts';
import { showingNumbers } from '../../../domain/number.ts';
import { MAX_ROTAS, onCall, type Rota } from '../../../domain/rota.ts';
import { harmless } from '../../../domain/slack-text.ts';
import type { Wording } from '../../../wording/index.ts';
import { ACTION, COMMAND, VIEW } from '../../ids.ts';
import { actions, button, context, section } from '../../kit/elements.ts';
import { kept } from '../../kit/kept.ts';
import { pageModal } from '../../kit/modals.ts';
import { newsBlock } from '../../kit/news.ts';
import { asIs, onPress, onView } from '../../kit/press.ts';
import { manager } from '../../rights.ts';
import { namedIn, shownOnCall } from '../../rotas/shown.ts';
import type { Services } from '../../services.ts';

const PAGE = 10;
const skippedSchema = z.coerce.number().int().min(0).max(MAX_ROTAS);

/** "Rotas" in the Home tab and below `/sms oncall`, for admins and managers. */
export function registerOpenRotas(app: App, services: Services): void {
  onView(app, services, ACTION.openRotas, {
    read: asIs,
    may: manager,
    opens: {
      title: words => words.rotas.title,
      command: `${COMMAND} oncall`,
      fill: (words, { workspace }) => rotasView(services, words, workspace),
    },
  });
}

/** "Previous" and "Next". */
export function registerTurnRotas(app: App, services: Services): void {
  onView(app, services, ACTION.turnRotas, {
    read: value => kept(skippedSchema, value),
    may: manager,
    turns: (words, { workspace }, skipped) => rotasView(services, words, workspace, { skipped }),
  });
}

/** "Delete", confirmed. Rotas of other workspaces can't be deleted here. */
export function registerDeleteRota(app: App, services: Services): void {
  onPress(app, services, ACTION.deleteRota, {
    read: asIs,
    may: manager,
    async carryOut({ rotas, words }, { workspace, userId }, id) {
      const gone = await rotas.remove(workspace, userId, id);
      const its = await words.of(workspace, userId);
      const news = gone ? its.rotas.deleted(harmless(gone.name, 60)) : its.rotas.gone;
      return { kind: 'shown', view: await rotasView(services, its, workspace, { news }) };
    },
  });
}

/** @param shown `skipped`: how many come before this page; `news` is shown above it */
export async function rotasView(
  { rotas, settings, clock }: Pick<Services, 'rotas' | 'settings' | 'clock'>,
  words: Wording,
  workspace: string,
  { skipped = 0, news }: { skipped?: number; news?: string } = {},
): Promise<ModalView> {
  const [all, { maskNumbers }] = await Promise.all([rotas.list(workspace), settings.of(workspace)]);
  const said = words.rotas;
  const turn = (label: string, to: number) =>
    actions(button({ action: ACTION.turnRotas, label, value: String(to) }));
  const how = { at: clock.wall(), show: showingNumbers(maskNumbers) };
  return pageModal({
    id: VIEW.rotas,
    title: said.title,
    close: words.link.close,
    blocks: [
      ...(news === undefined ? [] : [newsBlock(news)]),
      section(said.intro),
      actions(button({ action: ACTION.newRota, label: said.add, style: 'primary' })),
      all.length === 0 ? section(said.none) : context(said.zone),
      ...all.slice(skipped, skipped + PAGE).flatMap(rota => rotaBlocks(words, rota, how)),
      ...(skipped > 0 ? [turn(words.people.previous, Math.max(0, skipped - PAGE))] : []),
      ...(all.length > skipped + PAGE ? [turn(words.people.next, skipped + PAGE)] : []),
    ],
  });
}

function rotaBlocks(
  { rotas }: Wording,
  rota: Rota,
  { at, show }: { at: number; show: ShowNumber },
): KnownBlock[] {
  const people = rota.people.map(who => namedIn(who, show));
  const { confirmDelete } = rotas;
  return [
    section(
      [rotas.onCall(shownOnCall(rota, onCall(rota, at), show)), rotas.plan({ ...rota, people })].join('\n'),
    ),
    actions(
      button({ action: ACTION.changeRota, label: rotas.change, value: rota.id }),
      button({ action: ACTION.openStandIns, label: rotas.standIn, value: rota.id }),
      button({
        action: ACTION.deleteRota,
        label: rotas.delete,
        value: rota.id,
        style: 'danger',
        // Plain text, which isn't formatted.
        confirm: { ...confirmDelete, text: confirmDelete.text(rota.name) },
      }),
    ),
  ];
}
