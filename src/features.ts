import { alerts } from './alerts/index.ts';
import { broadcasts } from './broadcasts/index.ts';
import { contacts } from './contacts/index.ts';
import { type Feature, wordingsOf } from './kit/feature.ts';
import type { Language } from './kit/words/languages.ts';
import type { Wording } from './kit/words/wording.ts';
import { rotas } from './rotas/index.ts';
import { schedules } from './schedules/index.ts';
import { templates } from './templates/index.ts';
import { texts } from './texts/index.ts';
import { workflows } from './workflows/index.ts';
import { workspace } from './workspace/index.ts';

/** What the app is: each feature stands on those before it. */
export const FEATURES: readonly Feature[] = [
  workspace,
  texts,
  templates,
  contacts,
  rotas,
  schedules,
  broadcasts,
  alerts,
  workflows,
];

const WORDINGS = wordingsOf(FEATURES);

/** All sentences of the app in one language. */
export const wordingIn = (language: Language): Wording => WORDINGS[language];
