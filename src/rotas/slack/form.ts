import { z } from 'zod';
import { MAX_NAME } from '../../contacts/contact.ts';
import type { ShowNumber } from '../../kit/number.ts';
import { readCount } from '../../kit/parse-values.ts';
import { asIs } from '../../kit/slack/buttons.ts';
import { context } from '../../kit/slack/elements.ts';
import { channel, live, select, tick, timeOfDay, typed } from '../../kit/slack/fields.ts';
import type { Form, FormField, FormFields } from '../../kit/slack/form.ts';
import { COMMAND } from '../../kit/slack/listener.ts';
import { harmless } from '../../kit/slack-text.ts';
import { type Wording, wordLeftOut } from '../../kit/words/wording.ts';
import { tidyName } from '../../texts/parse/name.ts';
import { type Omitted, type Recipient, recipientKeyOf } from '../../texts/recipient.ts';
import type { Reach } from '../../texts/sending/find-recipients.ts';
import { nameProblem, recipients } from '../../texts/slack/compose/recipients-field.ts';
import { shownRecipient } from '../../texts/slack/receipt-messages.ts';
import { showingNumbers } from '../../workspace/masking.ts';
import { channelWarning } from '../../workspace/slack/channel-warning.ts';
import { manager } from '../../workspace/slack/permissions.ts';
import { changedTo, rotaOf } from '../change.ts';
import {
  LISTS,
  MAX_ROTAS,
  MAX_SHIFT_HOURS,
  NO_SPECIAL_TIMES,
  peopleIn,
  peopleOf,
  type Rota,
  type RotaDraft,
  type SpecialTimes,
  WEEK_HOURS,
} from '../rota.ts';
import { stintBlocks } from './on-call-lines.ts';
import { readPeople, specialTimesField } from './special-times.ts';

/** The form's input. */
type RotaInput = Omit<RotaDraft, keyof SpecialTimes> & { special: SpecialTimes };

export const NEW_ROTA: RotaDraft = {
  name: '',
  people: [],
  hours: 168,
  time: '09:00',
  weekday: 0,
  ...NO_SPECIAL_TIMES,
  channel: null,
  texts: true,
};
const MAX_WARNINGS = 5;

/** The form that creates or changes a rota. */
export const rotaForm: Form<{ subject: string | null; current: Rota | null; draft: RotaInput }> = {
  id: 'rota',
  openers: { new: () => null, change: asIs },
  subject: z.string().nullable(),
  permission: manager,
  requiresLiveFacts: true,
  command: `${COMMAND} oncall`,
  title: ({ rotas }, id) => rotas.formTitle[id === null ? 'make' : 'change'],
  submit: ({ rotas, settings }, id) => (id === null ? rotas.make : settings.save),
  async load({ rotas }, { workspace }, id, words) {
    const current = id === null ? null : await rotas.one(workspace, id);
    return id === null || current ? { current } : { deleted: words.rotas.gone };
  },
  draft: rota => inputOf(rota ?? NEW_ROTA),
  fields: words => fields(words),
  async preview({ settings, reach, clock, rotas }, { workspace }, words, { current, draft: input }) {
    const at = clock.wall();
    const [rules, holidays] = await Promise.all([settings.shown(workspace), rotas.holidays(workspace)]);
    const show = showingNumbers(rules);
    const draft = draftOf(input);
    const provenance = { id: '', origin: null, createdBy: '' };
    const planned = current
      ? changedTo(current, draft, holidays, at)
      : rotaOf(draft, provenance, holidays, at);
    const unreached = await unreachedAmong({ reach }, workspace, peopleOf(planned));
    const warnings = unreachedLines(words, unreached, show);
    return [
      ...stintBlocks(words, planned, { holidays, at, show }),
      ...warnings.slice(0, MAX_WARNINGS).map(context),
    ];
  },
  version: versionOf,
  changed: ({ rotas }) => [rotas.changedMeanwhile],
  async save(services, { workspace, userId, origin, client }, words, { current, draft: input }) {
    const draft = draftOf(input);
    const { rotas: store, contactGroups, settings } = services;
    const rotaWords = words.rotas;
    const name = harmless(draft.name, 60);
    if (draft.name !== current?.name) {
      const { contacts, groups } = await contactGroups.findByName(workspace, [draft.name]);
      if (contacts.length + groups.length > 0)
        return { retry: `:warning: ${rotaWords.wrong.nameTaken(name)}`, field: 'name' };
    }
    const saved = current
      ? await store.change(workspace, userId, current.id, draft)
      : await store.create(workspace, userId, draft, origin);
    if (saved === 'gone') return { message: rotaWords.gone };
    if (saved === 'taken') return { retry: `:warning: ${rotaWords.taken(name)}`, field: 'name' };
    if (saved === 'too_many') return { retry: rotaWords.tooMany(MAX_ROTAS) };
    const rules = await settings.shown(workspace);
    const unreached = await unreachedAmong(services, workspace, peopleOf(saved.rota));
    const channelId = draft.channel;
    const absent = channelId && (await channelWarning(client, words, { channel: channelId, userId }));
    const warnings = unreachedLines(words, unreached, showingNumbers(rules));
    return { message: [rotaWords.saved(name), ...warnings, ...(absent ? [absent] : [])].join('\n') };
  },
};

/** @param rota a rota or its draft */
function inputOf(rota: RotaDraft): RotaInput {
  const { name, people, hours, time, weekday, channel: channelId, texts } = rota;
  const { second, weekends, nights, holidays } = rota;
  const special = { second, weekends, nights, holidays };
  return { name, people, hours, time, weekday, special, channel: channelId, texts };
}

const draftOf = ({ special, ...input }: RotaInput): RotaDraft => ({ ...input, ...special });

/** Compares people by key, because labels may have changed. */
function versionOf(input: RotaInput): unknown {
  const draft = draftOf(input);
  const { name, hours, time, weekday, channel: channelId, texts, weekends, nights, holidays } = draft;
  const lists = LISTS.map(list => peopleIn(draft, list).map(recipientKeyOf));
  const special = [weekends?.days, nights?.from, nights?.to, holidays === 'nobody'];
  return [name, lists, hours, time, weekday, special, channelId, texts];
}

const UNITS = { hours: 1, days: 24, weeks: WEEK_HOURS };
type Unit = keyof typeof UNITS;
const UNIT_NAMES = ['hours', 'days', 'weeks'] as const satisfies readonly Unit[];

/** The length of a shift: a number, and its unit. */
const shiftField = ({ rotas: { field, units, wrong } }: Wording): FormField<number> => ({
  blocks(id, hours) {
    const unit = UNIT_NAMES.findLast(name => hours % UNITS[name] === 0) ?? 'hours';
    const choices = UNIT_NAMES.map(name => ({ value: name, label: units[name] }));
    return [
      typed(id, field.hours, String(hours / UNITS[unit]), { most: 10, needed: true }),
      live(select(`${id}_unit`, { label: field.hours.unit }, choices, unit)),
    ];
  },
  read(state, id) {
    const count = readCount(state.text(id));
    const unit = UNIT_NAMES.find(name => name === state.choice(`${id}_unit`)) ?? 'hours';
    const hours = count === null || count === 'bad' ? 0 : count * UNITS[unit];
    const isWrong = hours < 1 || hours > MAX_SHIFT_HOURS;
    return { value: isWrong ? NEW_ROTA.hours : hours, error: isWrong ? wrong.shift : null };
  },
});

const fields = (words: Wording): FormFields<RotaInput> => {
  const { field, wrong, weekday } = words.rotas;
  const days = [0, 1, 2, 3, 4, 5, 6].map(day => ({ value: String(day), label: weekday(day) }));
  return {
    name: {
      blocks: (id, name) => typed(id, field.name, name, { most: MAX_NAME, needed: true }),
      read(state, id) {
        const name = tidyName(state.text(id));
        return { value: name, error: nameProblem(words, name, MAX_NAME) };
      },
    },
    people: {
      blocks: (id, people) => recipients(id, field.people, words.search.placeholder, people),
      read: (state, id) => readPeople(words, state, id),
    },
    hours: shiftField(words),
    weekday: {
      blocks: (id, day) => live(select(id, field.weekday, days, String(day))),
      read(state, id) {
        const day = days.findIndex(({ value }) => value === state.choice(id));
        return { value: day < 0 ? NEW_ROTA.weekday : day };
      },
    },
    time: {
      blocks: (id, time) => live(timeOfDay(id, field.time, time)),
      read(state, id) {
        const time = state.time(id);
        return { value: time ?? NEW_ROTA.time, error: time === null ? wrong.time : null };
      },
    },
    special: specialTimesField(words),
    channel: {
      blocks: (id, chosen) => channel(id, field.channel, chosen ?? '', true),
      read: (state, id) => ({ value: state.conversation(id) }),
    },
    texts: tick(field.texts, field.texts.yes),
  };
};

/** The people who can't be texted, and why; empty if the look-up fails. */
export async function unreachedAmong(
  { reach }: { reach: Reach },
  workspace: string,
  people: readonly Recipient[],
): Promise<Omitted[]> {
  if (people.length === 0) return [];
  const reached = await reach(workspace, people).catch(() => null);
  return reached?.omitted ?? [];
}

/** A warning for each person who can't be texted. */
export const unreachedLines = (words: Wording, all: readonly Omitted[], show: ShowNumber): string[] =>
  all.map(({ recipient, problem }) =>
    words.compose.leftOut({
      recipient: shownRecipient(recipient, show),
      because: wordLeftOut(words, problem),
    }),
  );
