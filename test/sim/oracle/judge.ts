import type { Evidence } from '../diary.ts';
import { judgeBroadcasts } from './broadcasts.ts';
import { judgeIncidents } from './incidents.ts';
import { judgeMoney } from './money.ts';
import { judgeSecrets } from './secrets.ts';
import { judgeSteps } from './steps.ts';
import { judgeTexts } from './texts.ts';

/** All faults of a finished story, each with its circumstances; usually none. Pure: knows only what was visible from outside. */
export const judge = (evidence: Evidence): string[] => [
  ...judgeTexts(evidence),
  ...judgeSteps(evidence),
  ...judgeIncidents(evidence),
  ...judgeBroadcasts(evidence),
  ...judgeMoney(evidence),
  ...judgeSecrets(evidence),
  ...evidence.waitedInVain,
];
