import { type Policy, type PolicyRef, stepsDecided } from '../../../escalations/policy.ts';
import { readableSteps } from '../../../escalations/slack/step-fields.ts';
import { readCount, readCredits } from '../../../kit/parse-values.ts';
import { context } from '../../../kit/slack/elements.ts';
import {
  channel,
  checkboxes,
  live,
  radio,
  select,
  shortText,
  tick,
  timeOfDay,
  typed,
} from '../../../kit/slack/fields.ts';
import { type FormField, type FormFields, fieldId } from '../../../kit/slack/form.ts';
import { harmless } from '../../../kit/slack-text.ts';
import { LANGUAGES } from '../../../kit/words/languages.ts';
import { LANGUAGE_NAMES, type Wording } from '../../../kit/words/wording.ts';
import type { Template } from '../../../templates/service.ts';
import { template } from '../../../templates/slack/options.ts';
import { recipientKeyOf } from '../../../texts/recipient.ts';
import { SEVERITIES } from '../../alert.ts';
import { MAX_OWN_TEXT, readOwnText } from '../../hook-words.ts';
import {
  ACKNOWLEDGED_MINUTES,
  type HookDraft,
  hookDraftSchema,
  MAX_DAILY_TEXTS,
  MAX_SILENT_MINUTES,
  MAX_UNICODE_PARTS,
} from '../../hooks.ts';
import { parseRoutes, type RouteProblem, routesAsTyped } from '../../label-routes.ts';
import { SENDER_NAMES, SENDERS, type Sender } from '../../payloads/senders/names.ts';
import { type CallingInput, callingField, hasEscalation } from './calling.ts';
import { escalationField } from './escalation.ts';

const MAX_NAME_CHARACTERS = 60;
const SHOWN_CHARACTERS = 24;
const MAX_ROUTES_TYPED = 3000;
const ALSO = ['resolved', 'reminders'] as const;

const NEW_HOOK: HookDraft = {
  name: '',
  recipients: [],
  policy: null,
  routes: [],
  channel: '',
  templates: { firing: null, resolved: null },
  template: null,
  severities: SEVERITIES.filter(severity => severity !== 'info'),
  quiet: null,
  quietOnHolidays: false,
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

/** The fields that are always shown; all others are under "More". */
const FIRST_FIELDS = ['name', 'recipients', 'channel'] as const;
type FirstField = (typeof FIRST_FIELDS)[number];

/** The fields under "More". `link`: null if the form doesn't ask. */
type MoreInput = Omit<
  HookDraft,
  FirstField | 'policy' | 'routes' | 'templates' | 'resolved' | 'reminders' | 'link'
> & {
  link: boolean | null;
  /** As typed. */
  routes: string;
  also: (typeof ALSO)[number][];
  firing: string | null;
  resolved: string | null;
};

/** The form's input. `caller`: asked only for a new hook. */
export type HookInput = Pick<HookDraft, 'name' | 'channel'> & {
  recipients: CallingInput;
  caller: Sender;
  more: { isOpen: boolean; values: MoreInput };
};

/** `template`: the hook's current one. `linksWork`: true if links to this app open on a phone. */
export type HookExtras = { template: Template | null; linksWork: boolean; policies: readonly Policy[] };

/** @param hook null for a new hook, whose form shows only the first fields */
export function inputOf(hook: HookDraft | null): HookInput {
  const { name, recipients, policy, routes, channel, escalation, ...rest } = hook ?? NEW_HOOK;
  const { templates, resolved: _resolved, reminders: _reminders, ...same } = rest;
  // A hook that calls by a policy has the policy's people; in the form, it has none of its own.
  const own = policy ? { to: [], escalation: null } : { to: recipients, escalation };
  const also = ALSO.filter(option => rest[option]);
  const values = { ...same, ...templates, escalation: own.escalation, routes: routesAsTyped(routes), also };
  const calling = { policy, to: own.to };
  return { name, recipients: calling, channel, caller: 'json', more: { isOpen: hook !== null, values } };
}

/**
 * @param before the hook that is changed; null for a new one
 * @param policies those that routes may name
 */
export function draftOf(
  input: HookInput,
  before: Pick<HookDraft, 'link'> | null,
  policies: readonly Policy[],
): HookDraft {
  const {
    name,
    channel,
    recipients: { policy, to },
  } = input;
  const { also, firing, resolved, link, escalation, routes, ...same } = input.more.values;
  return {
    ...same,
    name,
    recipients: policy ? [] : to,
    policy,
    routes: parseRoutes(routes, policies.map(refOf)).routes,
    channel,
    templates: { firing, resolved },
    resolved: also.includes('resolved'),
    reminders: also.includes('reminders'),
    escalation: policy ? null : escalation && { ...escalation, steps: readableSteps(escalation.steps) },
    link: link ?? before?.link ?? false,
  };
}

/** Why the routes can't be used as typed; null if they can. */
export const routeProblem = (input: HookInput, policies: readonly Policy[]): RouteProblem | null =>
  parseRoutes(input.more.values.routes, policies.map(refOf)).problem;

const refOf = ({ id, name }: Policy): PolicyRef => ({ id, label: name });

/** The decisions in a draft, without the names that recipients had when they were chosen, for comparing. */
export function decisionsOf(draft: HookDraft): unknown {
  const { recipients: to, escalation, policy, ...settings } = hookDraftSchema.catch(draft).parse(draft);
  const decided = { ...settings, routes: settings.routes.map(route => [route.labels, route.policy.id]) };
  if (policy) return [policy.id, decided];
  const own = escalation && { ...escalation, steps: stepsDecided(escalation.steps) };
  return [to.map(recipientKeyOf), own, decided];
}

/** @param isNew asks for the calling program, because the answer shows the token in lines to paste there */
export function hookFields(words: Wording, isNew: boolean): FormFields<HookInput, HookExtras> {
  const { field, wrong } = words.hooks;
  const callers = SENDERS.map(value => ({
    value,
    label: value === 'json' ? field.caller.other : SENDER_NAMES[value],
  }));
  return {
    name: {
      blocks: (id, name) => typed(id, field.name, name, { most: MAX_NAME_CHARACTERS, needed: true }),
      read(state, id) {
        const name = state.text(id).trim();
        const isWrong = name === '' || name.length > MAX_NAME_CHARACTERS;
        return { value: name, error: isWrong ? wrong.name : null };
      },
    },
    recipients: callingField(words),
    channel: {
      blocks: (id, channelId) => channel(id, field.channel, channelId),
      read(state, id) {
        const channelId = state.conversation(id) ?? '';
        return { value: channelId, error: channelId === '' ? wrong.channel : null };
      },
    },
    caller: {
      blocks: (id, caller) => (isNew ? select(id, field.caller, callers, caller) : []),
      read: (state, id) => ({ value: SENDERS.find(sender => sender === state.choice(id)) ?? 'json' }),
    },
    more: moreField(words),
  };
}

/** The id of a field under "More". */
export const moreId = (name: keyof MoreInput): string => fieldId({ id: 'hook' }, name);
const OPEN = 'open';

/** "More": a box that, once ticked, is replaced by the other fields. */
function moreField(words: Wording): FormField<HookInput['more'], HookExtras, HookInput> {
  const { more } = words.hooks.field;
  const fields = Object.entries(moreFields(words)) as [
    keyof MoreInput,
    FormField<MoreInput[keyof MoreInput], HookExtras, MoreInput>,
  ][];
  return {
    blocks: (id, { isOpen, values }, extras, { recipients: { policy } }) =>
      isOpen
        ? fields
            // A policy has steps of its own.
            .filter(([name]) => name !== 'escalation' || policy === null)
            .flatMap(([name, field]) => field.blocks(moreId(name), values[name], extras, values))
        : live(checkboxes(id, more, [{ value: OPEN, label: more.open }], [])),
    read(state, id) {
      const tick = state.choices(id);
      if (tick !== null) return { value: { ...inputOf(null).more, isOpen: tick.includes(OPEN) } };
      const read = fields.map(([name, field]) => {
        const isHidden = name === 'escalation' && !hasEscalation(state, moreId(name));
        return [name, isHidden ? { value: null } : field.read(state, moreId(name))] as const;
      });
      const errors = read.flatMap(([name, { error }]) =>
        typeof error === 'string' ? [[moreId(name), error] as const] : Object.entries(error ?? {}),
      );
      const values = Object.fromEntries(read.map(([name, { value }]) => [name, value])) as MoreInput;
      return { value: { isOpen: true, values }, error: Object.fromEntries(errors) };
    },
  };
}

function moreFields(words: Wording): FormFields<MoreInput, HookExtras> {
  const { field, wrong } = words.hooks;
  const severities = SEVERITIES.map(value => ({ value, label: words.severity[value] }));
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
      const error = source === '' ? null : ownTextError(wrong, source);
      return { value: source === '' || error !== null ? null : source, error };
    },
  });
  return {
    severities: {
      blocks: (id, ticked) => checkboxes(id, field.severities, severities, ticked),
      read(state, id) {
        const ticked = SEVERITIES.filter(option => state.choices(id)?.includes(option));
        return { value: ticked, error: ticked.length === 0 ? words.escalationSteps.wrong.severities : null };
      },
    },
    escalation: escalationField(words),
    routes: {
      blocks: (id, routes, { policies }) =>
        policies.length === 0 && routes === ''
          ? []
          : typed(id, field.routes, routes, { most: MAX_ROUTES_TYPED, lines: true }),
      read: (state, id) => ({ value: state.text(id) }),
    },
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
    quietOnHolidays: tick(field.quietOnHolidays, field.quietOnHolidays.yes),
    also: {
      blocks: (id, ticked) => live(checkboxes(id, field.also, also, ticked)),
      read: (state, id) => ({ value: ALSO.filter(option => state.choices(id)?.includes(option)) }),
    },
    language: {
      blocks: (id, language) => live(radio(id, field.language, languages, language ?? 'workspace')),
      read: (state, id) => ({ value: LANGUAGES.find(option => option === state.choice(id)) ?? null }),
    },
    unicodeParts: {
      blocks: (id, parts) => live(radio(id, field.unicodeParts, unicodeParts, `${parts}`)),
      read(state, id) {
        const chosen = unicodeParts.find(({ value }) => value === state.choice(id));
        return { value: chosen ? Number(chosen.value) : NEW_HOOK.unicodeParts };
      },
    },
    template: {
      blocks: (id, _value, { template: current }) =>
        template(id, field.template, field.template.none, current),
      read: (state, id) => ({ value: state.choice(id) }),
    },
    firing: ownText('firing'),
    resolved: ownText('resolved'),
    daily: dailyField(words),
    heartbeat: heartbeatField(words),
  };
}

function ownTextError(wrong: Wording['hooks']['wrong'], source: string): string | null {
  const read = readOwnText(source);
  if (read.ok) return null;
  switch (read.problem.kind) {
    case 'double_braces':
      return wrong.doubleBraces;
    case 'unknown_name':
      return wrong.unknownName(harmless(read.problem.name, SHOWN_CHARACTERS));
    case 'unclosed':
      return wrong.unclosed;
    case 'too_long':
      return wrong.templateTooLong;
  }
}

const UNTIL_OVER = 'over';

const acknowledgedField = ({
  escalation: { field },
}: Wording): FormField<HookDraft['acknowledgedMinutes']> => ({
  blocks(id, minutes) {
    const choices = [...ACKNOWLEDGED_MINUTES, null].map(choice => ({
      value: String(choice ?? UNTIL_OVER),
      label: field.acknowledged.choice(choice),
    }));
    return select(id, field.acknowledged, choices, String(minutes ?? UNTIL_OVER));
  },
  read(state, id) {
    const chosen = state.choice(id);
    return { value: ACKNOWLEDGED_MINUTES.find(minutes => String(minutes) === chosen) ?? null };
  },
});

const LINK = 'link';

/** The value is null if a link wouldn't open on a phone, because then the form doesn't ask. */
const linkField = ({ escalation }: Wording): FormField<boolean | null, { linksWork: boolean }> => ({
  blocks(id, link, { linksWork }) {
    if (!linksWork) return context(escalation.noLink);
    const { field } = escalation;
    return live(checkboxes(id, field.link, [{ value: LINK, label: field.link.add }], link ? [LINK] : []));
  },
  read: (state, id) => ({ value: state.choices(id)?.includes(LINK) ?? null }),
});

const dailyField = ({ escalation, settings }: Wording): FormField<HookDraft['daily']> => ({
  blocks(id, daily) {
    const { field } = escalation;
    return [
      shortText(`${id}_texts`, field.dailyTexts, daily && 'texts' in daily ? daily.texts : null),
      shortText(`${id}_credits`, field.dailyCredits, daily && 'credits' in daily ? daily.credits : null),
    ];
  },
  read(state, id) {
    const { wrong } = escalation;
    const error: Record<string, string> = {};
    const texts = readCount(state.text(`${id}_texts`));
    const credits = readCredits(state.text(`${id}_credits`));
    const isTooMany = texts === 'bad' || (texts ?? 0) > MAX_DAILY_TEXTS;
    if (isTooMany) error[`${id}_texts`] = wrong.texts(MAX_DAILY_TEXTS);
    if (credits === 'bad') error[`${id}_credits`] = settings.wrong.credits;
    else if (credits !== null && texts !== null) error[`${id}_credits`] = wrong.twoLimits;
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
