import type { Feature } from '../kit/feature.ts';
import { adds, home, opens, surfaces } from './slack/index.ts';
import { bn } from './words/bn.ts';
import { en } from './words/en.ts';

export const contacts: Feature = { name: 'contacts', words: { en, bn }, surfaces, adds, home, opens };
