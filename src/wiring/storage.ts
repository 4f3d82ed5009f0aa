import { FEATURES } from '../features.ts';
import type { TimeSource } from '../kit/clock.ts';
import type { Feature } from '../kit/feature.ts';
import { createLinks } from '../kit/pages/magic-links.ts';
import { createStalls } from '../kit/stalls/stalls.ts';
import { createDocuments } from '../kit/store/documents.ts';
import type { StorageError } from '../kit/store/errors.ts';
import { createQuarantine } from '../kit/store/quarantine.ts';
import type { Engine, Records, Storage, StorageChoice, StoreGiven } from '../kit/store/storage.ts';
import type { Store } from '../kit/store/store.ts';
import type { Log } from '../log.ts';

/** Keeps what features keep, on any store. */
export function createRecords(
  store: Store,
  { newId, wall }: Pick<StoreGiven, 'newId' | 'wall'>,
  features: readonly Feature[] = FEATURES,
): Records {
  const all = features.flatMap(({ persistence }) => persistence ?? []);
  const given: StoreGiven = {
    ...{ newId, wall },
    hooks: Object.assign({}, ...all.map(({ hooks }) => hooks)),
    deletions: all.flatMap(({ deleteWorkspaceData }) => deleteWorkspaceData ?? []).reverse(),
  };
  return Object.assign(
    {
      ...createDocuments(store),
      links: createLinks(store),
      stalls: createStalls(store),
      quarantine: createQuarantine(
        store,
        all.flatMap(({ quarantineKinds }) => quarantineKinds?.(given) ?? []),
      ),
    },
    ...all.map(({ open }) => open(store, given)),
  );
}

/** Everything that the app keeps, on an open engine. */
export const storageOn = (
  { store, ...engine }: Engine,
  newId: () => string,
  features?: readonly Feature[],
): Storage => ({ ...createRecords(store, { newId, wall: engine.wall }, features), ...engine });

/**
 * Opens the chosen engine, and loads no other: Redis' client takes as much memory as a tenth of the program. A new engine is
 * one folder next to the two, and one case here.
 *
 * @param given.time this machine's clocks
 * @param given.failed called once if the store failed so badly that only a restart helps; nothing more is written
 * @throws StorageError if it can't be used
 */
export async function openStorage(
  choice: StorageChoice,
  given: {
    time: TimeSource;
    newId: () => string;
    log: Log;
    failed?: (error: StorageError) => void;
    features?: readonly Feature[];
  },
): Promise<Storage> {
  return storageOn(await openEngine(choice, given), given.newId, given.features);
}

async function openEngine(choice: StorageChoice, given: Parameters<typeof openStorage>[1]): Promise<Engine> {
  switch (choice.kind) {
    case 'redis':
      return (await import('../kit/store/redis/index.ts')).openRedis({ ...choice, ...given });
    case 'sqlite':
      return (await import('../kit/store/sqlite/index.ts')).openSqlite({ ...choice, ...given });
  }
}
