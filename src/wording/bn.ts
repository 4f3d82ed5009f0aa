import { bn as alerts } from './alerts/bn.ts';
import { bn as broadcasts } from './broadcasts/bn.ts';
import { bn as contacts } from './contacts/bn.ts';
import type { Wording } from './en.ts';
import { bn as rotas } from './rotas/bn.ts';
import { bn as schedules } from './schedules/bn.ts';
import { bn as templates } from './templates/bn.ts';
import { bn as texts } from './texts/bn.ts';
import { bn as workflows } from './workflows/bn.ts';
import { bn as workspace } from './workspace/bn.ts';

/** Bangla. */
export const bn: Wording = {
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
