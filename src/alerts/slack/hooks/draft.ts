import { readCount, readCredits } from '../../../kit/parse-values.ts';
import { context } from '../../../kit/slack/elements.ts';
import {
  channel,
  checkboxes,
  live,
  radio,
  select,
  shortText,
  timeOfDay,
  typed,
} from '../../../kit/slack/fields.ts';
import { type FormField, type FormFields, fieldId } from '../../../kit/slack/form.ts';
import { harmless } from '../../../kit/slack-text.ts';
import { LANGUAGES } from '../../../kit/words/languages.ts';
import { LANGUAGE_NAMES, type Wording } from '../../../kit/words/wording.ts';
import type { Template } from '../../../templates/service.ts';
import { template } from '../../../templates/slack/options.ts';
import { type Recipient, recipientKeyOf } from '../../../texts/recipient.ts';
import { numbersError, recipients, recipientsIn } from '../../../texts/slack/compose/recipients-field.ts';
import { SEVERITIES } from '../../alert.ts';
import { MAX_OWN_TEXT, readOwnText } from '../../hook-words.ts';
import {
  ACKNOWLEDGED_MINUTES,
  type HookDraft,
  hookDraftSchema,
  MAX_DAILY_TEXTS,
  MAX_NAMED,
  MAX_SILENT_MINUTES,
  MAX_UNICODE_PARTS,
} from '../../hooks.ts';
import { SENDER_NAMES, SENDERS, type Sender } from '../../recent-calls.ts';
import { escalationField } from './escalation.ts';

const MAX_NAME = 60;
const SHOWN_CHARACTERS = 24;
const ALSO = ['resolved', 'reminders'] as const;

/** What a new form starts with. */
const NEW_HOOK: HookDraft = {
  name: '',
  recipients: [],
  channel: '',
  templates: { firing: null, resolved: null },
  template: null,
  severities: SEVERITIES.filter(severity => severity !== 'info'),
  quiet: null,
  resolved: true,
  reminders: true,
  language: null,
  unicodeParts: 2,
  escalation: null,
  acknowledgedMinutes: 240,
  link: false,
  daily: null,
  heartbeat: null,
};

/** What a hook takes to begin with; all else is under "More". */
const FIRST = ['name', 'recipients', 'channel'] as const;
type First = (typeof FIRST)[number];

/** What is under "More", field by field. `link` null: the form can't ask. */
type MoreTyped = Omit<HookDraft, First | 'templates' | 'resolved' | 'reminders' | 'link'> & {
  link: boolean | null;
  also: (typeof ALSO)[number][];
  firing: string | null;
  resolved: string | null;
};

/** What is filled in. `caller`: what calls it, as far as that is asked. */
export type HookTyped = Pick<HookDraft, First> & {
  caller: Sender;
  more: { isOpen: boolean; its: MoreTyped };
};

/** What showing the fields takes besides. */
export type HookExtras = { chosen: Template | null; linksWork: boolean };

/** A hook as its form shows it; null: a new one, of which only the first fields are shown. */
export function typedOf(hook: HookDraft | null): HookTyped {
  const { name, recipients, channel, ...rest } = hook ?? NEW_HOOK;
  const { templates, resolved: _resolved, reminders: _reminders, ...same } = rest;
  const its = { ...same, ...templates, also: ALSO.filter(one => rest[one]) };
  return { name, recipients, channel, caller: 'json', more: { isOpen: hook !== null, its } };
}

/** @param before the hook that it changes; null: it makes one */
export function draftOf(filled: HookTyped, before: Pick<HookDraft, 'link'> | null): HookDraft {
  const { name, recipients, channel } = filled;
  const { also, firing, resolved, link, escalation, ...same } = filled.more.its;
  const steps = (escalation?.steps ?? []).flatMap(({ to, minutes }) => {
    const read = to.filter(({ kind }) => kind !== 'unreadable');
    return read.length > 0 ? [{ to: read, minutes }] : [];
  });
  return {
    ...same,
    name,
    recipients,
    channel,
    templates: { firing, resolved },
    resolved: also.includes('resolved'),
    reminders: also.includes('reminders'),
    escalation: escalation && { ...escalation, steps },
    link: link ?? before?.link ?? false,
  };
}

/** What people decide, equal for two hooks that differ only in what recipients were called when they were chosen. */
export function decidedOf(draft: HookDraft): unknown {
  const { recipients: to, escalation, ...rest } = hookDraftSchema.catch(draft).parse(draft);
  const steps = escalation?.steps.map(step => [step.to.map(recipientKeyOf), step.minutes]);
  return [to.map(recipientKeyOf), escalation && { ...escalation, steps }, rest];
}

/** @param isNew what calls it is asked only then: its answer is what to paste there, with the token */
export function hookFields(words: Wording, isNew: boolean): FormFields<HookTyped, HookExtras> {
  const { field, wrong } = words.hooks;
  const callers = SENDERS.map(value => ({
    value,
    label: value === 'json' ? field.caller.other : SENDER_NAMES[value],
  }));
  return {
    name: {
      blocks: (id, name) => typed(id, field.name, name, { most: MAX_NAME, needed: true }),
      read(state, id) {
        const name = state.text(id).trim();
        return { value: name, error: name === '' || name.length > MAX_NAME ? wrong.name : null };
      },
    },
    recipients: {
      blocks: (id, to) => recipients(id, field.recipients, words.search.placeholder, to),
      read(state, id) {
        const to = recipientsIn(state, id);
        return { value: to.filter(({ kind }) => kind !== 'unreadable'), error: recipientsError(words, to) };
      },
    },
    channel: {
      blocks: (id, its) => channel(id, field.channel, its),
      read(state, id) {
        const its = state.conversation(id) ?? '';
        return { value: its, error: its === '' ? wrong.channel : null };
      },
    },
    caller: {
      blocks: (id, its) => (isNew ? select(id, field.caller, callers, its) : []),
      read: (state, id) => ({ value: SENDERS.find(one => one === state.choice(id)) ?? 'json' }),
    },
    more: moreField(words),
  };
}

/** The id of a field under "More". */
export const moreId = (name: keyof MoreTyped): string => fieldId({ id: 'hook' }, name);
const OPEN = 'open';

/** A tick, in whose place the other fields come, and stay. */
function moreField(words: Wording): FormField<HookTyped['more'], HookExtras> {
  const { more } = words.hooks.field;
  const fields = Object.entries(moreFields(words)) as [
    keyof MoreTyped,
    FormField<MoreTyped[keyof MoreTyped], HookExtras>,
  ][];
  return {
    blocks: (id, { isOpen, its }, extras) =>
      isOpen
        ? fields.flatMap(([name, field]) => field.blocks(moreId(name), its[name], extras))
        : live(checkboxes(id, more, [{ value: OPEN, label: more.open }], [])),
    read(state, id) {
      const tick = state.choices(id);
      if (tick !== null) return { value: { ...typedOf(null).more, isOpen: tick.includes(OPEN) } };
      const read = fields.map(([name, field]) => [name, field.read(state, moreId(name))] as const);
      const errors = read.flatMap(([name, { error }]) =>
        typeof error === 'string' ? [[moreId(name), error] as const] : Object.entries(error ?? {}),
      );
      const its = Object.fromEntries(read.map(([name, { value }]) => [name, value])) as MoreTyped;
      return { value: { isOpen: true, its }, error: Object.fromEntries(errors) };
    },
  };
}

function moreFields(words: Wording): FormFields<MoreTyped, HookExtras> {
  const { field, severity, wrong } = words.hooks;
  const severities = SEVERITIES.map(value => ({ value, label: severity[value] }));
  const also = ALSO.map(value => ({ value, label: field.also[value] }));
  const languages = [
    { value: 'workspace', label: field.language.workspace },
    ...LANGUAGES.map(language => ({ value: language, label: LANGUAGE_NAMES[language] })),
  ];
  const unicodeParts = Array.from({ length: MAX_UNICODE_PARTS }, (_, index) => ({
    value: `${index + 1}`,
    label: field.unicodeParts.choice(index + 1),
  }));
  const ownText = (name: 'firing' | 'resolved'): FormField<string | null> => ({
    blocks: (id, source) => typed(id, field[name], source ?? '', { most: MAX_OWN_TEXT, lines: true }),
    read(state, id) {
      const source = state.text(id).trim();
      const why = source === '' ? null : ownTextError(wrong, source);
      return { value: source === '' || why !== null ? null : source, error: why };
    },
  });
  return {
    severities: {
      blocks: (id, its) => checkboxes(id, field.severities, severities, its),
      read(state, id) {
        const its = SEVERITIES.filter(one => state.choices(id)?.includes(one));
        return { value: its, error: its.length === 0 ? wrong.severities : null };
      },
    },
    escalation: escalationField(words),
    acknowledgedMinutes: acknowledgedField(words),
    link: linkField(words),
    quiet: {
      blocks: (id, quiet) => [
        timeOfDay(`${id}_from`, field.quietFrom, quiet?.from ?? null),
        timeOfDay(`${id}_to`, field.quietTo, quiet?.to ?? null),
      ],
      read(state, id) {
        const [from, to] = [state.time(`${id}_from`), state.time(`${id}_to`)];
        if ((from === null) !== (to === null))
          return { value: null, error: { [from === null ? `${id}_from` : `${id}_to`]: wrong.quiet } };
        return { value: from !== null && to !== null && from !== to ? { from, to } : null };
      },
    },
    also: {
      blocks: (id, its) => live(checkboxes(id, field.also, also, its)),
      read: (state, id) => ({ value: ALSO.filter(one => state.choices(id)?.includes(one)) }),
    },
    language: {
      blocks: (id, its) => live(radio(id, field.language, languages, its ?? 'workspace')),
      read: (state, id) => ({ value: LANGUAGES.find(one => one === state.choice(id)) ?? null }),
    },
    unicodeParts: {
      blocks: (id, most) => live(radio(id, field.unicodeParts, unicodeParts, `${most}`)),
      read(state, id) {
        const chosen = unicodeParts.find(({ value }) => value === state.choice(id));
        return { value: chosen ? Number(chosen.value) : NEW_HOOK.unicodeParts };
      },
    },
    template: {
      blocks: (id, _its, { chosen }) => template(id, field.template, field.template.none, chosen),
      read: (state, id) => ({ value: state.choice(id) }),
    },
    firing: ownText('firing'),
    resolved: ownText('resolved'),
    daily: dailyField(words),
    heartbeat: heartbeatField(words),
  };
}

/** What is wrong with chosen recipients; null: nothing. */
export function recipientsError(words: Wording, to: readonly Recipient[]): string | null {
  const { hooks } = words;
  const wrong = numbersError(words, to);
  if (wrong !== null) return wrong;
  if (to.length === 0) return hooks.wrong.nobody;
  return to.length > MAX_NAMED ? hooks.wrong.tooMany(MAX_NAMED) : null;
}

function ownTextError(said: Wording['hooks']['wrong'], source: string): string | null {
  const read = readOwnText(source);
  if (read.ok) return null;
  switch (read.problem.kind) {
    case 'double_braces':
      return said.doubleBraces;
    case 'unknown_name':
      return said.unknownName(harmless(read.problem.name, SHOWN_CHARACTERS));
    case 'unclosed':
      return said.unclosed;
    case 'too_long':
      return said.templateTooLong;
  }
}

const UNTIL_OVER = 'over';

/** How long an acknowledgement lasts. */
const acknowledgedField = ({
  escalation: { field },
}: Wording): FormField<HookDraft['acknowledgedMinutes']> => ({
  blocks(id, minutes) {
    const choices = [...ACKNOWLEDGED_MINUTES, null].map(one => ({
      value: String(one ?? UNTIL_OVER),
      label: field.acknowledged.choice(one),
    }));
    return select(id, field.acknowledged, choices, String(minutes ?? UNTIL_OVER));
  },
  read(state, id) {
    const chosen = state.choice(id);
    return { value: ACKNOWLEDGED_MINUTES.find(one => String(one) === chosen) ?? null };
  },
});

const LINK = 'link';

/** Whether texts end in a link; null: the form can't ask. `linksWork`: whether such a link opens on a phone. */
const linkField = ({ escalation }: Wording): FormField<boolean | null, { linksWork: boolean }> => ({
  blocks(id, link, { linksWork }) {
    if (!linksWork) return context(escalation.noLink);
    const { field } = escalation;
    return live(checkboxes(id, field.link, [{ value: LINK, label: field.link.add }], link ? [LINK] : []));
  },
  read: (state, id) => ({ value: state.choices(id)?.includes(LINK) ?? null }),
});

/** What it may text on a day. */
const dailyField = ({ escalation, settings }: Wording): FormField<HookDraft['daily']> => ({
  blocks(id, daily) {
    const { field } = escalation;
    return [
      shortText(`${id}_texts`, field.dailyTexts, daily && 'texts' in daily ? daily.texts : null),
      shortText(`${id}_credits`, field.dailyCredits, daily && 'credits' in daily ? daily.credits : null),
    ];
  },
  read(state, id) {
    const said = escalation.wrong;
    const error: Record<string, string> = {};
    const texts = readCount(state.text(`${id}_texts`));
    const credits = readCredits(state.text(`${id}_credits`));
    const isTooMany = texts === 'bad' || (texts ?? 0) > MAX_DAILY_TEXTS;
    if (isTooMany) error[`${id}_texts`] = said.texts(MAX_DAILY_TEXTS);
    if (credits === 'bad') error[`${id}_credits`] = settings.wrong.credits;
    else if (credits !== null && texts !== null) error[`${id}_credits`] = said.twoLimits;
    if (texts !== null && !isTooMany) return { value: { texts }, error };
    return { value: credits !== null && credits !== 'bad' ? { credits } : null, error };
  },
});

const heartbeatField = ({ escalation }: Wording): FormField<HookDraft['heartbeat']> => ({
  blocks: (id, heartbeat) =>
    typed(id, escalation.field.heartbeat, heartbeat ? String(heartbeat.minutes) : '', { most: 10 }),
  read(state, id) {
    const silence = readCount(state.text(id));
    if (silence === 'bad' || (silence ?? 0) > MAX_SILENT_MINUTES)
      return { value: null, error: escalation.wrong.silence(MAX_SILENT_MINUTES) };
    return { value: silence === null ? null : { minutes: silence } };
  },
});
