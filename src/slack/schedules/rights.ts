import type { Problem } from '../../domain/problem.ts';
import type { Schedule } from '../../domain/schedule.ts';
import type { Services } from '../services.ts';
import { managerProblem } from '../views/modals.ts';
import type { Who } from '../who.ts';

/** Null if the person may change or cancel it: its author, managers and admins. */
export async function scheduleProblem(
  services: Services,
  { workspace, userId }: Who,
  { by }: Pick<Schedule, 'by'>,
): Promise<Problem | null> {
  return by === userId ? null : managerProblem(services, workspace, userId);
}
