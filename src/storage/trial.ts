import type { Settlement } from './ports.ts';

/**
 * Whether the service took the key again. A refusal for the text's own sake shows it too; an uncertain end, a bare
 * status, or a text that ended before it left says nothing of the key.
 */
export function endsTrial(settlement: Settlement): boolean {
  if (settlement.kind !== 'refused') return settlement.kind === 'sent';
  const { problem, hold } = settlement;
  return problem.kind === 'SERVICE_REFUSED' && problem.proven && hold === null;
}
