import { alerts } from './alerts/index.ts';
import { attention } from './attention/index.ts';
import { broadcasts } from './broadcasts/index.ts';
import { contacts } from './contacts/index.ts';
import { escalations } from './escalations/index.ts';
import { history } from './history/index.ts';
import { holidays } from './holidays/index.ts';
import { type AnyFeature, wordingsOf } from './kit/feature.ts';
import type { Language } from './kit/words/languages.ts';
import type { Wording } from './kit/words/wording.ts';
import { rotas } from './rotas/index.ts';
import { schedules } from './schedules/index.ts';
import { slackbot } from './slackbot/index.ts';
import { templates } from './templates/index.ts';
import { texts } from './texts/index.ts';
import { workflows } from './workflows/index.ts';
import { workspace } from './workspace/index.ts';

/** All features of the app, each after those that it depends on. */
export const FEATURES: readonly AnyFeature[] = [
  workspace,
  texts,
  holidays,
  templates,
  contacts,
  history,
  attention,
  rotas,
  schedules,
  broadcasts,
  escalations,
  alerts,
  workflows,
  slackbot,
];

const WORDINGS = wordingsOf(FEATURES);

/** All sentences of the app in a language. */
export const wordingIn = (language: Language): Wording => WORDINGS[language];
