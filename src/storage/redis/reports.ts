import { z } from 'zod';
import type { Outbox } from '../ports.ts';
import { toReport } from '../rows.ts';
import type { Connection } from './connection.ts';
import { toRow } from './hashes.ts';
import { firstScore } from './intents.ts';
import type { Scripts } from './scripts.ts';

type Reports = Pick<Outbox, 'follow' | 'leaseReports' | 'closeReport' | 'retryReport' | 'nextReport'>;

const flat = z.array(z.string());
const leasedSchema = z.array(z.tuple([z.string(), flat, flat, flat]));

/** Report ids have one length, so that those due at the same time go in the order they came. */
const idOf = (id: number): string => String(id).padStart(16, '0');

export function createReports(connection: Connection, scripts: Scripts): Reports {
  return {
    async follow(workspace, intent, follower, till, now) {
      const detail = JSON.stringify({ follower });
      await scripts.run('follow', { workspace, intent, follower, till, detail, now });
    },
    async leaseReports(now, leaseUntil, limit) {
      const leased = leasedSchema.parse(await scripts.runInTime('lease-reports', { now, leaseUntil, limit }));
      return leased.map(([id, report, intent, text]) =>
        toReport({ ...toRow(intent), ...toRow(report), id: Number(id) }, toRow(text)),
      );
    },
    async closeReport(report, posted, now) {
      const text = report.kind === 'result' ? report.text?.id : undefined;
      await scripts.run('close-report', { id: idOf(report.id), intent: report.intent.id, text, posted, now });
    },
    async retryReport(report, notBefore) {
      await scripts.run('retry-report', { id: idOf(report.id), notBefore });
    },
    nextReport: () => firstScore(connection, 'reports'),
  };
}
