import type { Problem } from '../kit/problem.ts';
import type { Extensions, UserRef } from '../kit/slack/services.ts';
import type {
  DoNotTextInStep,
  DoNotTextLookup,
  NameLookup,
  OnCallRotasOf,
  RecipientDirectory,
  RecipientProvider,
} from './recipient-directory.ts';
import type { IsRecipient, RecipientUse } from './recipient-uses.ts';
import type { TextSource } from './sending/sources.ts';
import type { Text } from './text.ts';

/*
 * What texts ask of features above them, and what holds where nobody answers. It is asked each time, since those features are made
 * after texts are.
 */

declare module '../kit/slack/services.ts' {
  interface Extensions {
    /** Contacts and groups, as recipients. */
    book: RecipientDirectory;
    providers: readonly RecipientProvider[];
    /** Rotas, as recipients. */
    onCallRotas: OnCallRotasOf;
    /** Who must not be texted. */
    doNotText: DoNotTextLookup & { inStep: DoNotTextInStep };
    /** Until when (a time of day) a promotional text may go; otherwise see `createDispatcher`. */
    closesAt: (text: Text) => Promise<number | Problem | null>;
    /** Called when a text of many may have ended. */
    settled: () => void;
    /** What features say of texts that they send by themselves. */
    sources: readonly (TextSource & { feature: string })[];
    /** Removes some of what is older than its workspace keeps texts; returns how much. */
    sweeps: readonly ((workspace: string, before: number, limit: number) => Promise<number>)[];
    /** Hears who looks at their Home tab, and whether they see everybody's. */
    homeReaders: { looked(who: UserRef): void; sees(who: UserRef, everybodys: boolean): void };
  }
}

/** @param added by those features, at any time */
export function withDefaults(added: Partial<Extensions>) {
  const book: RecipientDirectory & NameLookup = {
    withNumbers: async (...of) => (await added.book?.withNumbers(...of)) ?? { contacts: [] },
    fieldsAmong: async (...of) => (await added.book?.fieldsAmong(...of)) ?? new Set(),
    resolveName: async (...of) => (await added.book?.resolveName(...of)) ?? { kind: 'unknown' },
    async resolveChoice(workspace, who) {
      const keeper = added.providers?.find(({ feature }) => feature === who.feature);
      return keeper?.resolveChoice(workspace, who) ?? { kind: 'problem', problem: { kind: 'PART_REMOVED' } };
    },
    findByName: async (...of) =>
      (await added.book?.findByName(...of)) ?? { contacts: [], groups: [], onCallRotas: [], unreadable: [] },
    suggest: async (...of) => (added.book ? added.book.suggest(...of) : 'no names'),
    columns: async (...of) => (await added.book?.columns(...of)) ?? [],
    one: async (...of) => (await added.book?.one(...of)) ?? null,
    offered: async (...of) => (await added.book?.offered(...of)) ?? { contacts: [], groups: [] },
  };
  const doNotText: Extensions['doNotText'] = {
    of: async (...of) => (await added.doNotText?.of(...of)) ?? new Map(),
    inStep: {
      at: (...of) => added.doNotText?.inStep.at(...of) ?? [],
      of: (...of) => added.doNotText?.inStep.of(...of) ?? (() => false),
    },
  };
  return {
    book,
    doNotText,
    /** What nobody knows the hours of doesn't go. */
    closesAt: async (text: Text) => (added.closesAt ? added.closesAt(text) : { kind: 'GONE' as const }),
    settled: () => added.settled?.(),
    sourceOf: (name: string) => added.sources?.find(({ feature }) => feature === name),
    sweeps: () => added.sweeps ?? [],
    async usesOf(workspace: string, isIt: IsRecipient): Promise<RecipientUse[]> {
      const all = await Promise.all((added.uses ?? []).map(uses => uses(workspace, isIt)));
      return all.flat();
    },
    homeReaders: {
      looked: (who: UserRef) => added.homeReaders?.looked(who),
      sees: (who: UserRef, everybodys: boolean) => added.homeReaders?.sees(who, everybodys),
    },
  };
}
