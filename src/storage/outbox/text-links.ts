import { type KeptTextLinks, MAX_TEXT_LINKS, TEXT_LINK_RENEWED_MS } from '../ports.ts';
import type { Store } from '../store.ts';
import { TEXT_LINK_COUNTERS, TEXT_LINK_LISTS, TEXT_LINKS } from '../tables/text-link.ts';
import type { Transaction } from '../transaction.ts';
import { removeListed } from './retention.ts';

/** How many expired links are removed whenever new ones come, beside as many as come. */
const GO_AT_ONCE = 20;

export function createTextLinks(store: Store): KeptTextLinks {
  return {
    keep: (about, links, until, now) =>
      store.change(tx => {
        const there = tx.readable(
          TEXT_LINKS,
          links.map(({ hash }) => hash),
        );
        const lasts = new Set(
          there.filter(one => one.until > until - TEXT_LINK_RENEWED_MS).map(({ id }) => id),
        );
        const fresh = links.filter(({ hash }) => !lasts.has(hash));
        if (fresh.length === 0) return;
        makeRoom(tx, about.workspace, fresh.length, now);
        for (const { hash, number } of fresh) tx.put(TEXT_LINKS, { id: hash, ...about, number, until });
      }),

    find: (hash, now) =>
      store.read(tx => {
        const link = tx.get(TEXT_LINKS, hash);
        if (!link || link.until <= now) return null;
        const { workspace, number, intent } = link;
        return { workspace, number, intent };
      }),
  };
}

function makeRoom(tx: Transaction, workspace: string, coming: number, now: number): void {
  const list = TEXT_LINK_LISTS.of(workspace);
  const over = tx.count(TEXT_LINK_COUNTERS.of(workspace)) + coming - MAX_TEXT_LINKS;
  if (over > 0) removeListed(tx, TEXT_LINKS, { list }, over);
  else removeListed(tx, TEXT_LINKS, { list, to: now }, coming + GO_AT_ONCE);
}
