import { ofMillionths } from '../../../kit/credits.ts';
import { DAY_MS, dayOf, startOfMonth, timeOn } from '../../../kit/day.ts';
import { type ChartPoint, chart, type ShownBlock } from '../../../kit/slack/charts.ts';
import { context, header, section } from '../../../kit/slack/elements.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import { NO_USE, type Usage } from '../../limits.ts';
import type { DayUsage, History } from '../../store/history.ts';
import { plus } from '../../store/usage.ts';

/* What the workspace sends and spends, from the sums of its days and of its senders' months. */

const MAX_SENDERS = 10;
const CHART_DAYS = 14;

/** What the sums are read from: the days of the month and those that charts and the forecast look back at. */
const LOOK_BACK_DAYS = 31;

export type Spending = {
  asOf: number;
  /** Oldest first; days without texts are missing. */
  days: readonly DayUsage[];
  senders: Awaited<ReturnType<History['senders']>>;
};

export async function gatherSpending(history: History, workspace: string, asOf: number): Promise<Spending> {
  const [days, senders] = await Promise.all([
    history.days(workspace, asOf - LOOK_BACK_DAYS * DAY_MS, asOf),
    history.senders(workspace, asOf, MAX_SENDERS),
  ]);
  return { asOf, days, senders };
}

/** @param nameOf a feature's name as people call it; null for one that the app no longer has */
export function spendingBlocks(
  words: Wording,
  spending: Spending,
  nameOf: (feature: string) => string | null,
): ShownBlock[] {
  const { asOf, days, senders } = spending;
  const { home } = words;
  const month = days.filter(({ day }) => day >= dayOf(startOfMonth(asOf)));
  const today = days.filter(({ day }) => day === dayOf(asOf));
  const more = senders.count - senders.most.length;
  const sources = sourcesOf(month);
  return [
    header(home.spending),
    section([home.spentToday(shownSum(today)), home.spentMonth(shownSum(month))].join('\n')),
    ...textsChart(words, days, asOf),
    ...(sources.length === 0
      ? []
      : [
          section(
            [
              home.bySource,
              ...sources.map(([name, used]) =>
                home.sourceLine({ source: sourceLabel(words, name, nameOf), ...shown(used) }),
              ),
            ].join('\n'),
          ),
          section(
            [
              home.byPerson,
              ...senders.most.map(({ actor, ...used }) => home.senderLine({ actor, ...shown(used) })),
              ...(more > 0 ? [home.moreSenders(more)] : []),
            ].join('\n'),
          ),
        ]),
    context(home.creditsAsTold),
  ];
}

/** All sources of these days, the one with most texts first. */
export function sourcesOf(days: readonly Pick<DayUsage, 'sources'>[]): [name: string, used: Usage][] {
  const sums = new Map<string, Usage>();
  for (const [name, used] of days.flatMap(({ sources }) => Object.entries(sources)))
    sums.set(name, plus(sums.get(name) ?? NO_USE, used));
  return [...sums].filter(([, { texts }]) => texts > 0).toSorted(([, a], [, b]) => b.texts - a.texts);
}

function sourceLabel(
  { home: { sources } }: Wording,
  name: string,
  nameOf: (feature: string) => string | null,
) {
  return name in sources ? sources[name as keyof typeof sources] : (nameOf(name) ?? sources.other);
}

const shown = ({ texts, millionths }: Usage) => ({ texts, credits: ofMillionths(millionths) });
const shownSum = (days: readonly Usage[]) => shown(days.reduce(plus, NO_USE));

/** The last days' texts, those without any included; nothing before there is a second day to compare. */
function textsChart(words: Wording, days: readonly DayUsage[], asOf: number): ShownBlock[] {
  const { chart: labels } = words.home;
  const first = days.find(({ texts }) => texts > 0)?.day ?? dayOf(asOf);
  const byDay = new Map(days.map(({ day, texts }) => [day, texts]));
  const points = daysUpTo(asOf, CHART_DAYS, first).map((day): ChartPoint => {
    const texts = byDay.get(day) ?? 0;
    return { label: labels.day(timeOn(day, '12:00')), value: texts, text: labels.textsOn(texts) };
  });
  return points.length < 2 ? [] : chart({ title: labels.texts, as: 'bars', name: labels.textsName, points });
}

/** The last `count` days up to that of `at`, oldest first, from `first` on. */
export function daysUpTo(at: number, count: number, first: number): number[] {
  const from = Math.max(first, dayOf(at) - count + 1);
  return Array.from({ length: dayOf(at) - from + 1 }, (_, index) => from + index);
}
