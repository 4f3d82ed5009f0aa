import { alertPage } from './alert-page/bn.ts';
import { alerts } from './alerts/bn.ts';
import { approval } from './approval/bn.ts';
import { audit } from './audit/bn.ts';
import { broadcasts } from './broadcasts/bn.ts';
import { calls } from './calls/bn.ts';
import { commands } from './commands/bn.ts';
import { compose } from './compose/bn.ts';
import { escalation } from './escalation/bn.ts';
import { groups } from './groups/bn.ts';
import { heartbeats } from './heartbeats/bn.ts';
import { home } from './home/bn.ts';
import { hooks } from './hooks/bn.ts';
import { install } from './install/bn.ts';
import { link } from './link/bn.ts';
import { pages } from './pages/bn.ts';
import { people } from './people/bn.ts';
import { problems } from './problems/bn.ts';
import { progress } from './progress/bn.ts';
import { receipts } from './receipts/bn.ts';
import { responding } from './responding/bn.ts';
import { rotas } from './rotas/bn.ts';
import { schedules } from './schedules/bn.ts';
import { search } from './search/bn.ts';
import { settings } from './settings/bn.ts';
import { several } from './several/bn.ts';
import { steps } from './steps/bn.ts';
import { stop } from './stop/bn.ts';
import { templates } from './templates/bn.ts';
import type { Wording } from './types.ts';

/** Bangla. */
export const bn: Wording = {
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
