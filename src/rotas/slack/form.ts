import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import { MAX_NAME } from '../../contacts/contact.ts';
import type { ShowNumber } from '../../kit/number.ts';
import { asIs } from '../../kit/slack/buttons.ts';
import { context } from '../../kit/slack/elements.ts';
import { channel, live, select, tick, timeOfDay, typed } from '../../kit/slack/fields.ts';
import type { Form, FormFields } from '../../kit/slack/form.ts';
import { COMMAND } from '../../kit/slack/listener.ts';
import { harmless } from '../../kit/slack-text.ts';
import { type Wording, wordLeftOut } from '../../kit/words/wording.ts';
import { tidyName } from '../../texts/parse/name.ts';
import { type Omitted, type Recipient, recipientKeyOf } from '../../texts/recipient.ts';
import type { Reach } from '../../texts/sending/find-recipients.ts';
import {
  nameProblem,
  numbersError,
  recipients,
  recipientsIn,
} from '../../texts/slack/compose/recipients-field.ts';
import { shownRecipient } from '../../texts/slack/receipt-messages.ts';
import { plainName } from '../../texts/slack/recipient-options.ts';
import { showingNumbers } from '../../workspace/masking.ts';
import { channelWarning } from '../../workspace/slack/channel-warning.ts';
import { manager } from '../../workspace/slack/permissions.ts';
import {
  changedTo,
  isPerson,
  MAX_PEOPLE,
  MAX_ROTAS,
  type OnCall,
  type Rota,
  type RotaDraft,
  rotaOf,
  SHIFT_HOURS,
  stints,
} from '../rota.ts';
import type { ShownOnCall } from '../words/en.ts';

const MAX_NAME_SHOWN = 60;

/** A person's name, without a mention that notifies them. */
export const namedIn = (person: Recipient, show: ShowNumber): string =>
  harmless(plainName(person, show), MAX_NAME_SHOWN);

/** Prepares a rota for a sentence. Mentions the person on call, and names the next. */
export function shownOnCall({ name }: Pick<Rota, 'name'>, now: OnCall, show: ShowNumber): ShownOnCall {
  return {
    rota: harmless(name, MAX_NAME_SHOWN),
    person: now.person && shownRecipient(now.person, show),
    until: now.until,
    next: now.next && namedIn(now.next, show),
  };
}

export const NEW_ROTA: RotaDraft = {
  name: '',
  people: [],
  hours: 168,
  time: '09:00',
  weekday: 0,
  channel: null,
  texts: true,
};
const STINTS_SHOWN = 6;
const MAX_WARNINGS = 5;

/** The form that creates or changes a rota. */
export const rotaForm: Form<{ subject: string | null; current: Rota | null; draft: RotaDraft }> = {
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
  draft: rota => rota ?? NEW_ROTA,
  fields: words => fields(words),
  async preview({ settings, reach, clock }, { workspace }, words, { current, draft }) {
    const at = clock.wall();
    const show = showingNumbers(await settings.shown(workspace));
    const provenance = { id: '', origin: null, createdBy: '' };
    const warnings = unreachedLines(words, await unreachedAmong({ reach }, workspace, draft.people), show);
    const planned = current ? changedTo(current, draft, at) : rotaOf(draft, provenance, at);
    return [...stintBlocks(words, planned, at, show), ...warnings.slice(0, MAX_WARNINGS).map(context)];
  },
  // People are compared by key, because labels may have changed.
  version: ({ name, people, hours, time, weekday, channel: channelId, texts }) => [
    ...[name, people.map(recipientKeyOf), hours, time, weekday, channelId, texts],
  ],
  changed: ({ rotas }) => [rotas.changedMeanwhile],
  async save(services, { workspace, userId, origin, client }, words, { current, draft }) {
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
    const unreached = await unreachedAmong(services, workspace, draft.people);
    const channelId = draft.channel;
    const absent = channelId && (await channelWarning(client, words, { channel: channelId, userId }));
    const warnings = unreachedLines(words, unreached, showingNumbers(rules));
    return { message: [rotaWords.saved(name), ...warnings, ...(absent ? [absent] : [])].join('\n') };
  },
};

/** The preview of the first stints from a moment on. */
export function stintBlocks({ rotas }: Wording, rota: Rota, at: number, show: ShowNumber): KnownBlock[] {
  const coming = rota.people.length + rota.overrides.length === 0 ? [] : stints(rota, at, STINTS_SHOWN);
  const lines = coming.map(stint =>
    rotas.stint({ ...stint, person: stint.person && namedIn(stint.person, show) }),
  );
  return [
    { type: 'divider' },
    context(rotas.preview.title),
    context(lines.length === 0 ? rotas.preview.nothing : lines.join('\n')),
  ];
}

const fields = (words: Wording): FormFields<RotaDraft> => {
  const { field, wrong, hours, weekday } = words.rotas;
  const choices = SHIFT_HOURS.map(length => ({ value: String(length), label: hours[length] }));
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
      read(state, id) {
        const chosen = recipientsIn(state, id);
        const people = chosen.filter(isPerson);
        const notPeople = people.length < chosen.length ? wrong.notPeople : null;
        const many = people.length > MAX_PEOPLE ? wrong.tooMany(MAX_PEOPLE) : null;
        const why = chosen.length === 0 ? wrong.nobody : (notPeople ?? many);
        return { value: people.slice(0, MAX_PEOPLE), error: numbersError(words, chosen) ?? why };
      },
    },
    hours: {
      blocks: (id, chosen) => live(select(id, field.hours, choices, String(chosen))),
      read: (state, id) => ({
        value: SHIFT_HOURS.find(length => String(length) === state.choice(id)) ?? NEW_ROTA.hours,
      }),
    },
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
