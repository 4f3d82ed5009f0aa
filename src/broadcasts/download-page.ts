import type { Clock } from '../kit/clock.ts';
import { writeDateTime } from '../kit/day.ts';
import { showingNumbers } from '../kit/number.ts';
import { type FilePages, sendCsv } from '../kit/pages/file-pages.ts';
import type { PageLink } from '../kit/pages/magic-links.ts';
import type { Permission } from '../kit/slack/listener.ts';
import type { Audit } from '../workspace/audit-log.ts';
import { eachRow, wordRow } from './progress-figures.ts';
import { broadcastLead } from './slack/permissions.ts';
import { rowState } from './store/feed-rows.ts';
import type { RowOutcome } from './store/model.ts';
import type { Broadcasts } from './store/store.ts';

const mayDownload: Permission<PageLink> = (services, who, { about }) =>
  broadcastLead(services, who, about ?? '');

/**
 * The file with all rows of a broadcast. Who downloads one is recorded in the audit log.
 *
 * @param parts.shown a text as others than its reader may see it
 * @param parts.isMasked whether this person sees numbers only in part
 */
export function createBroadcastPages(deps: {
  broadcasts: Pick<Broadcasts, 'one' | 'rows'>;
  audit: Audit;
  shown: (text: string) => string;
  isMasked: (workspace: string, userId: string) => Promise<boolean>;
  clock: Clock;
}): FilePages {
  const { broadcasts, audit, shown, clock } = deps;

  /** A moment of the time line, in Bangladesh time. */
  const timeOf = (at: number): string => writeDateTime(clock.wall(at));

  return {
    purpose: 'broadcast',
    permission: mayDownload,
    refused: ({ progress }, { kind }) => (kind === 'BROADCAST_GONE' ? null : progress.page.notAllowed),

    async page({ workspace, about }, { progress }) {
      const one = await broadcasts.one(workspace, about ?? '');
      if (!one) return null;
      const { title, intro, download } = progress.page;
      return { title, intro: intro(one.size.rows), download };
    },

    async download({ workspace, about, userId }, words, response) {
      const { heading, details } = words.progress;
      const one = await broadcasts.one(workspace, about ?? '');
      if (one) {
        const about = { people: one.size.rows, author: one.request.by };
        const what = 'broadcast_downloaded';
        await audit.record(workspace, { what, ...about, at: clock.wall(), by: userId });
      }
      const show = showingNumbers(await deps.isMasked(workspace, userId));
      const cellsOf = (row: RowOutcome): string[] => [
        row.name,
        row.number === null ? '' : show(row.number),
        details.state[rowState(row, one?.state === 'ended')],
        wordRow(words, row) ?? '',
        String(row.text?.parts ?? row.parts),
        row.text?.cost ?? '',
        row.text?.logId ?? '',
        row.text?.settledAt ? timeOf(row.text.settledAt) : '',
        shown(row.message ?? ''),
      ];
      const { name, number, state, reason, parts: ofParts, cost, logId, time, text } = heading;
      await sendCsv(response, 'broadcast', {
        header: [name, number, state, reason, ofParts, cost, logId, time, text],
        pages: eachRow(broadcasts, workspace, about ?? '', 'all'),
        cellsOf,
      });
    },
  };
}
