import type { App } from '@slack/bolt';
import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { type ShowNumber, showingNumbers } from '../../../domain/number.ts';
import type { Problem } from '../../../domain/problem.ts';
import type { Recipient } from '../../../domain/recipient.ts';
import { isSamePerson, type Rota } from '../../../domain/rota.ts';
import { harmless } from '../../../domain/slack-text.ts';
import { DEFAULT_ZONE, localTimeAt } from '../../../domain/zone.ts';
import type { Wording } from '../../../wording/index.ts';
import { ACTION, COMMAND, STAND_IN, VIEW } from '../../ids.ts';
import type { Right } from '../../judging.ts';
import { button, section } from '../../kit/elements.ts';
import { checkboxes, date, timeOfDay } from '../../kit/fields.ts';
import { keptJson } from '../../kit/kept.ts';
import { formModal, managerProblem, noticeModal } from '../../kit/modals.ts';
import { newsBlock } from '../../kit/news.ts';
import { asIs, onPress, onView } from '../../kit/press.ts';
import type { Who } from '../../kit/who.ts';
import { namedIn } from '../../rotas/shown.ts';
import type { Services } from '../../services.ts';
import { live, recipients as searched } from '../hook-fields.ts';
import { YES } from './draft.ts';
import { previewBlocks } from './preview.ts';

/** `round`: how many were added in this form. Slack keeps what is in a field as long as its id is the same. */
export const standInsMetadataSchema = z.object({ rota: z.string(), round: z.int().default(0) });

/** Whether somebody may change who stands in: anything, or only what is theirs. */
export type StandInRight = 'all' | 'own' | Problem;

/** Admins, managers, and of the rota itself whoever is in it, as themselves in Slack. */
export async function standInRight(
  services: Services,
  { workspace, userId }: Who,
  rota: Rota | null,
): Promise<StandInRight> {
  const problem = await managerProblem(services, workspace, userId);
  if (problem?.kind !== 'MANAGERS_ONLY') return problem ?? 'all';
  return rota && isIn(rota, userId) ? 'own' : problem;
}

/** Somebody in Slack, as a rota knows them. */
export const teammate = (userId: string): Recipient => ({ kind: 'teammate', userId, label: userId });
export const isIn = ({ people }: Rota, userId: string): boolean =>
  people.some(one => isSamePerson(one, teammate(userId)));

/** "Stand-ins" of a rota. */
export function registerOpenStandIns(app: App, services: Services): void {
  onView(app, services, ACTION.openStandIns, {
    read: asIs,
    may: standsIn,
    opens: {
      title: words => words.rotas.standIns.title,
      command: `${COMMAND} oncall`,
      fill: (words, who, id) => standInsView(services, words, who, id),
    },
  });
}

/** Whoever may change something of who stands in. */
export const standsIn: Right<string> = async (services, who, id) => {
  const right = await standInRight(services, who, await services.rotas.one(who.workspace, id));
  return typeof right === 'string' ? null : right;
};

/** "Remove", confirmed; those who don't manage the rota remove what they added themselves. */
export function registerEndStandIn(app: App, services: Services): void {
  onPress(app, services, ACTION.endStandIn, {
    read: value => keptJson(endSchema, value),
    async may(judging, press, { rota: id, override }) {
      const rota = await judging.rotas.one(press.workspace, id);
      const right = await standInRight(judging, press, rota);
      if (typeof right !== 'string') return right;
      const its = rota?.overrides.find(one => one.id === override);
      return right === 'all' || !its || its.by === press.userId ? null : { kind: 'NOT_YOURS' };
    },
    async carryOut({ rotas, words }, press, { rota: id, override }) {
      const { workspace, userId } = press;
      await rotas.endStandIn(workspace, userId, id, override);
      const its = await words.of(workspace, userId);
      const view = await standInsView(services, its, press, id, { news: its.rotas.standIns.ended });
      return { kind: 'shown', view };
    },
  });
}

const endSchema = z.object({ rota: z.string(), override: z.string() });

/** Who stands in, and the form for another one. */
export async function standInsView(
  services: Services,
  words: Wording,
  who: Who,
  id: string,
  { news, round = 0 }: { news?: string; round?: number } = {},
): Promise<ModalView> {
  const { rotas, settings, clock } = services;
  const said = words.rotas.standIns;
  const [rota, { maskNumbers }] = await Promise.all([
    rotas.one(who.workspace, id),
    settings.shown(who.workspace),
  ]);
  if (!rota) return noticeModal(said.title, words.settings.back, words.rotas.gone);
  const right = await standInRight(services, who, rota);
  const [at, show] = [clock.wall(), showingNumbers(maskNumbers)];
  const ahead = rota.overrides.filter(({ to }) => to > at).toReversed();
  return standInsForm(words, { rota: rota.id, round }, [
    ...(news === undefined ? [] : [newsBlock(news)]),
    section(said.intro(harmless(rota.name, 60), right !== 'all')),
    ...(ahead.length === 0 ? [section(said.none)] : []),
    ...ahead.map(one =>
      overrideBlock(words, rota, one, { show, mayEnd: right === 'all' || one.by === who.userId }),
    ),
    ...fieldsOf(words, at).map(block => ({ ...block, block_id: `${block.block_id}${roundSuffix(round)}` })),
    ...previewBlocks(words, rota, { at: at, show: show, warnings: [] }),
  ]);
}

/** Behind the ids of the fields. */
export const roundSuffix = (round: number): string => (round === 0 ? '' : `.${round}`);

export function standInsForm(
  words: Wording,
  metadata: z.infer<typeof standInsMetadataSchema>,
  blocks: KnownBlock[],
): ModalView {
  const said = words.rotas.standIns;
  const { title, save: submit } = said;
  return {
    ...formModal({ id: VIEW.standIns, title, submit, cancel: words.settings.back, blocks }),
    private_metadata: JSON.stringify(metadata),
  };
}

function overrideBlock(
  { rotas }: Wording,
  rota: Rota,
  override: Rota['overrides'][number],
  { show, mayEnd }: { show: ShowNumber; mayEnd: boolean },
): KnownBlock {
  const line = rotas.standsIn({ ...override, who: override.who && namedIn(override.who, show) });
  if (!mayEnd) return section(line);
  const { end: label, confirmEnd: confirm } = rotas.standIns;
  const value = JSON.stringify({ rota: rota.id, override: override.id });
  return { ...section(line), accessory: button({ action: ACTION.endStandIn, label, value, confirm }) };
}

/** It begins today, unless somebody says otherwise. */
function fieldsOf({ rotas, search }: Wording, at: number): KnownBlock[] {
  const { field } = rotas.standIns;
  const today = localTimeAt(at, DEFAULT_ZONE).slice(0, 10);
  return [
    { ...searched(STAND_IN.who, field.who, search.placeholder, []), optional: true },
    live(checkboxes(STAND_IN.nobody, field.nobody, [{ value: YES, label: field.nobody.yes }], [])),
    // Slack says “(optional)” of what may be left empty.
    ...[
      date(STAND_IN.fromDate, field.fromDate, today),
      timeOfDay(STAND_IN.fromTime, field.fromTime, null),
      date(STAND_IN.toDate, field.toDate, today),
      timeOfDay(STAND_IN.toTime, field.toTime, null),
    ].map(one => live({ ...one, optional: false })),
  ];
}
