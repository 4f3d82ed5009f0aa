import type { Feature } from '../kit/feature.ts';
import { adds, home, surfaces } from './slack/index.ts';
import { bn } from './words/bn.ts';
import { en } from './words/en.ts';

export const rotas: Feature = { name: 'rotas', words: { en, bn }, surfaces, home, adds };
