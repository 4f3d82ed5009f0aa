import { INBOXES } from '../kit/inbox/model.ts';
import { putEvent } from '../kit/inbox/store.ts';
import type { AfterRestore } from '../kit/store/restored.ts';
import type { StoredEvent } from './policy/events.ts';

const RESTORED: StoredEvent = { kind: 'restored' };

/** Has each workspace's alerts begin anew: the first thing that the app decides about them. */
export const afterRestore =
  (newId: () => string): AfterRestore =>
  async ({ now, each }) => {
    await each(INBOXES, (tx, { kind, workspace, name }) => {
      if (kind !== 'alerts') return false;
      putEvent(tx, { id: newId(), address: { kind, workspace, name }, body: JSON.stringify(RESTORED) }, now);
      return true;
    });
    return [];
  };
