import type { ShowNumber } from '../kit/number.ts';
import { ownOf } from '../kit/own.ts';
import type { OptionSection } from '../kit/slack/listeners.ts';
import type { Services } from '../kit/slack/services.ts';
import type { Wording } from '../kit/words/wording.ts';
import type { FeatureRecipient, RecipientKinds } from './recipient.ts';
import type { NameLookup, NameMatch } from './recipient-directory.ts';

/* The recipients that features store, such as groups and rotas. Each feature declares its kinds in `RecipientKinds`. */

/** `people`: each is one person; `groups`: several people; `onCall`: the person on call. A field says which of them it takes. */
export type RecipientSort = 'people' | 'groups' | 'onCall';

/** The text that a person has typed into a field for recipients, and how to word the options. */
export type RecipientQuery = { workspace: string; typed: string; words: Wording; show: ShowNumber };

/** A feature's recipients, by kind. */
export type FeatureRecipients<Kind extends string = string> = {
  sort: Readonly<Record<Kind, RecipientSort>>;
  /** Expands a chosen recipient. `unknown`: it no longer exists. */
  resolveChoice: Readonly<Record<Kind, NameLookup['resolveChoice']>>;
  /** The options of each kind, the best match first. */
  offer(query: RecipientQuery): Promise<Readonly<Record<Kind, OptionSection>>>;
};

declare module '../kit/feature.ts' {
  interface AnyFeature {
    /** The recipients that the feature stores. */
    recipients?(services: Services): FeatureRecipients;
  }
  interface Declared<Name extends string> {
    recipients: Name extends keyof RecipientKinds
      ? (services: Services) => FeatureRecipients<RecipientKinds[Name]>
      : never;
  }
}

/** Asks the feature that stores a chosen recipient. */
export async function resolveChoice(
  services: Services,
  workspace: string,
  recipient: FeatureRecipient,
): Promise<NameMatch> {
  const feature = services.features.find(({ name }) => name === recipient.feature);
  const kinds = feature?.recipients?.(services).resolveChoice;
  const resolve = kinds && ownOf(kinds, recipient.kind);
  return resolve?.(workspace, recipient) ?? { kind: 'problem', problem: { kind: 'PART_REMOVED' } };
}

/** The options of all features for the sorts of recipients that a field takes. */
export async function offeredRecipients(
  services: Services,
  sorts: readonly RecipientSort[],
  query: RecipientQuery,
): Promise<{ sort: RecipientSort; section: OptionSection }[]> {
  const offers = services.features.map(async ({ recipients }) => {
    const kinds = recipients?.(services);
    const matching = Object.entries(kinds?.sort ?? {}).filter(([, sort]) => sorts.includes(sort));
    if (!kinds || matching.length === 0) return [];
    const sections = await kinds.offer(query);
    return matching.flatMap(([kind, sort]) => {
      const section = ownOf(sections, kind);
      return section ? { sort, section } : [];
    });
  });
  return (await Promise.all(offers)).flat();
}
