import type { History } from '../texts/store/history.ts';
import type { LinkedKeys } from '../workspace/linked-keys.ts';
import type { Block } from './policy/incidents/state.ts';

/** The reason why no text of a workspace can go now; null if texts can go. */
export const createBlockOf =
  ({ keys, history }: { keys: Pick<LinkedKeys, 'known'>; history: Pick<History, 'waiting'> }) =>
  async (workspace: string): Promise<Block | null> => {
    const key = await keys.known(workspace);
    if (key === 'none' || key === 'unreadable') return 'no_key';
    const { held } = await history.waiting(workspace, key.fingerprint);
    if (held === null) return null;
    return held === 'INSUFFICIENT_CREDITS' ? 'no_credits' : 'key_held';
  };
