import { INBOX_STATES, INBOXES } from '../kit/inbox/model.ts';
import type { AfterRestore } from '../kit/store/restored.ts';

const FORGETFUL: readonly string[] = ['rotas', 'on_call_notices'];

/** Forgets which hand-overs and turns were announced, as if the rotas were new: what has begun by now isn't announced. */
export const afterRestore: AfterRestore = async ({ each }) => {
  await each(INBOXES, (tx, { id, kind }) => {
    if (!FORGETFUL.includes(kind) || !tx.get(INBOX_STATES, id)) return false;
    tx.delete(INBOX_STATES, id);
    return true;
  });
  return [];
};
