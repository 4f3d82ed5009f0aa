import { type KeptStopLinks, MAX_STOP_LINKS, STOP_LINK_RENEWED_MS } from '../ports.ts';
import type { Step } from '../records.ts';
import type { Store } from '../store.ts';
import { STOP_LINK_COUNTERS, STOP_LINK_LISTS, STOP_LINKS } from '../tables/stop-link.ts';
import type { Transaction } from '../transaction.ts';
import { removeListed } from './retention.ts';

/** How many expired links are removed whenever new ones come, beside as many as come. */
const GO_AT_ONCE = 20;

export function createStopLinks(store: Store): KeptStopLinks {
  return {
    keep: (workspace, links, until, now) =>
      store.change(function* (tx) {
        const there = yield* tx.readable(
          STOP_LINKS,
          links.map(({ hash }) => hash),
        );
        const lasts = new Set(
          there.filter(one => one.until > until - STOP_LINK_RENEWED_MS).map(({ id }) => id),
        );
        const fresh = links.filter(({ hash }) => !lasts.has(hash));
        if (fresh.length === 0) return;
        yield* makeRoom(tx, workspace, fresh.length, now);
        for (const { hash, number } of fresh) tx.put(STOP_LINKS, { id: hash, workspace, number, until });
      }),

    find: (hash, now) =>
      store.read(function* (tx) {
        const link = yield* tx.get(STOP_LINKS, hash);
        return link && link.until > now ? { workspace: link.workspace, number: link.number } : null;
      }),
  };
}

function* makeRoom(tx: Transaction, workspace: string, coming: number, now: number): Step<void> {
  const list = STOP_LINK_LISTS.of(workspace);
  const over = (yield* tx.count(STOP_LINK_COUNTERS.of(workspace))) + coming - MAX_STOP_LINKS;
  if (over > 0) yield* removeListed(tx, STOP_LINKS, { list }, over);
  else yield* removeListed(tx, STOP_LINKS, { list, to: now }, coming + GO_AT_ONCE);
}
