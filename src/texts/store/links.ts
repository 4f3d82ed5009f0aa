import { z } from 'zod';
import { isLocalNumber, type LocalNumber } from '../../kit/number.ts';
import { indexedAt, removeListed, type Store, type Tx, table } from '../../kit/store/store.ts';

/** How many a workspace may have: twice as many as contacts. Beyond that, those that end first are removed. */
export const MAX_TEXT_LINKS = 100_000;
/** A link that is used again is only extended if it would end this soon, so that it is rarely written. */
export const TEXT_LINK_RENEWED_MS = 30 * 24 * 3_600_000;

/**
 * The person a link in a text is for. `intent`: they may take the incidents that its text told them of; null: they may stop
 * getting texts.
 */
export type TextLink = { workspace: string; number: LocalNumber; intent: string | null };

const textLinkSchema = z.object({
  /** The hash of the link's token, which is stored nowhere. */
  id: z.string(),
  workspace: z.string(),
  number: z.custom<LocalNumber>(value => typeof value === 'string' && isLocalNumber(value)),
  /** The intent of an alert's text; null: it is a stop link. */
  intent: z.string().nullable(),
  /** How long it works. */
  until: z.int(),
});

/** Links in texts, by when they end. */
export const TEXT_LINKS = table('text-link', textLinkSchema, ({ workspace, until }) => ({
  byWorkspace: indexedAt(until, workspace),
}));

/** How many expired links are removed whenever new ones come, beside as many as come. */
const GO_AT_ONCE = 20;

/** Links in texts. Only their hashes are known here. */
export function createTextLinks(store: Store) {
  return {
    /** From now on, and until about then, these links are for these numbers. Pass few at a time: it is one step. */
    keep: (
      about: Omit<TextLink, 'number'>,
      links: readonly { hash: string; number: LocalNumber }[],
      until: number,
      now: number,
    ) =>
      store.transaction(tx => {
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

    /** What a link is for; null: nothing, or it has ended. */
    find: (hash: string, now: number) =>
      store.read(tx => {
        const link = tx.get(TEXT_LINKS, hash);
        if (!link || link.until <= now) return null;
        const { workspace, number, intent } = link;
        return { workspace, number, intent };
      }),
  };
}

export type KeptTextLinks = ReturnType<typeof createTextLinks>;

function makeRoom(tx: Tx, workspace: string, coming: number, now: number): void {
  const index = TEXT_LINKS.index('byWorkspace', workspace);
  const over = tx.count(index) + coming - MAX_TEXT_LINKS;
  if (over > 0) removeListed(tx, TEXT_LINKS, { index }, over);
  else removeListed(tx, TEXT_LINKS, { index, to: now }, coming + GO_AT_ONCE);
}
