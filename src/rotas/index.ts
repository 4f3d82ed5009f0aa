import type { Feature } from '../kit/feature.ts';
import { problemKinds } from './book.ts';
import { adds, home, surfaces } from './slack/index.ts';
import { bn, problems as bnProblems } from './words/bn.ts';
import { en, problems as enProblems } from './words/en.ts';

export const rotas: Feature = {
  name: 'rotas',
  words: { en, bn },
  problems: { kinds: problemKinds, en: enProblems, bn: bnProblems },
  surfaces,
  home,
  adds,
};
