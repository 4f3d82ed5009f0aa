import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import { DAY_MS, dayOf } from '../../kit/day.ts';
import { context, section } from '../../kit/slack/elements.ts';
import { inParts, reporting, textParts } from '../../kit/slack/fields.ts';
import { type FieldReading, type Form, type FormFields, fieldId } from '../../kit/slack/form.ts';
import { COMMAND } from '../../kit/slack/listener.ts';
import { harmless } from '../../kit/slack-text.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { manager } from '../../workspace/slack/permissions.ts';
import {
  type Holiday,
  inOrder,
  keptAt,
  MAX_HOLIDAYS,
  nextStretch,
  type Stretch,
  stretchesOf,
} from '../holiday.ts';
import { type BadLine, readHolidays } from '../parse.ts';

/** `texts`: what is in each field of the list, which has several if it is long. */
type HolidaysDraft = { texts: string[] };

const MAX_NAMED = 3;
const MAX_TYPED_SHOWN = 40;
/** Slack shows a block's text up to 3,000 characters: this many stretches of a year fit. */
const MAX_STRETCHES_SHOWN = 20;

/** The form with the workspace's list of holidays, as lines to type or paste. */
export const holidaysForm: Form<{ subject: null; current: HolidaysDraft; draft: HolidaysDraft }> = {
  id: 'holidays',
  openers: { open: () => null },
  subject: z.null(),
  permission: manager,
  requiresLiveFacts: true,
  command: `${COMMAND} holidays`,
  title: words => words.holidays.title,
  submit: ({ settings }) => settings.save,
  async load({ holidays }, { workspace }, _subject, words) {
    const lines = stretchesOf(await holidays.list(workspace)).map(words.holidays.line);
    return { current: { texts: inParts(lines) } };
  },
  draft: current => current,
  fields: words => fields(words),
  head: ({ holidays: { intro } }) => [context(intro)],
  async preview({ clock }, _user, words, { draft, wrong }) {
    return previewBlocks(words, draft, Object.values(wrong.texts ?? {}), clock.wall());
  },
  check({ clock }, _user, { holidays }, { draft }) {
    const days = keptAt(daysIn(draft), clock.wall()).length;
    return days > MAX_HOLIDAYS
      ? { texts: { [`${fieldId(holidaysForm, 'texts')}1`]: holidays.wrong.tooMany(days, MAX_HOLIDAYS) } }
      : {};
  },
  version: ({ texts }) => texts,
  changed: ({ holidays }) => [holidays.changedMeanwhile],
  async save({ holidays, clock }, { workspace, userId }, words, { draft }) {
    const days = await holidays.save(workspace, userId, daysIn(draft));
    const shown = [words.holidays.saved, ...summaryLines(words, days, clock.wall())];
    return { message: shown.join('\n') };
  },
};

const fields = ({ holidays: { field, wrong } }: Wording): FormFields<HolidaysDraft> => ({
  texts: {
    blocks: (id, texts) => textParts(id, field.days, field.more, texts).map(reporting),
    read(state, id): FieldReading<string[]> {
      const parts = state.texts(id);
      const errors = parts.flatMap(({ block, text }) => {
        const { bad } = readHolidays(text);
        return bad.length === 0 ? [] : [[block, badLines({ wrong }, bad)] as const];
      });
      return {
        value: parts.map(({ text }) => text),
        error: errors.length === 0 ? null : Object.fromEntries(errors),
      };
    },
  },
});

function badLines({ wrong }: Pick<Wording['holidays'], 'wrong'>, bad: readonly BadLine[]): string {
  const named = bad
    .slice(0, MAX_NAMED)
    .map(({ line, typed, why }) => wrong.line({ line, typed: harmless(typed, MAX_TYPED_SHOWN), why }));
  const more = bad.length - named.length;
  return [...named, ...(more > 0 ? [wrong.more(more)] : [])].join('\n');
}

const daysIn = ({ texts }: HolidaysDraft): Holiday[] =>
  inOrder(texts.flatMap(text => readHolidays(text).days));

/** The list as it was understood, below what is typed. */
function previewBlocks(
  words: Wording,
  draft: HolidaysDraft,
  errors: readonly (string | null)[],
  at: number,
): KnownBlock[] {
  const read = daysIn(draft);
  const days = keptAt(read, at);
  const past = read.length - days.length;
  return [
    { type: 'divider' },
    ...errors.flatMap(error => (error === null ? [] : [context(`:warning: ${error}`)])),
    ...summaryLines(words, days, at).map(section),
    ...(past > 0 ? [context(words.holidays.past(past))] : []),
  ];
}

/** How many days, the next of them, and all of them by year. */
function summaryLines({ holidays: words }: Wording, days: readonly Holiday[], at: number): string[] {
  if (days.length === 0) return [words.none];
  const shown = ({ name, ...span }: Stretch): Stretch => ({ ...span, name: harmless(name, 60) });
  const next = nextStretch(days, at);
  const years = Map.groupBy(stretchesOf(days), ({ from }) => yearOf(from));
  return [
    words.summary({ days: days.length, next: next && shown(next), today: dayOf(at) }),
    ...[...years].map(([year, stretches]) =>
      words.ofYear({
        year,
        stretches: stretches.slice(0, MAX_STRETCHES_SHOWN).map(shown),
        more: Math.max(0, stretches.length - MAX_STRETCHES_SHOWN),
      }),
    ),
  ];
}

const yearOf = (day: number): number => new Date(day * DAY_MS).getUTCFullYear();
