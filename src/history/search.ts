import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Clock } from '../kit/clock.ts';
import { dayOf, endOfDay, timeOn } from '../kit/day.ts';
import type { LocalNumber, ShowNumber } from '../kit/number.ts';
import type { UserRef } from '../kit/slack/services.ts';
import type { Entry } from '../kit/store/store.ts';
import type { Naming } from '../texts/slack/recipient-names.ts';
import type { History } from '../texts/store/history.ts';
import type { HistoryEntry } from '../texts/store/model.ts';
import type { AlertLinks, StopLinks } from '../texts/text-links.ts';
import type { Settings, SettingsOf } from '../workspace/settings.ts';
import { actorOf, isAmong, type LogFilter, matcherOf } from './filter.ts';

/** A text as its viewer sees it. `message`: null if its words aren't for them, or are deleted. */
export type TextMatch = { text: HistoryEntry; shown: string; message: string | null };

/** `next`: where to go on; null if there is no more. `isUnfinished`: the search stopped at its limit, before it found enough. */
type MatchPage = { texts: TextMatch[]; next: Entry | null; isUnfinished: boolean };

/** Texts read at a time: other work gets its turn after about 20 ms. */
const SLICE = 100;
/** Texts read for one page. Going on reads as many again. */
const MAX_READ = 5000;

export type TextSearch = {
  /** The next `limit` texts after an entry, the newest first. */
  page(viewer: UserRef, filter: LogFilter, after: Entry | null, limit: number): Promise<MatchPage>;
  /** All of them. */
  all(viewer: UserRef, filter: LogFilter): AsyncGenerator<TextMatch[]>;
};

/**
 * Finds texts by index, some at a time. Words are those of the viewer's own texts only; names of contacts are looked up for
 * each slice, because they are stored nowhere else.
 */
export function createTextSearch(deps: {
  history: Pick<History, 'slice'>;
  settings: Pick<SettingsOf, 'of'>;
  naming: Naming;
  /** Kinds of links that only a text's recipient may use. */
  links: readonly Pick<StopLinks | AlertLinks, 'shown'>[];
  clock: Pick<Clock, 'now' | 'wall'>;
}): TextSearch {
  const { history, settings, naming, links, clock } = deps;

  /** A day's texts were planned in this part of the time line. */
  function rangeOf({ day }: LogFilter): { from?: number; to?: number } {
    if (day === null) return {};
    const ahead = clock.wall() - clock.now();
    const start = timeOn(day, '00:00');
    return { from: start - ahead, to: endOfDay(start) - 1 - ahead };
  }

  const messageOf = ({ actor, message }: HistoryEntry, { userId }: UserRef): string | null =>
    actor === userId && message !== '' ? links.reduce((shown, kind) => kind.shown(shown), message) : null;

  async function seen(
    viewer: UserRef,
    rules: Settings,
    texts: readonly HistoryEntry[],
  ): Promise<TextMatch[]> {
    const numbers = [...new Set<LocalNumber>(texts.map(({ number }) => number))];
    const show: ShowNumber = await naming(viewer.workspace, viewer.userId, numbers, rules);
    return texts.map(text => ({ text, shown: show(text.number), message: messageOf(text, viewer) }));
  }

  async function* slices(
    viewer: UserRef,
    filter: LogFilter,
    start: Entry | null,
  ): AsyncGenerator<{ matches: TextMatch[]; next: Entry | null; read: number }> {
    const rules = await settings.of(viewer.workspace);
    const fits = matcherOf(filter.typed, rules.maskNumbers);
    const actor = actorOf(filter, viewer.userId);
    for (let after = start; ; ) {
      const range = { ...rangeOf(filter), after, limit: SLICE };
      const { texts, next } = await history.slice(viewer.workspace, actor, range);
      const some = await seen(
        viewer,
        rules,
        texts.filter(text => isAmong(text, filter)),
      );
      const matches = fits
        ? some.filter(({ text, shown, message }) => fits({ number: text.number, shown, message }))
        : some;
      yield { matches, next, read: texts.length };
      await endOfTurn();
      if (!next) return;
      after = next;
    }
  }

  return {
    async page(viewer, filter, after, limit) {
      const texts: TextMatch[] = [];
      let read = 0;
      for await (const slice of slices(viewer, filter, after)) {
        const room = limit - texts.length;
        texts.push(...slice.matches.slice(0, room));
        const last = texts.at(-1);
        if (slice.matches.length > room && last) return { texts, next: entryOf(last), isUnfinished: false };
        if (!slice.next) break;
        if (texts.length === limit) return { texts, next: slice.next, isUnfinished: false };
        read += slice.read;
        if (read >= MAX_READ) return { texts, next: slice.next, isUnfinished: true };
      }
      return { texts, next: null, isUnfinished: false };
    },

    async *all(viewer, filter) {
      for await (const { matches } of slices(viewer, filter, null)) if (matches.length > 0) yield matches;
    },
  };
}

/** A text's entry in the indexes by age. */
const entryOf = ({ text }: TextMatch): Entry => ({ id: text.id, score: text.createdAt });

/** The last days, the latest first, for a choice of day. */
export const lastDays = (now: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => dayOf(now) - index);
