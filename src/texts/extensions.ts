import type { Problem } from '../kit/problem.ts';
import type { Extensions, Services, UserRef } from '../kit/slack/services.ts';
import type {
  DoNotTextInStep,
  DoNotTextLookup,
  NameLookup,
  OnCallRota,
  OnCallRotasOf,
  RecipientDirectory,
} from './recipient-directory.ts';
import { resolveChoice } from './recipient-kinds.ts';
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
    /** Rotas, as recipients. */
    onCallRotas: readonly OnCallRotasOf[];
    /** Who must not be texted. */
    doNotText: DoNotTextLookup & { inStep: DoNotTextInStep };
    /** Until when (a time of day) a promotional text may go; otherwise see `createDispatcher`. */
    closesAt: (text: Text) => Promise<number | Problem | null>;
    /** Called when a text of many may have ended. */
    settled: readonly (() => void)[];
    /** What features say of texts that they send by themselves. */
    sources: readonly (TextSource & { feature: string })[];
    /** Removes some of what is older than its workspace keeps texts; returns how much. */
    sweeps: readonly ((workspace: string, before: number, limit: number) => Promise<number>)[];
    /** Hears who looks at their Home tab, and whether they see everybody's. */
    homeReaders: readonly HomeWatcher[];
  }
}

type HomeWatcher = { looked(user: UserRef): void; sees(user: UserRef, everybodys: boolean): void };

/** @param services with the extensions and the features, which are read on every call */
export function withDefaults(services: Services) {
  const { extensions: added } = services;
  const book: RecipientDirectory & NameLookup = {
    withNumbers: async (...of) => (await added.book?.withNumbers(...of)) ?? { contacts: [] },
    fieldsAmong: async (...of) => (await added.book?.fieldsAmong(...of)) ?? new Set(),
    resolveName: async (...of) => (await added.book?.resolveName(...of)) ?? { kind: 'unknown' },
    resolveChoice: (workspace, recipient) => resolveChoice(services, workspace, recipient),
    findByName: async (...of) =>
      (await added.book?.findByName(...of)) ?? { contacts: [], groups: [], onCallRotas: [], unreadable: [] },
    suggest: async (...of) => (added.book ? added.book.suggest(...of) : 'no names'),
    columns: async (...of) => (await added.book?.columns(...of)) ?? [],
    one: async (...of) => (await added.book?.one(...of)) ?? null,
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
    async onCallRotas(workspace: string): Promise<OnCallRota[]> {
      return (await Promise.all((added.onCallRotas ?? []).map(rotasOf => rotasOf(workspace)))).flat();
    },
    settled: () => {
      for (const settled of added.settled ?? []) settled();
    },
    sourceOf: (name: string) => added.sources?.find(({ feature }) => feature === name),
    sweeps: () => added.sweeps ?? [],
    async usesOf(workspace: string, isIt: IsRecipient): Promise<RecipientUse[]> {
      const all = await Promise.all((added.uses ?? []).map(uses => uses(workspace, isIt)));
      return all.flat();
    },
    homeReaders: {
      looked: (user: UserRef) => {
        for (const reader of added.homeReaders ?? []) reader.looked(user);
      },
      sees: (user: UserRef, everybodys: boolean) => {
        for (const reader of added.homeReaders ?? []) reader.sees(user, everybodys);
      },
    },
  };
}
