import type { Source } from '../domain/intent.ts';
import type { Report } from '../storage/ports.ts';
import type { Deliver } from './reporter.ts';

/**
 * Whose outcomes go where: those of an unattended intent to whoever answers for its source, all other reports to
 * `people`.
 */
export function deliverBySource(people: Deliver, bySource: Partial<Record<Source, Deliver>>): Deliver {
  return async (report: Report) => {
    if (report.kind !== 'outcome') return people(report);
    const deliver = bySource[report.intent.source];
    return deliver ? deliver(report) : { kind: 'dropped', why: 'nobody answers for its source' };
  };
}
