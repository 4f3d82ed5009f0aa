import { FEATURES } from '../features.ts';
import type { TimeSource } from '../kit/clock.ts';
import { type AnyFeature, addExtensions, deletionOrder } from '../kit/feature.ts';
import { createLinks } from '../kit/pages/magic-links.ts';
import { createStalls } from '../kit/stalls/stalls.ts';
import { createDocuments } from '../kit/store/documents.ts';
import type { StorageError } from '../kit/store/errors.ts';
import { createQuarantine } from '../kit/store/quarantine.ts';
import type { Engine, Records, StepHooks, Storage, StorageChoice, StoreGiven } from '../kit/store/storage.ts';
import type { Store } from '../kit/store/store.ts';
import type { Log } from '../log.ts';

/** The dependencies of all features' stores. */
export function createContext(
  { newId, wall }: Pick<StoreGiven, 'newId' | 'wall'>,
  features: readonly AnyFeature[],
): StoreGiven {
  const hooks: Partial<StepHooks> = {};
  for (const { persistence } of features) addExtensions(hooks, persistence?.hooks ?? {});
  return { newId, wall, hooks, deletions: deletionOrder(features) };
}

/** The records of all features, on any store. */
export function createRecords(
  store: Store,
  basics: Pick<StoreGiven, 'newId' | 'wall'>,
  features: readonly AnyFeature[] = FEATURES,
): Records {
  const all = features.flatMap(({ persistence }) => persistence ?? []);
  const context = createContext(basics, features);
  return Object.assign(
    {
      ...createDocuments(store),
      links: createLinks(store),
      stalls: createStalls(store),
      quarantine: createQuarantine(
        store,
        all.flatMap(({ quarantineKinds }) => quarantineKinds?.(context) ?? []),
      ),
    },
    ...all.map(({ open }) => open(store, context)),
  );
}

/** The app's storage on an open engine. */
export const storageOn = (
  { store, ...engine }: Engine,
  newId: () => string,
  features?: readonly AnyFeature[],
): Storage => ({ ...createRecords(store, { newId, wall: engine.wall }, features), ...engine });

/**
 * Opens the chosen engine. Loads no other, because Redis' client takes as much memory as a tenth of the program. A new engine gets
 * a folder in `src/kit/store`, and a case in `openEngine`.
 *
 * @param deps.time this machine's clocks
 * @param deps.failed called once if the store failed so badly that only a restart helps; afterwards nothing is written
 * @throws StorageError if it can't be used
 */
export async function openStorage(
  choice: StorageChoice,
  deps: {
    time: TimeSource;
    newId: () => string;
    log: Log;
    failed?: (error: StorageError) => void;
    features?: readonly AnyFeature[];
  },
): Promise<Storage> {
  return storageOn(await openEngine(choice, deps), deps.newId, deps.features);
}

async function openEngine(choice: StorageChoice, deps: Parameters<typeof openStorage>[1]): Promise<Engine> {
  switch (choice.kind) {
    case 'redis':
      return (await import('../kit/store/redis/index.ts')).openRedis({ ...choice, ...deps });
    case 'sqlite':
      return (await import('../kit/store/sqlite/index.ts')).openSqlite({ ...choice, ...deps });
  }
}
