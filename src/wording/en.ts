import { en as alerts } from './alerts/en.ts';
import { en as broadcasts } from './broadcasts/en.ts';
import { en as contacts } from './contacts/en.ts';
import { en as rotas } from './rotas/en.ts';
import { en as schedules } from './schedules/en.ts';
import { en as templates } from './templates/en.ts';
import { en as texts } from './texts/en.ts';
import { en as workflows } from './workflows/en.ts';
import { en as workspace } from './workspace/en.ts';

/**
 * Every sentence a person reads. Each feature has its own, in English (`en.ts`) and in Bangla (`bn.ts`): what the English
 * ones say and take is the type, so a sentence that is missing in Bangla, or one too many, does not compile. What people or
 * the service wrote comes in harmless; user ids become mentions.
 */
export const en = {
  ...workspace,
  ...texts,
  ...contacts,
  ...templates,
  ...schedules,
  ...broadcasts,
  ...rotas,
  ...alerts,
  ...workflows,
};
export type Wording = typeof en;
