import { type ErasedPerson, isOf } from '../../contacts/store/erasure-model.ts';
import { isFeatureRecipient, type Recipient } from '../../texts/recipient.ts';
import type { NameLookup, NameMatch, OnCallRota } from '../../texts/recipient-directory.ts';
import { type Hooks, recipientsOf } from '../hooks.ts';
import type { AlertNotice } from './notice.ts';

/**
 * `erased`: the person being erased, who may still be in rotas; null for other deletions. `changed`: names of hooks that lost them.
 */
export type DeletedPeople = { erased: ErasedPerson | null; changed: readonly string[] };

/**
 * The hooks that have nobody left who gets a text, without asking Slack: whoever made them hears, and whoever made a rota of
 * theirs. One without any recipient is meant to be, unless somebody was just taken out of it.
 */
export async function emptiedHooks(
  { hooks, book }: { hooks: Pick<Hooks, 'list'>; book: NameLookup },
  workspace: string,
  { erased, changed }: DeletedPeople,
): Promise<AlertNotice[]> {
  const notices: AlertNotice[] = [];
  for (const hook of await hooks.list(workspace)) {
    const found = await Promise.all(recipientsOf(hook).map(one => meantBy(book, workspace, one)));
    const isEmptied =
      found.length === 0 ? changed.includes(hook.name) : found.every(meant => standsForNobody(meant, erased));
    if (!isEmptied) continue;
    const rotas = found.flatMap(meant => (meant?.kind === 'rota' ? meant.rota : []));
    notices.push({ kind: 'emptied', hook: hook.id, rotas: rotas.slice(0, MAX_ROTAS).map(makerOf) });
  }
  return notices;
}

const MAX_ROTAS = 10;

const makerOf = ({ name, by }: OnCallRota): { name: string; by: string } => ({ name, by });

/** Null: a number or somebody in Slack. */
async function meantBy(book: NameLookup, workspace: string, who: Recipient): Promise<NameMatch | null> {
  if (isFeatureRecipient(who)) return book.resolveChoice(workspace, who);
  return who.kind === 'named' ? book.resolveName(workspace, who.name) : null;
}

function standsForNobody(meant: NameMatch | null, erased: ErasedPerson | null): boolean {
  switch (meant?.kind) {
    case 'numbers':
      return meant.size === 0;
    case 'rota':
      return meant.rota.people.every(one => erased !== null && isOf(erased, one));
    case 'unknown':
    case 'problem':
      return true;
    case 'shared':
    case undefined:
      return false;
  }
}
