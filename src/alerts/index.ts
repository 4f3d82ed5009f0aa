import { contacts } from '../contacts/index.ts';
import type { Feature } from '../kit/feature.ts';
import { templates } from '../templates/index.ts';
import { make } from './make.ts';
import { home, opens, surfaces } from './slack/index.ts';
import { bn } from './words/bn.ts';
import { en } from './words/en.ts';

export const alerts: Feature = {
  ...{ name: 'alerts', standsOn: [templates, contacts], words: { en, bn }, make },
  ...{ surfaces, home, opens },
};
