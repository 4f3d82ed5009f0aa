import { type ErasedPerson, isOf } from '../../contacts/store/erasure-model.ts';
import type { NameLookup, NameMatch, OnCallRota } from '../../texts/recipient-directory.ts';
import { recipientsOf } from '../call-lists.ts';
import type { Hooks } from '../hooks.ts';
import { matchOf } from '../recipient-lookup.ts';
import type { AlertNotice } from './notice.ts';

/**
 * `erased`: the person being erased, who may still be in rotas; null for other deletions. `changed`: names of hooks that lost a
 * recipient.
 */
export type DeletedPeople = { erased: ErasedPerson | null; changed: readonly string[] };

/**
 * Notices for hooks whose recipients stand for no number any more, as far as the app can tell without Slack. A hook without recipients is
 * intended, unless the deletion removed one from it.
 */
export async function emptiedHooks(
  { hooks, book }: { hooks: Pick<Hooks, 'list'>; book: NameLookup },
  workspace: string,
  { erased, changed }: DeletedPeople,
): Promise<AlertNotice[]> {
  const notices: AlertNotice[] = [];
  for (const hook of await hooks.list(workspace)) {
    const before = recipientsOf(hook);
    // Erased people are still in policies then.
    const remaining = before.filter(recipient => erased === null || !isOf(erased, recipient));
    const matches = await Promise.all(remaining.map(recipient => matchOf(book, workspace, recipient)));
    const isEmptied =
      matches.length === 0
        ? before.length > 0 || changed.includes(hook.name)
        : matches.every(match => standsForNobody(match, erased));
    if (!isEmptied) continue;
    const rotas = matches.flatMap(match => (match?.kind === 'rota' ? match.rota : []));
    notices.push({ kind: 'emptied', hook: hook.id, rotas: rotas.slice(0, MAX_ROTAS).map(makerOf) });
  }
  return notices;
}

const MAX_ROTAS = 10;

const makerOf = ({ name, by }: OnCallRota): { name: string; by: string } => ({ name, by });

function standsForNobody(match: NameMatch | null, erased: ErasedPerson | null): boolean {
  switch (match?.kind) {
    case 'numbers':
      return match.size === 0;
    case 'rota':
      return match.rota.people.every(person => erased !== null && isOf(erased, person));
    case 'unknown':
    case 'problem':
      return true;
    case 'shared':
    case undefined:
      return false;
  }
}
