import { z } from 'zod';
import { parseNumber } from '../../../kit/number.ts';
import { readCount } from '../../../kit/parse-values.ts';
import { section } from '../../../kit/slack/elements.ts';
import { live, select, tick, typed } from '../../../kit/slack/fields.ts';
import { type Form, type FormField, type FormFields, openerOf } from '../../../kit/slack/form.ts';
import { openForm } from '../../../kit/slack/form-view.ts';
import { COMMAND } from '../../../kit/slack/listener.ts';
import type { CommandWord, Services, UserRef } from '../../../kit/slack/services.ts';
import type { Labelled } from '../../../kit/words/languages.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import { anybody } from '../../../workspace/slack/permissions.ts';
import {
  type Calling,
  callsOf,
  isMessaged,
  isTexted,
  MAX_MINUTES,
  MAX_TIMES,
  type Way,
} from '../../calling/calling.ts';
import { MAX_CALLINGS } from '../../calling/callings.ts';

/** The counts stay as typed while their way is `none`, and are null if they are wrong. */
type CallingDraft = {
  first: Way;
  second: Way | 'none';
  secondMinutes: number | null;
  repeat: Way | 'none';
  repeatMinutes: number | null;
  times: number | null;
  quiet: boolean;
};

/** What the form offers before anybody chose a further call. */
const USUAL = { secondMinutes: 3, repeatMinutes: 5, times: MAX_TIMES };

/** "How I want to be called": each person's own, from Home and by `/sms calling`. */
export const callingForm: Form<{
  subject: null;
  current: { calling: Calling; isRequired: boolean };
  draft: CallingDraft;
}> = {
  id: 'calling',
  openers: { open: () => null },
  subject: z.null(),
  permission: anybody,
  requiresLiveFacts: false,
  command: `${COMMAND} calling`,
  title: words => words.calling.title,
  submit: words => words.calling.save,
  async load(services, { workspace, userId }) {
    const [calling, rules] = await Promise.all([
      services.callings.of(workspace, userId),
      services.settings.shown(workspace),
    ]);
    return { current: { calling, isRequired: rules.alertsTextCritical } };
  },
  draft: ({ calling }) => draftOf(calling),
  head: words => [section(words.calling.intro)],
  fields: words => fields(words),
  async preview(services, user, words, { current: { isRequired }, draft }) {
    const calling = callingOf(draft);
    if (!calling) return [];
    const hasNumber = await hasTextableNumber(services, user);
    return [section(linesAbout(words, calling, { isRequired, hasNumber }).join('\n'))];
  },
  check: (_services, _user, { calling: { wrong } }, { draft }) => ({
    ...(draft.second !== 'none' &&
      draft.secondMinutes === null && { secondMinutes: wrong.minutes(MAX_MINUTES) }),
    ...(draft.repeat !== 'none' &&
      draft.repeatMinutes === null && { repeatMinutes: wrong.minutes(MAX_MINUTES) }),
    ...(draft.repeat !== 'none' && draft.times === null && { times: wrong.times(MAX_TIMES) }),
  }),
  async save(services, { workspace, userId }, words, { draft, current: { isRequired } }) {
    const calling = callingOf(draft);
    if (!calling) return { retry: words.calling.wrong.minutes(MAX_MINUTES) };
    const saved = await services.callings.choose(workspace, userId, calling);
    if (saved === 'too_many') return { message: words.calling.tooMany(MAX_CALLINGS) };
    const hasNumber = await hasTextableNumber(services, { workspace, userId });
    const lines = linesAbout(words, calling, { isRequired, hasNumber });
    return { message: [words.calling.saved, ...lines].join('\n') };
  },
};

/** `/sms calling`. */
export const callingByWord = (services: Services): CommandWord => ({
  spelled: ['calling', 'call me', 'ডাকা', 'জানানো'],
  button: openerOf(callingForm, 'open'),
  open: (client, opener) => openForm(services, client, opener, callingForm, null),
});

const draftOf = ({ first, second, repeat, quietUnlessCritical }: Calling): CallingDraft => ({
  first,
  second: second?.by ?? 'none',
  secondMinutes: second?.minutes ?? USUAL.secondMinutes,
  repeat: repeat?.by ?? 'none',
  repeatMinutes: repeat?.minutes ?? USUAL.repeatMinutes,
  times: repeat?.times ?? USUAL.times,
  quiet: quietUnlessCritical,
});

/** Null if a count that is needed is missing. */
function callingOf(draft: CallingDraft): Calling | null {
  const { first, second, secondMinutes, repeat, repeatMinutes, times, quiet } = draft;
  if (second !== 'none' && secondMinutes === null) return null;
  if (repeat !== 'none' && (repeatMinutes === null || times === null)) return null;
  return {
    first,
    second: second === 'none' || secondMinutes === null ? null : { by: second, minutes: secondMinutes },
    repeat:
      repeat === 'none' || repeatMinutes === null || times === null
        ? null
        : { by: repeat, minutes: repeatMinutes, times },
    quietUnlessCritical: quiet,
  };
}

/** What will happen, in sentences: the calls, the most texts, and what the person can't choose. */
function linesAbout(
  { calling: say }: Wording,
  calling: Calling,
  { isRequired, hasNumber }: { isRequired: boolean; hasNumber: boolean | null },
): string[] {
  const calls = callsOf(calling, { isCritical: true, requiresText: isRequired });
  const texts = calls.filter(({ by }) => isTexted(by)).length;
  const messages = calls.length - calls.filter(({ by }) => !isMessaged(by)).length;
  const withoutNumber = messages > 0 ? say.noNumber : say.unreachable;
  return [
    `*${say.plan(calling)}*`,
    ...(hasNumber === false ? [withoutNumber] : [say.texts(texts)]),
    ...(isRequired ? [say.required] : []),
    ...(calling.quietUnlessCritical ? [say.quiet] : []),
    ...(messages > 0 && hasNumber !== false ? [say.fallback] : []),
  ];
}

/** True if the person's Slack profile has a number that can be texted; null if Slack doesn't answer. */
async function hasTextableNumber(
  { people }: Services,
  { workspace, userId }: UserRef,
): Promise<boolean | null> {
  const answer = await people.facts(workspace, userId);
  return answer.kind === 'known' ? parseNumber(answer.facts.phone ?? '').ok : null;
}

function fields({ calling: { field } }: Wording): FormFields<CallingDraft> {
  return {
    first: choice(field.first, waysIn(field.first), 'text'),
    second: choice(field.second, [none(field.second.none), ...waysIn(field.second)], 'none'),
    secondMinutes: count(field.secondMinutes, MAX_MINUTES),
    repeat: choice(field.repeat, [none(field.repeat.none), ...waysIn(field.repeat)], 'none'),
    repeatMinutes: count(field.repeatMinutes, MAX_MINUTES),
    times: count(field.times, MAX_TIMES),
    quiet: tick(field.quiet, field.quiet.yes, true),
  };
}

type WayChoice<Value extends string> = { value: Value; label: string };

const none = (label: string): WayChoice<'none'> => ({ value: 'none', label });
const waysIn = ({ text, message, both }: Record<Way, string>): WayChoice<Way>[] => [
  { value: 'text', label: text },
  { value: 'message', label: message },
  { value: 'both', label: both },
];

const choice = <Value extends string>(
  labelled: Labelled,
  choices: WayChoice<Value>[],
  otherwise: Value,
): FormField<Value> => ({
  blocks: (id, value) => live(select(id, labelled, choices, value)),
  read: (state, id) => ({
    value: choices.find(({ value }) => value === state.choice(id))?.value ?? otherwise,
  }),
});

/** A count from 1 on; null if it is anything else. */
const count = (labelled: Labelled, most: number): FormField<number | null> => ({
  blocks: (id, value) => typed(id, labelled, String(value ?? ''), { most: 40 }),
  read(state, id) {
    const value = readCount(state.text(id));
    return { value: value === 'bad' || (value ?? 0) > most ? null : value };
  },
});
