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

/* Extension points of texts, with a default for each. Read on every call, because features are created later. */

declare module '../kit/slack/services.ts' {
  interface Extensions {
    /** Contacts and groups, as recipients. */
    book: RecipientDirectory;
    providers: readonly RecipientProvider[];
    /** Rotas, as recipients. */
    onCallRotas: OnCallRotasOf;
    doNotText: DoNotTextLookup & { inStep: DoNotTextInStep };
    /** Until when (a time of day) a promotional text may go; see `SendDeps`. */
    closesAt: (text: Text) => Promise<number | Problem | null>;
    /** Called when a bulk text may have ended. */
    settled: () => void;
    sources: readonly (TextSource & { feature: string })[];
    /** Deletes some of what is older than its workspace keeps texts; returns how many things. */
    sweeps: readonly ((workspace: string, before: number, limit: number) => Promise<number>)[];
    /** Notified when a user opens their Home tab, and whether it shows everybody's texts. */
    homeReaders: { looked(user: UserRef): void; sees(user: UserRef, everybodys: boolean): void };
  }
}

/** @param extensions added by features at any time */
export function withDefaults(extensions: Partial<Extensions>) {
  const book: RecipientDirectory & NameLookup = {
    withNumbers: async (...of) => (await extensions.book?.withNumbers(...of)) ?? { contacts: [] },
    fieldsAmong: async (...of) => (await extensions.book?.fieldsAmong(...of)) ?? new Set(),
    resolveName: async (...of) => (await extensions.book?.resolveName(...of)) ?? { kind: 'unknown' },
    async resolveChoice(workspace, choice) {
      const provider = extensions.providers?.find(({ feature }) => feature === choice.feature);
      return (
        provider?.resolveChoice(workspace, choice) ?? { kind: 'problem', problem: { kind: 'PART_REMOVED' } }
      );
    },
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
    offered: async (...of) => (await extensions.book?.offered(...of)) ?? { contacts: [], groups: [] },
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
    /** Without the feature that knows its hours, a promotional text doesn't go. */
    closesAt: async (text: Text) =>
      extensions.closesAt ? extensions.closesAt(text) : { kind: 'GONE' as const },
    settled: () => extensions.settled?.(),
    sourceOf: (name: string) => extensions.sources?.find(({ feature }) => feature === name),
    sweeps: () => extensions.sweeps ?? [],
    async usesOf(workspace: string, isIt: IsRecipient): Promise<RecipientUse[]> {
      const all = await Promise.all((extensions.uses ?? []).map(uses => uses(workspace, isIt)));
      return all.flat();
    },
    homeReaders: {
      looked: (user: UserRef) => extensions.homeReaders?.looked(user),
      sees: (user: UserRef, everybodys: boolean) => extensions.homeReaders?.sees(user, everybodys),
    },
  };
}
