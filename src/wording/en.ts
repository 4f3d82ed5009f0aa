import { alertPage } from './alert-page/en.ts';
import { alerts } from './alerts/en.ts';
import { approval } from './approval/en.ts';
import { audit } from './audit/en.ts';
import { broadcasts } from './broadcasts/en.ts';
import { calls } from './calls/en.ts';
import { commands } from './commands/en.ts';
import { compose } from './compose/en.ts';
import { escalation } from './escalation/en.ts';
import { groups } from './groups/en.ts';
import { heartbeats } from './heartbeats/en.ts';
import { home } from './home/en.ts';
import { hooks } from './hooks/en.ts';
import { install } from './install/en.ts';
import { link } from './link/en.ts';
import { pages } from './pages/en.ts';
import { people } from './people/en.ts';
import { problems } from './problems/en.ts';
import { progress } from './progress/en.ts';
import { receipts } from './receipts/en.ts';
import { responding } from './responding/en.ts';
import { rotas } from './rotas/en.ts';
import { schedules } from './schedules/en.ts';
import { search } from './search/en.ts';
import { settings } from './settings/en.ts';
import { several } from './several/en.ts';
import { steps } from './steps/en.ts';
import { stop } from './stop/en.ts';
import { templates } from './templates/en.ts';
import type { Wording } from './types.ts';

/** English. */
export const en: Wording = {
  ...problems,
  ...receipts,
  ...link,
  commands,
  steps,
  several,
  compose,
  install,
  search,
  schedules,
  rotas,
  settings,
  groups,
  people,
  audit,
  home,
  hooks,
  escalation,
  heartbeats,
  calls,
  alerts,
  responding,
  alertPage,
  stop,
  templates,
  pages,
  progress,
  broadcasts,
  approval,
};
