import { z } from 'zod';
import type { Outbox, Report } from '../ports.ts';
import { readEach } from '../reading.ts';
import { toReport } from '../report-rows.ts';
import { hasPeople } from '../rows.ts';
import type { Asides } from './aside.ts';
import type { Connection } from './connection.ts';
import { gathering } from './gathering.ts';
import { toRow } from './hashes.ts';
import { firstScore } from './intents.ts';
import type { Scripts } from './scripts.ts';

type Reports = Pick<Outbox, 'follow' | 'leaseReports' | 'closeReport' | 'retryReport' | 'nextReport'>;

/** The report's id and what it says, its intent's id and words and how many posts that had, its text's hash. */
const leasedSchema = z.array(
  z.tuple([z.string(), z.string().nullable(), z.string(), z.string(), z.string().nullable(), z.unknown()]),
);
type Leased = z.infer<typeof leasedSchema>[number];

function read([id, says, _intent, body, posts, text]: Leased): Report {
  const row = { detail: '{}', ...JSON.parse(says ?? ''), id: Number(id), body, posts: Number(posts) };
  return toReport(row, toRow(text));
}
/** More would keep Redis to themselves for too long. */
const STEP = 100;

/** Report ids have one length, so that those due at the same time go in the order they came. */
const idOf = (id: number): string => String(id).padStart(16, '0');

export function createReports(connection: Connection, scripts: Scripts, asides: Asides): Reports {
  const close = gathering<{ id: string; intent: string; posted: boolean }, unknown>({
    most: STEP,
    atOnce: 1,
    run: reports => scripts.runEach('close-report', 'reports', reports),
  });
  return {
    async follow(workspace, intent, follower, till, now) {
      const detail = JSON.stringify({ follower });
      await scripts.run('follow', { workspace, intent, follower, till, detail, now });
    },
    async leaseReports(now, leaseUntil, limit) {
      const leased = leasedSchema.parse(await scripts.runInTime('lease-reports', { now, leaseUntil, limit }));
      const { values, unreadable } = readEach(leased, read);
      const aside = unreadable.map(({ row: [report, _says, intent, body], why }) => {
        const id = `report-${Number(report)}`;
        return { kind: 'report', id, why, report, intent, tell: hasPeople({ body }) } as const;
      });
      await asides.put(aside, now);
      return values;
    },
    async closeReport(report, posted) {
      await close({ id: idOf(report.id), intent: report.intent.id, posted });
    },
    async retryReport(report, notBefore) {
      await scripts.run('retry-report', { id: idOf(report.id), intent: report.intent.id, notBefore });
    },
    nextReport: () => firstScore(connection, 'reports'),
  };
}
