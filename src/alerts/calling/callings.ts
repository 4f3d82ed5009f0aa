import { z } from 'zod';
import type { Documents, Revisions } from '../../kit/store/documents.ts';
import { ifUnreadable } from '../../kit/store/errors.ts';
import { type Calling, callingSchema, DEFAULT_CALLING } from './calling.ts';

/** The most people of a workspace who may choose, because each decision reads all choices. */
export const MAX_CALLINGS = 1000;

const DOCUMENT = 'callings';
/** By user id. People who chose the default aren't in it. */
const callingsSchema = z.record(z.string(), callingSchema);

/** How a workspace's people want to be called. */
export type Callings = {
  /** The choices by user id. If they can't be read, everybody is called as if they had chosen nothing: by text, at once. */
  all(workspace: string): Promise<ReadonlyMap<string, Calling>>;
  /** A person's choice, or the default. */
  of(workspace: string, userId: string): Promise<Calling>;
  /** Sets a person's own choice. The default removes it. */
  choose(workspace: string, userId: string, calling: Calling): Promise<'chosen' | 'too_many'>;
  forget(workspace: string, userId: string): Promise<void>;
};

export function createCallings(deps: { documents: Documents; revisions: Revisions }): Callings {
  const { documents, revisions } = deps;
  const all = async (workspace: string): Promise<ReadonlyMap<string, Calling>> => {
    const stored = await documents.get(workspace, DOCUMENT, callingsSchema).catch(ifUnreadable(undefined));
    return new Map(Object.entries(stored ?? {}));
  };

  async function choose(workspace: string, userId: string, calling: Calling): Promise<'chosen' | 'too_many'> {
    const isDefault = JSON.stringify(calling) === JSON.stringify(DEFAULT_CALLING);
    const after = await revisions.update(workspace, DOCUMENT, callingsSchema, (current = {}) => {
      const entriesOfOthers = Object.entries(current).filter(([id]) => id !== userId);
      if (isDefault || entriesOfOthers.length >= MAX_CALLINGS) return Object.fromEntries(entriesOfOthers);
      return Object.fromEntries([...entriesOfOthers, [userId, calling]]);
    });
    return isDefault || after[userId] ? 'chosen' : 'too_many';
  }

  return {
    all,
    of: async (workspace, userId) => (await all(workspace)).get(userId) ?? DEFAULT_CALLING,
    choose,
    async forget(workspace, userId) {
      await choose(workspace, userId, DEFAULT_CALLING);
    },
  };
}
