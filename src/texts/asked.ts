import type { Problem } from '../kit/problem.ts';
import type { Additions } from '../kit/slack/services.ts';
import type { Who } from '../kit/slack/who.ts';
import type { Intent, Source } from './intent.ts';
import type { DutiesOf, NeverInStep, NeverTexted, RecipientBook } from './people.ts';
import { NOBODY_SPARED, type SparedNumbers } from './sending/reach.ts';
import type { Deliver } from './sending/reporter.ts';
import type { Text } from './text.ts';

/*
 * What texts ask of features above them, and what holds where nobody answers. It is asked each time, since those features are made
 * after texts are.
 */

declare module '../kit/slack/services.ts' {
  interface Additions {
    /** Contacts and groups, as recipients. */
    book: RecipientBook;
    /** Rotas, as recipients. */
    duties: DutiesOf;
    /** Who must not be texted. */
    never: NeverTexted & { inStep: NeverInStep };
    /** The numbers that an intent's texts go to although they must not be texted. */
    spared: (intent: Intent) => Promise<SparedNumbers>;
    /** Until when (a time of day) a promotional text may go; otherwise see `createDispatcher`. */
    closesAt: (text: Text) => Promise<number | Problem | null>;
    /** Called when a text of many may have ended. */
    settled: () => void;
    /** Who tells what became of texts, by their source. */
    delivers: readonly { source: Source; deliver: Deliver }[];
    /** Removes some of what is older than its workspace keeps texts; returns how much. */
    sweeps: readonly ((workspace: string, before: number, limit: number) => Promise<number>)[];
    /** Hears who looks at their Home tab, and whether they see everybody's. */
    homeReaders: { looked(who: Who): void; sees(who: Who, everybodys: boolean): void };
  }
}

/** @param added by those features, at any time */
export function askingOthers(added: Partial<Additions>) {
  const book: RecipientBook = {
    withNumbers: async (...of) => (await added.book?.withNumbers(...of)) ?? { contacts: [] },
    means: async (...of) => (await added.book?.means(...of)) ?? { kind: 'unknown' },
    chosen: async (...of) => (await added.book?.chosen(...of)) ?? { kind: 'unknown' },
    called: async (...of) =>
      (await added.book?.called(...of)) ?? { contacts: [], groups: [], duties: [], unreadable: [] },
    near: async (...of) => (added.book ? added.book.near(...of) : 'no names'),
    one: async (...of) => (await added.book?.one(...of)) ?? null,
    offered: async (...of) => (await added.book?.offered(...of)) ?? { contacts: [], groups: [] },
  };
  const never: Additions['never'] = {
    of: async (...of) => (await added.never?.of(...of)) ?? new Map(),
    inStep: {
      at: (...of) => added.never?.inStep.at(...of) ?? [],
      of: (...of) => added.never?.inStep.of(...of) ?? (() => false),
    },
  };
  return {
    book,
    never,
    spared: async (intent: Intent) => (await added.spared?.(intent)) ?? NOBODY_SPARED,
    /** What nobody knows the hours of doesn't go. */
    closesAt: async (text: Text) => (added.closesAt ? added.closesAt(text) : { kind: 'GONE' as const }),
    settled: () => added.settled?.(),
    delivererOf: (source: Source) => added.delivers?.find(one => one.source === source)?.deliver,
    sweeps: () => added.sweeps ?? [],
    homeReaders: {
      looked: (who: Who) => added.homeReaders?.looked(who),
      sees: (who: Who, everybodys: boolean) => added.homeReaders?.sees(who, everybodys),
    },
  };
}
