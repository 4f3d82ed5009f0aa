import type { Feature } from '../kit/feature.ts';
import { home, opens, surfaces } from './slack/index.ts';
import { bn } from './words/bn.ts';
import { en } from './words/en.ts';

export const alerts: Feature = { name: 'alerts', words: { en, bn }, surfaces, home, opens };
