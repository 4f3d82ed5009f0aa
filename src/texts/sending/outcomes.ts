import { isUnattended, type Source } from '../intent.ts';
import type { Report } from '../store/model.ts';
import type { Deliver } from './reporter.ts';

/**
 * Routes reports: outcomes of unattended intents and of broadcasts go to whoever answers for their source, all other reports
 * go to `people`.
 */
export function deliverBySource(
  people: Deliver,
  delivererOf: (source: Source) => Deliver | undefined,
): Deliver {
  return async (report: Report, rules) => {
    if (report.kind !== 'outcome') return people(report, rules);
    const { source } = report.intent;
    const isTheirs = isUnattended(source) || source === 'broadcast';
    const deliver = isTheirs ? delivererOf(source) : people;
    return deliver ? deliver(report, rules) : { kind: 'dropped', why: 'nobody answers for its source' };
  };
}
