import type { KnownBlock } from '@slack/types';
import type { HolidayNames } from '../../holidays/holiday.ts';
import { DAY_MS } from '../../kit/day.ts';
import type { ShowNumber } from '../../kit/number.ts';
import { context } from '../../kit/slack/elements.ts';
import { harmless } from '../../kit/slack-text.ts';
import type { Wording } from '../../kit/words/wording.ts';
import type { Recipient } from '../../texts/recipient.ts';
import { shownRecipient } from '../../texts/slack/receipt-messages.ts';
import { plainName } from '../../texts/slack/recipient-options.ts';
import { type OnCallNow, onCallNow } from '../hand-overs.ts';
import { type PlacePlan, planOf } from '../plan.ts';
import { hasSecond, peopleIn, type Rota, type RotaPlace } from '../rota.ts';
import { type Gap, gaps, type OnCall, onSince, stints } from '../stints.ts';
import type { ShownOnCall, ShownPlace } from '../words/en.ts';

/* Who is on call now and next, and when nobody is. */

const MAX_NAME_SHOWN = 60;
const STINTS_SHOWN: Record<RotaPlace, number> = { first: 8, second: 4 };
/** Gaps are looked for from now until then. */
const GAPS_AHEAD_MS = 28 * DAY_MS;
const MAX_GAPS = 3;

export type LineFacts = { holidays: HolidayNames; at: number; show: ShowNumber };

/** A person's name, without a mention that notifies them. */
export const namedIn = (person: Recipient, show: ShowNumber): string =>
  harmless(plainName(person, show), MAX_NAME_SHOWN);

/** Prepares a rota for a sentence. Mentions the person on call, and names all others. */
export function shownOnCall({ name }: Pick<Rota, 'name'>, now: OnCallNow, show: ShowNumber): ShownOnCall {
  const { first, second } = now;
  const named = (person: Recipient | null): string | null => person && namedIn(person, show);
  const shown = ({ person, until, next }: OnCall): ShownPlace => ({
    person: named(person),
    until,
    next: named(next),
  });
  return {
    ...shown(first),
    rota: harmless(name, MAX_NAME_SHOWN),
    person: first.person && shownRecipient(first.person, show),
    second: second && shown(second),
  };
}

/** Who is on call, until when, who is next, and a line for each gap. */
export function onCallLines(words: Wording, rota: Rota, { holidays, at, show }: LineFacts): string {
  const now = shownOnCall(rota, onCallNow(rota, holidays, at), show);
  return [words.rotas.onCall({ ...now, now: at }), ...gapLines(words, rota, holidays, at)].join('\n');
}

/** The plan of a rota: whose turn is when. */
export function planLine({ rotas }: Wording, rota: Rota, show: ShowNumber): string {
  const named = (list: Parameters<typeof peopleIn>[1]): string[] =>
    peopleIn(rota, list).map(person => namedIn(person, show));
  const { weekends, nights, holidays } = rota;
  return rotas.plan({
    ...rota,
    people: named('people'),
    special: {
      second: named('second'),
      weekends: weekends && { days: weekends.days, people: named('weekends') },
      nights: nights && { ...nights, people: named('nights') },
      holidays: holidays === 'nobody' ? 'nobody' : named('holidays'),
    },
  });
}

/** The preview of the first stints from a moment on, with the gaps of the next weeks. */
export function stintBlocks(words: Wording, rota: Rota, { holidays, at, show }: LineFacts): KnownBlock[] {
  const { rotas } = words;
  const linesOf = (place: RotaPlace): string[] =>
    stints(planOf(rota, place, holidays), at, STINTS_SHOWN[place]).map(stint =>
      rotas.stint({ ...stint, person: stint.person && namedIn(stint.person, show) }),
    );
  const isEmpty = rota.people.length + rota.overrides.length === 0;
  const second = hasSecond(rota) ? [`*${rotas.second}*`, ...linesOf('second')] : [];
  const gapsAhead = isEmpty ? [] : gapLines(words, rota, holidays, at);
  return [
    { type: 'divider' },
    context(rotas.preview.title),
    context(isEmpty ? rotas.preview.nothing : linesOf('first').join('\n')),
    ...[second, gapsAhead].flatMap(lines => (lines.length > 0 ? context(lines.join('\n')) : [])),
  ];
}

/** A line for each coming time in which nobody is on call, or second in line while somebody is on call. */
function gapLines({ rotas }: Wording, rota: Rota, holidays: HolidayNames, at: number): string[] {
  const gapsIn = (place: RotaPlace): Gap[] => shownGaps(planOf(rota, place, holidays), at);
  const first = gapsIn('first');
  const second = hasSecond(rota) ? gapsIn('second') : [];
  const isAlone = (gap: Gap): boolean => !first.some(({ from, to }) => from === gap.from && to === gap.to);
  const all = [
    ...first.map(gap => ({ place: 'first' as const, ...gap })),
    ...second.filter(isAlone).map(gap => ({ place: 'second' as const, ...gap })),
  ].toSorted((one, other) => one.from - other.from);
  const more = all.length - MAX_GAPS;
  return [...all.slice(0, MAX_GAPS).map(rotas.gap), ...(more > 0 ? [rotas.moreGaps(more)] : [])];
}

/** One that has begun is shown from its beginning, so that the line doesn't change all the time; one that has always been, isn't. */
const shownGaps = (plan: PlacePlan, at: number): Gap[] =>
  gaps(plan, at, at + GAPS_AHEAD_MS).flatMap(gap => {
    const from = gap.from > at ? gap.from : onSince(plan, at);
    return from === null ? [] : { ...gap, from };
  });
