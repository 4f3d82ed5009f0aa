import { isKept, type Recipient } from '../../texts/recipient.ts';
import type { NameLookup, NameMatch } from '../../texts/recipient-directory.ts';
import { type Hooks, recipientsOf } from '../hooks.ts';
import type { AlertNotice } from './notice.ts';

/**
 * The hooks that have nobody left who gets a text, without asking Slack: whoever made them hears.
 *
 * @param changed names of hooks that somebody was just taken out of: one without any recipient is meant to be only if it isn't
 *   among them
 */
export async function emptiedHooks(
  { hooks, book }: { hooks: Pick<Hooks, 'list'>; book: NameLookup },
  workspace: string,
  changed: readonly string[],
): Promise<AlertNotice[]> {
  const notices: AlertNotice[] = [];
  for (const hook of await hooks.list(workspace)) {
    const all = recipientsOf(hook);
    const found = await Promise.all(all.map(who => isNobody(book, workspace, who)));
    const isEmptied = all.length === 0 ? changed.includes(hook.name) : found.every(Boolean);
    if (isEmptied) notices.push({ kind: 'emptied', hook: hook.id });
  }
  return notices;
}

async function isNobody(book: NameLookup, workspace: string, who: Recipient): Promise<boolean> {
  if (isKept(who)) return standsForNobody(await book.resolveChoice(workspace, who));
  return who.kind === 'named' && standsForNobody(await book.resolveName(workspace, who.name));
}

function standsForNobody(meant: NameMatch): boolean {
  switch (meant.kind) {
    case 'numbers':
      return meant.size === 0;
    case 'rota':
      return meant.rota.people.length === 0;
    case 'unknown':
    case 'problem':
      return true;
    case 'shared':
      return false;
  }
}
