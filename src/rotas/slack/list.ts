import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import { type ShowNumber, showingNumbers } from '../../kit/number.ts';
import { actions, button, context, section } from '../../kit/slack/elements.ts';
import { openerOf } from '../../kit/slack/form.ts';
import { ACTION, COMMAND } from '../../kit/slack/ids.ts';
import { backToList, type PagedList, type Skipped, turned } from '../../kit/slack/list.ts';
import { asIs, onPress } from '../../kit/slack/press.ts';
import type { Services } from '../../kit/slack/services.ts';
import type { Surface } from '../../kit/slack/surface.ts';
import { harmless } from '../../kit/slack-text.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { manager } from '../../workspace/slack/rights.ts';
import { MAX_ROTAS, onCall, type Rota } from '../rota.ts';
import { rotaForm } from './form.ts';
import { namedIn, shownOnCall } from './shown.ts';
import { standInForm } from './stand-ins.ts';

const PAGE = 10;

/** "Rotas" in the Home tab and below `/sms oncall`, for admins and managers. */
export const rotaList: PagedList<Skipped> = {
  id: 'rotas',
  title: words => words.rotas.title,
  command: `${COMMAND} oncall`,
  may: manager,
  place: z.object({ skipped: z.int().min(0).max(MAX_ROTAS) }),
  start: () => ({ skipped: 0 }),
  async page({ rotas, settings, clock }, words, { workspace }, place) {
    const [all, { maskNumbers }] = await Promise.all([rotas.list(workspace), settings.of(workspace)]);
    const said = words.rotas;
    const how = { at: clock.wall(), show: showingNumbers(maskNumbers) };
    const { skipped, ...around } = turned(place, PAGE, all.length);
    return {
      ...around,
      blocks: [
        section(said.intro),
        actions(button({ action: openerOf(rotaForm, 'new'), label: said.add, style: 'primary' })),
        all.length === 0 ? section(said.none) : context(said.zone),
        ...all.slice(skipped, skipped + PAGE).flatMap(rota => rotaBlocks(words, rota, how)),
      ],
    };
  },
};

/** "Delete", confirmed. Rotas of other workspaces can't be deleted here. */
export function deleteRotaButton(services: Services): Surface {
  return onPress(services, ACTION.deleteRota, {
    read: asIs,
    may: manager,
    async carryOut({ rotas, words }, press, id) {
      const { workspace, userId } = press;
      const gone = await rotas.remove(workspace, userId, id);
      const its = await words.of(workspace, userId);
      const news = gone ? its.rotas.deleted(harmless(gone.name, 60)) : its.rotas.gone;
      return { kind: 'shown', view: await backToList(services, its, press, rotaList, news) };
    },
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
      button({ action: openerOf(rotaForm, 'change'), label: rotas.change, value: rota.id }),
      button({ action: openerOf(standInForm, 'open'), label: rotas.standIn, value: rota.id }),
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
