import type { Feature } from '../kit/feature.ts';
import { problemKinds } from './problem.ts';
import { surfaces } from './slack/index.ts';
import { bn, problems as bnProblems } from './words/bn.ts';
import { en, problems as enProblems } from './words/en.ts';

export const workflows: Feature = {
  name: 'workflows',
  words: { en, bn },
  problems: { kinds: problemKinds, en: enProblems, bn: bnProblems },
  surfaces,
};
