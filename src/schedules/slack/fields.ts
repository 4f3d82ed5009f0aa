import type { KnownBlock } from '@slack/types';
import { context } from '../../kit/slack/elements.ts';
import { INPUT } from '../../kit/slack/ids.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { readCount } from '../../kit/written-values.ts';
import { DEFAULT_ZONE, localTimeAt, momentOf } from '../../kit/zone.ts';
import { LATER, type Later, NEVER } from '../../texts/slack/compose/form.ts';
import { MAX_TIMES, REPEATS, type When } from '../recurrence.ts';
import { AHEAD_MS } from '../schedule.ts';

/** The same of what is stored, from its next run on. */
export function laterOf({ zone, repeat, until, times }: When, local: string, index: number): Later {
  return {
    at: momentOf(local, zone) / 1000,
    repeat,
    until,
    times: times === null ? '' : String(Math.max(1, times - index)),
  };
}

type ReadWhen = { ok: true; when: When } | { ok: false; errors: Record<string, string> };

/** When it is to run, by the clocks of a zone; or what is wrong, by field. */
export function whenOf(
  { schedules: { wrong } }: Wording,
  { at, repeat: chosen, ...end }: Later,
  zone: string | null,
  wall: number,
): ReadWhen {
  const there = zone ?? DEFAULT_ZONE;
  const repeat = REPEATS.find(one => one === chosen) ?? null;
  const errors: Record<string, string> = {};
  const start = at === null ? null : localTimeAt(at * 1000, there);
  // The hour before clocks are set back comes twice: the second one is in the past already, or the first is meant.
  const isSoon = start !== null && momentOf(start, there) < wall + AHEAD_MS;
  if (start === null) errors[INPUT.at.block] = wrong.missing;
  else if (isSoon) errors[INPUT.at.block] = wrong.soon;
  const times = repeat === null ? null : readCount(end.times);
  const until = repeat === null ? null : end.until;
  if (times === 'bad' || (times ?? 0) > MAX_TIMES) errors[INPUT.times.block] = wrong.times(MAX_TIMES);
  else if (times !== null && until !== null) errors[INPUT.times.block] = wrong.both;
  if (until !== null && start !== null && until < start.slice(0, 10)) errors[INPUT.until.block] = wrong.until;
  if (start === null || times === 'bad' || Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, when: { start, zone: there, repeat, until, times } };
}

/** All of them at once, for a form that doesn't follow what is chosen. */
export function wholeLaterBlocks(words: Wording, later: Later): KnownBlock[] {
  return [atBlock(words, later), repeatBlock(words, later), ...endBlocks(words, later)];
}

/** The fields; of a text that may also go out at once, with that choice. */
export function laterBlocks(
  words: Wording,
  { later, zone, schedule }: { later: Later | null; zone: string | null; schedule: string | null },
): KnownBlock[] {
  const { field, goes } = words.schedules;
  const choice = select(INPUT.when, field.when.label, later ? LATER : 'now', {
    now: field.when.now,
    [LATER]: field.when.later,
  });
  if (!later) return [choice];
  const read = whenOf(words, later, zone, Number.NEGATIVE_INFINITY);
  return [
    ...(schedule === null ? [choice] : []),
    atBlock(words, later),
    repeatBlock(words, later),
    ...(later.repeat === null ? [] : endBlocks(words, later)),
    ...(read.ok ? [context(goes({ ...read.when, local: read.when.start }))] : []),
  ];
}

function atBlock({ schedules: { field } }: Wording, { at }: Later): KnownBlock {
  return {
    ...labelled(INPUT.at, field.at),
    dispatch_action: true,
    element: {
      type: 'datetimepicker',
      action_id: INPUT.at.action,
      ...(at === null ? {} : { initial_date_time: at }),
    },
  };
}

function repeatBlock({ schedules: { field } }: Wording, { repeat }: Later): KnownBlock {
  const { label, never, daily, weekly, monthly } = field.repeat;
  return select(INPUT.repeat, label, repeat ?? NEVER, { [NEVER]: never, daily, weekly, monthly });
}

function endBlocks({ schedules: { field } }: Wording, { until, times }: Later): KnownBlock[] {
  return [
    {
      ...labelled(INPUT.until, field.until),
      optional: true,
      element: {
        type: 'datepicker',
        action_id: INPUT.until.action,
        ...(until === null ? {} : { initial_date: until }),
      },
    },
    {
      ...labelled(INPUT.times, field.times),
      optional: true,
      element: {
        type: 'plain_text_input',
        action_id: INPUT.times.action,
        max_length: 10,
        ...(times === '' ? {} : { initial_value: times }),
      },
    },
  ];
}

type FieldIds = { block: string; action: string };

function labelled({ block }: FieldIds, { label, hint }: { label: string; hint?: string }) {
  return {
    type: 'input' as const,
    block_id: block,
    label: { type: 'plain_text' as const, text: label },
    ...(hint === undefined ? {} : { hint: { type: 'plain_text' as const, text: hint } }),
  };
}

/** One of a few, which the form follows at once. */
function select(place: FieldIds, label: string, chosen: string, choices: Record<string, string>): KnownBlock {
  const options = Object.entries(choices).map(([value, text]) => ({
    value,
    text: { type: 'plain_text' as const, text },
  }));
  const initial = options.find(({ value }) => value === chosen);
  return {
    ...labelled(place, { label }),
    dispatch_action: true,
    element: {
      type: 'static_select',
      action_id: place.action,
      options,
      ...(initial ? { initial_option: initial } : {}),
    },
  };
}
