import type { Button, KnownBlock } from '@slack/types';
import { z } from 'zod';
import { fold } from '../../kit/name-matching.ts';
import { asIs, onPress } from '../../kit/slack/buttons.ts';
import { actions, button, context, header, section } from '../../kit/slack/elements.ts';
import { openerOf } from '../../kit/slack/form.ts';
import { backToList, opensList, type PagedList, type Skipped, turned } from '../../kit/slack/list.ts';
import type { SlackListener } from '../../kit/slack/listener.ts';
import { COMMAND } from '../../kit/slack/listener.ts';
import type { Message } from '../../kit/slack/message.ts';
import type { CommandWord, HomeSection, Services, UserRef } from '../../kit/slack/services.ts';
import { harmless, unescapeSlack } from '../../kit/slack-text.ts';
import { type Wording, wordProblem } from '../../kit/words/wording.ts';
import { reader } from '../../texts/permissions.ts';
import { eachOnce, type Omitted } from '../../texts/recipient.ts';
import { type IsRecipient, meaning, namedUses } from '../../texts/recipient-uses.ts';
import { showingNumbers } from '../../workspace/masking.ts';
import { manager } from '../../workspace/slack/permissions.ts';
import {
  isSamePerson,
  LISTS,
  MAX_ROTAS,
  memberOf,
  peopleIn,
  peopleOf,
  type Rota,
  rotaAs,
  secondAs,
  teammate,
} from '../rota.ts';
import { calendarList } from './calendars.ts';
import { rotaForm, unreachedAmong, unreachedLines } from './form.ts';
import { noticesForm } from './notices-form.ts';
import { type LineFacts, onCallLines, planLine } from './on-call-lines.ts';
import { standInForm } from './stand-ins.ts';

const DELETE_ROTA = 'delete_rota';

const PAGE_SIZE = 10;

/** "Rotas" in the Home tab and below `/sms oncall`, for admins and managers. */
export const rotaList: PagedList<Skipped> = {
  id: 'rotas',
  title: words => words.rotas.title,
  command: `${COMMAND} oncall`,
  permission: manager,
  place: z.object({ skipped: z.int().min(0).max(MAX_ROTAS) }),
  start: () => ({ skipped: 0 }),
  async page({ rotas, settings, clock }, words, { workspace }, place) {
    const [all, rules, holidays] = await Promise.all([
      rotas.list(workspace),
      settings.of(workspace),
      rotas.holidays(workspace),
    ]);
    const rotaWords = words.rotas;
    const reading = { holidays, at: clock.wall(), show: showingNumbers(rules) };
    const { skipped, ...around } = turned(place, PAGE_SIZE, all.length);
    return {
      ...around,
      blocks: [
        section(rotaWords.intro),
        actions(button({ action: openerOf(rotaForm, 'new'), label: rotaWords.add, style: 'primary' })),
        all.length === 0 ? section(rotaWords.none) : context(rotaWords.zone),
        ...all.slice(skipped, skipped + PAGE_SIZE).flatMap(rota => rotaBlocks(words, rota, reading)),
      ],
    };
  },
};

/** "Delete", confirmed. Finds only rotas of the user's workspace. */
export function deleteRotaButton(services: Services): SlackListener {
  return onPress(services, DELETE_ROTA, {
    read: asIs,
    permission: manager,
    requiresLiveFacts: true,
    async handle({ rotas, calendars, words, usesOf }, press, id) {
      const { workspace, userId } = press;
      const [wording, rota] = await Promise.all([words.of(workspace, userId), rotas.one(workspace, id)]);
      const used = rota ? await usesOf(workspace, isOf(rota)) : [];
      // Before the rota: if the process dies between the two, the press is repeated and finds the rota.
      if (used.length === 0) await calendars.revoke(workspace, null, id);
      const gone = used.length > 0 ? null : await rotas.remove(workspace, userId, id);
      let news = gone ? wording.rotas.deleted(harmless(gone.name, 60)) : wording.rotas.gone;
      if (rota && used.length > 0)
        news = wording.uses.inUse({ name: harmless(rota.name, 60), uses: namedUses(wording, used) });
      return { kind: 'shown', view: await backToList(services, wording, press, rotaList, news) };
    },
  });
}

/** True for the rota, and for its second in line. */
function isOf({ id, name }: Rota): IsRecipient {
  const [isRota, isSecond] = [meaning(rotaAs({ id, name })), meaning(secondAs({ id, label: name }))];
  return recipient => isRota(recipient) || isSecond(recipient);
}

function rotaBlocks(words: Wording, rota: Rota, reading: LineFacts): KnownBlock[] {
  const { rotas } = words;
  const { confirmDelete } = rotas;
  return [
    section([onCallLines(words, rota, reading), planLine(words, rota, reading.show)].join('\n')),
    actions(
      button({ action: openerOf(rotaForm, 'change'), label: rotas.change, value: rota.id }),
      button({ action: openerOf(standInForm, 'open'), label: rotas.standIn, value: rota.id }),
      button({
        action: DELETE_ROTA,
        label: rotas.delete,
        value: rota.id,
        style: 'danger',
        // A confirmation is plain text.
        confirm: { ...confirmDelete, text: confirmDelete.text(rota.name) },
      }),
    ),
  ];
}

/** The rota with this name, in any spelling; null if there is none. */
async function findRotaByName({ rotas }: Services, workspace: string, name: string): Promise<Rota | null> {
  return (await rotas.list(workspace)).find(rota => fold(rota.name) === fold(name)) ?? null;
}

/**
 * Answers who is on call, until when, and who is next, for users who may see the workspace's people. Members of a
 * rota get a button for its stand-ins, managers for everything.
 *
 * @param only one rota; null: all
 */
async function onCallMessage(services: Services, user: UserRef, only: Rota | null): Promise<Message> {
  const { workspace, userId } = user;
  const [words, problem, notManager, rules, holidays, all] = await Promise.all([
    services.words.of(workspace, userId),
    reader(services, user, null),
    manager(services, { workspace, userId }, null),
    services.settings.shown(workspace),
    services.rotas.holidays(workspace),
    only ? [only] : services.rotas.list(workspace),
  ]);
  if (problem) return { text: wordProblem(words, problem) };
  const reading = { holidays, at: services.clock.wall(), show: showingNumbers(rules) };
  const lines = all.map(rota => onCallLines(words, rota, reading));
  if (all.length === 0) lines.push(words.rotas.noneYet);
  const blocks: KnownBlock[] = lines.map((line, index) => {
    const rota = all[index];
    if (!rota || (notManager && !memberOf(rota, userId))) return section(line);
    const label = words.rotas.standIn;
    return {
      ...section(line),
      accessory: button({ action: openerOf(standInForm, 'open'), label, value: rota.id }),
    };
  });
  const buttons = [
    ...noticesButtons(words, all, userId),
    ...(notManager ? [] : [managing(words, all.length > 0)]),
    ...(all.length === 0 ? [] : [button({ action: opensList(calendarList), label: words.calendars.button })]),
  ];
  return {
    text: [...lines, ...(all.length === 0 ? [] : [words.rotas.zone])].join('\n'),
    blocks: [
      ...blocks,
      ...(all.length === 0 ? [] : [context(words.rotas.zone)]),
      ...(buttons.length === 0 ? [] : [actions(...buttons)]),
    ],
  };
}

/** For people who take turns or stand in: how they hear of it. */
const noticesButtons = ({ onCallNotices }: Wording, all: readonly Rota[], userId: string): Button[] =>
  all.some(rota => peopleOf(rota).some(person => isSamePerson(person, teammate(userId))))
    ? [button({ action: openerOf(noticesForm, 'open'), label: onCallNotices.title })]
    : [];

/** For managers: opens the list, or the form if there are no rotas. */
const managing = ({ rotas }: Wording, hasAny: boolean): Button =>
  hasAny
    ? button({ action: opensList(rotaList), label: rotas.manage })
    : button({ action: openerOf(rotaForm, 'new'), label: rotas.add });

export const ON_CALL = ['oncall', 'ডিউটি', 'রোস্টার'];

/** Who is on call: in the rota with this name, or in all of them if it is empty; null if no rota has it. */
export async function answerOnCall(
  services: Services,
  user: UserRef,
  name: string,
): Promise<(() => Promise<Message>) | null> {
  if (name === '') return () => onCallMessage(services, user, null);
  const rota = await findRotaByName(services, user.workspace, name);
  return rota && (() => onCallMessage(services, user, rota));
}

/** `/sms oncall`, alone or with a rota's name. */
export const onCallWord = (services: Services): CommandWord => ({
  spelled: ON_CALL,
  takesText: true,
  answer: (user, text) => answerOnCall(services, user, unescapeSlack(text)),
  unknown: ({ rotas }, text) => ({ text: rotas.unknown(harmless(unescapeSlack(text), 60)) }),
});

/** Rotas shown on Home; `/sms oncall` shows all. */
const MAX_SHOWN_AT_HOME = 10;

function rotasSection(
  words: Wording,
  all: readonly Rota[],
  reading: LineFacts,
  unreached: readonly Omitted[],
  buttons: readonly Button[],
): KnownBlock[] {
  if (all.length === 0) return [];
  const { rotas } = words;
  const { show } = reading;
  const lines = all.slice(0, MAX_SHOWN_AT_HOME).map(rota => onCallLines(words, rota, reading));
  const more = all.length - lines.length;
  return [
    header(rotas.now),
    section(lines.join('\n')),
    ...unreachedLines(words, unreached.slice(0, MAX_SHOWN_AT_HOME), show).map(section),
    context(more > 0 ? `${rotas.zone} ${rotas.more(more)}` : rotas.zone),
    ...(buttons.length > 0 ? [actions(...buttons)] : []),
  ];
}

/** The people on call, for users who may see them. */
export const rotasAtHome = (services: Services): HomeSection => ({
  async sections({ workspace, userId, words, asOf: at, mayRead, maskNumbers }) {
    if (!mayRead) return [];
    const { rotas } = services;
    const [all, holidays] = await Promise.all([rotas.shown(workspace), rotas.holidays(workspace)]);
    const turns = all.flatMap(rota => LISTS.flatMap(list => peopleIn(rota, list)));
    const unreached = await unreachedAmong(services, workspace, eachOnce(turns));
    const reading = { holidays, at, show: showingNumbers({ maskNumbers }) };
    return rotasSection(words, all, reading, unreached, noticesButtons(words, all, userId));
  },
  managing: ({ rotas }) => [button({ action: opensList(rotaList), label: rotas.title })],
});
