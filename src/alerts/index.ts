import { contacts } from '../contacts/index.ts';
import type { Feature } from '../kit/feature.ts';
import { templates } from '../templates/index.ts';
import { create } from './create.ts';
import { problemKinds } from './permissions.ts';
import { commandWords, home, listeners } from './slack/index.ts';
import { bn, problems as bnProblems } from './words/bn.ts';
import { en, problems as enProblems } from './words/en.ts';

export const alerts: Feature<'alerts'> = {
  name: 'alerts',
  dependsOn: [templates, contacts],
  words: { en, bn },
  create,
  problems: { kinds: problemKinds, en: enProblems, bn: bnProblems },
  listeners,
  home,
  commandWords,
};
