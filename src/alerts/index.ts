import type { Feature } from '../kit/feature.ts';
import { problemKinds } from './rights.ts';
import { home, opens, surfaces } from './slack/index.ts';
import { bn, problems as bnProblems } from './words/bn.ts';
import { en, problems as enProblems } from './words/en.ts';

export const alerts: Feature = {
  name: 'alerts',
  words: { en, bn },
  problems: { kinds: problemKinds, en: enProblems, bn: bnProblems },
  surfaces,
  home,
  opens,
};
