import { contacts } from '../contacts/index.ts';
import type { Feature } from '../kit/feature.ts';
import { templates } from '../templates/index.ts';
import { make } from './make.ts';
import { problemKinds } from './rights.ts';
import { home, listeners, opens } from './slack/index.ts';
import { bn, problems as bnProblems } from './words/bn.ts';
import { en, problems as enProblems } from './words/en.ts';

export const alerts: Feature = {
  ...{ name: 'alerts', standsOn: [templates, contacts], words: { en, bn }, make },
  problems: { kinds: problemKinds, en: enProblems, bn: bnProblems },
  ...{ listeners, home, opens },
};
