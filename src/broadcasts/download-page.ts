import type { Clock } from '../kit/clock.ts';
import { writeDateTime } from '../kit/day.ts';
import type { ShowNumber } from '../kit/number.ts';
import { type FilePages, sendCsv } from '../kit/pages/file-pages.ts';
import type { PageLink } from '../kit/pages/magic-links.ts';
import type { Permission } from '../kit/slack/listener.ts';
import type { Audit } from '../workspace/audit-log.ts';
import { eachRow, wordRow } from './rows.ts';
import { broadcastLead } from './slack/permissions.ts';
import type { RowOutcome } from './store/model.ts';
import { rowState } from './store/rows.ts';
import type { Broadcasts } from './store/store.ts';

const mayDownload: Permission<PageLink> = (services, user, { about }) =>
  broadcastLead(services, user, about ?? '');

/**
 * The file with all rows of a broadcast. Each download is recorded in the audit log.
 *
 * @param deps.shown masks the links in a text that only its recipient may open
 * @param deps.showingTo how this person sees numbers
 */
export function createBroadcastPages(deps: {
  broadcasts: Pick<Broadcasts, 'one' | 'rows'>;
  audit: Audit;
  shown: (text: string) => string;
  showingTo: (workspace: string, userId: string) => Promise<ShowNumber>;
  clock: Clock;
}): FilePages {
  const { broadcasts, audit, shown, clock } = deps;

  /** Formats a moment of the time line for a spreadsheet, in Bangladesh time. */
  const timeOf = (at: number): string => writeDateTime(clock.wall(at));

  return {
    purpose: 'broadcast',
    permission: mayDownload,
    refused: ({ progress }, { kind }) => (kind === 'BROADCAST_GONE' ? null : progress.page.notAllowed),

    async page({ workspace, about }, { progress }) {
      const broadcast = await broadcasts.one(workspace, about ?? '');
      if (!broadcast) return null;
      const { title, intro, download } = progress.page;
      return { title, intro: intro(broadcast.size.rows), download };
    },

    async download({ workspace, about, userId }, words, response) {
      const { heading, details } = words.progress;
      const broadcast = await broadcasts.one(workspace, about ?? '');
      if (broadcast) {
        const about = { people: broadcast.size.rows, author: broadcast.request.by };
        const action = 'broadcast_downloaded';
        await audit.record(workspace, { what: action, ...about, at: clock.wall(), by: userId });
      }
      const show = await deps.showingTo(workspace, userId);
      const cellsOf = (row: RowOutcome): string[] => [
        row.name,
        row.number === null ? '' : show(row.number),
        details.state[rowState(row, broadcast?.state === 'ended')],
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
