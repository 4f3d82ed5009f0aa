import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import type { HolidayNames } from '../../holidays/holiday.ts';
import type { ShowNumber } from '../../kit/number.ts';
import { asIs, onPress } from '../../kit/slack/buttons.ts';
import { actions, button, section } from '../../kit/slack/elements.ts';
import { date, live, radio, tick, timeOfDay } from '../../kit/slack/fields.ts';
import type { FieldErrors, Form, FormField, FormFields } from '../../kit/slack/form.ts';
import { openerOf } from '../../kit/slack/form.ts';
import { reopenForm } from '../../kit/slack/form-view.ts';
import type { SlackListener } from '../../kit/slack/listener.ts';
import { COMMAND } from '../../kit/slack/listener.ts';
import type { Services } from '../../kit/slack/services.ts';
import { parseStoredJson } from '../../kit/slack/view-state.ts';
import { harmless } from '../../kit/slack-text.ts';
import { DEFAULT_ZONE, localTimeAt, momentOf } from '../../kit/time-zone.ts';
import type { Wording } from '../../kit/words/wording.ts';
import type { Recipient } from '../../texts/recipient.ts';
import { numbersError, recipients, recipientsIn } from '../../texts/slack/compose/recipients-field.ts';
import { showingNumbers } from '../../workspace/masking.ts';
import { withOverride } from '../change.ts';
import { planOf } from '../plan.ts';
import {
  hasSecond,
  isPerson,
  isSamePerson,
  LISTS,
  MAX_AHEAD_MS,
  MAX_OVERRIDES,
  memberOf,
  PLACES,
  peopleIn,
  type Rota,
  type RotaPlace,
  type Span,
  teammate,
} from '../rota.ts';
import { isOnCallFor } from '../stints.ts';
import { namedIn, stintBlocks } from './on-call-lines.ts';
import { standInChanger, standInPermission } from './stand-in-permission.ts';
import { swapForm } from './swap-form.ts';

/** Value: the ids of the rota and the override. */
const END_STAND_IN = 'end_stand_in';

type StandInDraft = {
  place: RotaPlace;
  who: Recipient | null;
  nobody: boolean;
  fromDate: string | null;
  fromTime: string | null;
  toDate: string | null;
  toTime: string | null;
};

/** A rota's stand-ins, and the form that adds one after the other. */
export const standInForm: Form<{
  subject: string;
  current: { rota: Rota; holidays: HolidayNames; at: number };
  draft: StandInDraft;
  extras: { mine: boolean; hasSecond: boolean; show: ShowNumber; userId: string };
}> = {
  id: 'stand_in',
  openers: { open: asIs },
  subject: z.string(),
  permission: standInChanger,
  requiresLiveFacts: true,
  command: `${COMMAND} oncall`,
  title: words => words.rotas.standIns.title,
  submit: words => words.rotas.standIns.save,
  async load({ rotas, clock }, { workspace }, id, words) {
    const [rota, holidays] = await Promise.all([rotas.one(workspace, id), rotas.holidays(workspace)]);
    return rota ? { current: { rota, holidays, at: clock.wall() } } : { deleted: words.rotas.gone };
  },
  // Starts with today's date.
  draft({ at }) {
    const today = localTimeAt(at, DEFAULT_ZONE).slice(0, 10);
    return {
      place: 'first',
      who: null,
      nobody: false,
      fromDate: today,
      fromTime: null,
      toDate: today,
      toTime: null,
    };
  },
  async extras(services, user, { current: { rota } }) {
    const [right, rules] = await Promise.all([
      standInPermission(services, user, rota),
      services.settings.shown(user.workspace),
    ]);
    return {
      mine: right !== 'all',
      hasSecond: hasSecond(rota),
      show: showingNumbers(rules),
      userId: user.userId,
    };
  },
  head(words, { current: { rota, at }, extras: { mine, show, userId } }) {
    const standInWords = words.rotas.standIns;
    const ahead = rota.overrides.filter(({ to }) => to > at).toReversed();
    return [
      section(standInWords.intro(harmless(rota.name, 60), mine)),
      ...(memberOf(rota, userId) === null ? [] : [actions(asksForSwap(words, rota.id))]),
      ...(ahead.length === 0 ? [section(standInWords.none)] : []),
      ...ahead.map(override =>
        overrideBlock(words, rota, override, { show, mayEnd: !mine || override.by === userId }),
      ),
    ];
  },
  fields: words => fields(words),
  async preview({ settings }, { workspace, userId }, words, { current: { rota, holidays, at }, draft }) {
    const rules = await settings.shown(workspace);
    const span = spanIn(words, draft, at).span;
    const then = (span && withOverride(rota, { ...span, id: '', by: userId }, at)) ?? rota;
    const from = span ? Math.max(at, Math.min(span.from, then.overrides.at(-1)?.from ?? at)) : at;
    return stintBlocks(words, then, { holidays, at: from, show: showingNumbers(rules) });
  },
  check: (_services, _user, words, { draft, current: { at } }) => spanIn(words, draft, at).wrong,
  async save(services, submitter, words, { subject: id, draft, current: { rota, holidays, at } }) {
    const standInWords = words.rotas.standIns;
    const { workspace, userId } = submitter;
    const { span } = spanIn(words, draft, at);
    if (!span) return { retry: standInWords.wrong.over };
    const right = await standInPermission(services, submitter, rota);
    const wrong = right === 'all' ? null : ownTimeProblem(words, rota, holidays, teammate(userId), span);
    if (wrong) return { retry: `:warning: ${wrong}` };
    const saved = await services.rotas.standIn(workspace, userId, id, span);
    return saved === 'too_many'
      ? { retry: standInWords.tooMany(MAX_OVERRIDES) }
      : { resetForm: standInWords.saved };
  },
};

/** "Remove", confirmed. Users who aren't managers may only remove what they added. */
export function endStandInButton(services: Services): SlackListener {
  return onPress(services, END_STAND_IN, {
    read: value => parseStoredJson(endSchema, value),
    async permission(permissionFacts, press, { rota: id, override }) {
      const rota = await permissionFacts.rotas.one(press.workspace, id);
      const right = await standInPermission(permissionFacts, press, rota);
      if (typeof right !== 'string') return right;
      const standIn = rota?.overrides.find(candidate => candidate.id === override);
      return right === 'all' || !standIn || standIn.by === press.userId ? null : { kind: 'NOT_YOURS' };
    },
    requiresLiveFacts: true,
    async handle(services, press, { rota: id, override }) {
      const { workspace, userId } = press;
      await services.rotas.endStandIn(workspace, userId, id, override);
      const words = await services.words.of(workspace, userId);
      return {
        kind: 'shown',
        view: await reopenForm(services, words, press, standInForm, words.rotas.standIns.ended),
      };
    },
  });
}

const asksForSwap = ({ swaps }: Wording, rota: string) =>
  button({ action: openerOf(swapForm, 'ask_for'), label: swaps.open, value: rota });

const endSchema = z.object({ rota: z.string(), override: z.string() });

function overrideBlock(
  { rotas }: Wording,
  rota: Rota,
  override: Rota['overrides'][number],
  { show, mayEnd }: { show: ShowNumber; mayEnd: boolean },
): KnownBlock {
  const line = rotas.standsIn({ ...override, person: override.person && namedIn(override.person, show) });
  if (!mayEnd) return section(line);
  const { end: label, confirmEnd: confirm } = rotas.standIns;
  const value = JSON.stringify({ rota: rota.id, override: override.id });
  return { ...section(line), accessory: button({ action: END_STAND_IN, label, value, confirm }) };
}

function fields(words: Wording): FormFields<StandInDraft, { hasSecond: boolean }> {
  const { field, wrong } = words.rotas.standIns;
  // Without `optional: false`, Slack would mark these fields as “(optional)”.
  const day = (name: 'fromDate' | 'toDate'): FormField<string | null> => ({
    blocks: (id, value) => live({ ...date(id, field[name], value), optional: false }),
    read: (state, id) => ({ value: state.date(id) }),
  });
  const time = (name: 'fromTime' | 'toTime'): FormField<string | null> => ({
    blocks: (id, value) => live({ ...timeOfDay(id, field[name], value), optional: false }),
    read: (state, id) => ({ value: state.time(id) }),
  });
  const places = PLACES.map(place => ({ value: place, label: field.place.choice[place] }));
  return {
    place: {
      blocks: (id, place, { hasSecond: asks }) => (asks ? live(radio(id, field.place, places, place)) : []),
      read: (state, id) => ({ value: PLACES.find(place => place === state.choice(id)) ?? 'first' }),
    },
    who: {
      blocks: (id, person) =>
        recipients(id, field.who, words.search.placeholder, person ? [person] : [], true),
      read(state, id) {
        const chosen = recipientsIn(state, id);
        const [person = null, ...more] = chosen.filter(isPerson);
        return { value: person, error: numbersError(words, chosen) ?? (more.length > 0 ? wrong.one : null) };
      },
    },
    nobody: tick(field.nobody, field.nobody.yes, true),
    fromDate: day('fromDate'),
    fromTime: time('fromTime'),
    toDate: day('toDate'),
    toTime: time('toTime'),
  };
}

/** The override in a form; null while it is incomplete or wrong. */
function spanIn(
  words: Wording,
  { place, who: person, nobody, fromDate, fromTime, toDate, toTime }: StandInDraft,
  at: number,
): { span: Span | null; wrong: FieldErrors<StandInDraft> } {
  const wrongWords = words.rotas.standIns.wrong;
  const wrong: FieldErrors<StandInDraft> = {};
  if (!nobody && person === null) wrong.who = wrongWords.who;
  else if (nobody && person !== null) wrong.who = wrongWords.one;
  const from = momentIn(fromDate, fromTime);
  const to = momentIn(toDate, toTime);
  if (from === null) wrong.fromDate = wrongWords.missing;
  if (to === null) wrong.toDate = wrongWords.missing;
  else if (from !== null && to <= from) wrong.toDate = wrongWords.order;
  else if (to <= at) wrong.toDate = wrongWords.over;
  else if (to > at + MAX_AHEAD_MS) wrong.toDate = wrongWords.far;
  const isRead = from !== null && to !== null && Object.keys(wrong).length === 0;
  return { span: isRead ? { place, person, from, to } : null, wrong };
}

const momentIn = (day: string | null, time: string | null): number | null =>
  day === null || time === null ? null : momentOf(`${day}T${time}`, DEFAULT_ZONE);

/**
 * The problem of an override by a user who isn't a manager: it gives away another person's time, or names a person
 * outside the rota. Null if there is none.
 */
function ownTimeProblem(
  words: Wording,
  rota: Rota,
  holidays: HolidayNames,
  me: Recipient,
  span: Span,
): string | null {
  const wrongWords = words.rotas.standIns.wrong;
  const { person, place } = span;
  const members = LISTS.flatMap(list => peopleIn(rota, list));
  if (!members.some(member => isSamePerson(member, person))) return wrongWords.notInRota;
  return isSamePerson(person, me) || isOnCallFor(planOf(rota, place, holidays), me, span)
    ? null
    : wrongWords.notYours;
}
