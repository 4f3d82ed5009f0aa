import type { Problem } from '../kit/problem.ts';
import type { Extensions, Services } from '../kit/slack/services.ts';
import type { Wording } from '../kit/words/wording.ts';
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

/* Extension points of texts, with a default for each. Read on every call, because features are created later. */

declare module '../kit/slack/services.ts' {
  interface Extensions {
    /** Contacts and groups, as recipients. */
    book: RecipientDirectory;
    /** Rotas, as recipients. */
    onCallRotas: readonly OnCallRotasOf[];
    /** The workspace's do-not-text list. */
    doNotText: DoNotTextLookup & { inStep: DoNotTextInStep };
    /** Until when (a time of day) a promotional text may go; see `SendDeps`. */
    closesAt: (text: Text) => Promise<number | Problem | null>;
    /** Called when a bulk text may have ended. */
    settled: readonly (() => void)[];
    /** Reports of texts that features send by themselves. */
    sources: readonly FeatureSource[];
    /** Deletes some of a workspace's data from before its retention time; returns how many records. */
    sweeps: readonly ((workspace: string, before: number, limit: number) => Promise<number>)[];
  }
}

/** `called`: the name of what sent the texts, as people call it. */
type FeatureSource = TextSource & { feature: string; called(words: Wording): string };

/** @param services the extensions and features are read from them on every call */
export function withDefaults(services: Services) {
  const { extensions } = services;
  const book: RecipientDirectory & NameLookup = {
    withNumbers: async (...of) => (await extensions.book?.withNumbers(...of)) ?? { contacts: [] },
    fieldsAmong: async (...of) => (await extensions.book?.fieldsAmong(...of)) ?? new Set(),
    resolveName: async (...of) => (await extensions.book?.resolveName(...of)) ?? { kind: 'unknown' },
    resolveChoice: (workspace, recipient) => resolveChoice(services, workspace, recipient),
    findByName: async (...of) =>
      (await extensions.book?.findByName(...of)) ?? {
        contacts: [],
        groups: [],
        onCallRotas: [],
        unreadable: [],
      },
    suggest: async (...of) => (extensions.book ? extensions.book.suggest(...of) : 'no names'),
    columns: async (...of) => (await extensions.book?.columns(...of)) ?? [],
    one: async (...of) => (await extensions.book?.one(...of)) ?? null,
  };
  const doNotText: Extensions['doNotText'] = {
    of: async (...of) => (await extensions.doNotText?.of(...of)) ?? new Map(),
    inStep: {
      at: (...of) => extensions.doNotText?.inStep.at(...of) ?? [],
      of: (...of) => extensions.doNotText?.inStep.of(...of) ?? (() => false),
    },
  };
  return {
    book,
    doNotText,
    /** A promotional text doesn't go without the feature that knows its hours. */
    closesAt: async (text: Text) =>
      extensions.closesAt ? extensions.closesAt(text) : { kind: 'GONE' as const },
    async onCallRotas(workspace: string): Promise<OnCallRota[]> {
      return (await Promise.all((extensions.onCallRotas ?? []).map(rotasOf => rotasOf(workspace)))).flat();
    },
    settled: () => {
      for (const settled of extensions.settled ?? []) settled();
    },
    sourceOf: (name: string) => extensions.sources?.find(({ feature }) => feature === name),
    sweeps: () => extensions.sweeps ?? [],
    async usesOf(workspace: string, isIt: IsRecipient): Promise<RecipientUse[]> {
      const all = await Promise.all((extensions.uses ?? []).map(uses => uses(workspace, isIt)));
      return all.flat();
    },
  };
}
