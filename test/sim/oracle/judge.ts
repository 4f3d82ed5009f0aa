import type { Evidence } from '../diary.ts';
import { judgeBroadcasts } from './broadcasts.ts';
import { judgeIncidents } from './incidents.ts';
import { judgeMoney } from './money.ts';
import { judgeSecrets } from './secrets.ts';
import { judgeSteps } from './steps.ts';
import { judgeTexts } from './texts.ts';

/** All that is wrong with how a story ended, each with its story; usually nothing. Pure: it knows only what was seen. */
export const judge = (evidence: Evidence): string[] => [
  ...judgeTexts(evidence),
  ...judgeSteps(evidence),
  ...judgeIncidents(evidence),
  ...judgeBroadcasts(evidence),
  ...judgeMoney(evidence),
  ...judgeSecrets(evidence),
  ...evidence.waitedInVain,
];
