import type { AlertPageWording } from './alert-page/types.ts';
import type { AlertsWording } from './alerts/types.ts';
import type { ApprovalWording } from './approval/types.ts';
import type { AuditWording } from './audit/types.ts';
import type { BroadcastsWording } from './broadcasts/types.ts';
import type { CallsWording } from './calls/types.ts';
import type { CommandsWording } from './commands/types.ts';
import type { ComposeWording } from './compose/types.ts';
import type { EscalationWording } from './escalation/types.ts';
import type { GroupsWording } from './groups/types.ts';
import type { HeartbeatsWording } from './heartbeats/types.ts';
import type { HomeWording } from './home/types.ts';
import type { HooksWording } from './hooks/types.ts';
import type { InstallWording } from './install/types.ts';
import type { LinkWording } from './link/types.ts';
import type { PagesWording } from './pages/types.ts';
import type { PeopleWording } from './people/types.ts';
import type { ProblemsWording } from './problems/types.ts';
import type { ProgressWording } from './progress/types.ts';
import type { ReceiptsWording } from './receipts/types.ts';
import type { RespondingWording } from './responding/types.ts';
import type { RotasWording } from './rotas/types.ts';
import type { SchedulesWording } from './schedules/types.ts';
import type { SearchWording } from './search/types.ts';
import type { SettingsWording } from './settings/types.ts';
import type { SeveralWording } from './several/types.ts';
import type { StepsWording } from './steps/types.ts';
import type { StopWording } from './stop/types.ts';
import type { TemplatesWording } from './templates/types.ts';

/**
 * Every sentence a person reads, area by area: each has a folder with its sentences in English (`en.ts`), in Bangla
 * (`bn.ts`), and what they need (`types.ts`). A sentence that is missing in one language does not compile. What people or
 * the service wrote comes in harmless; user ids become mentions.
 */
export type Wording = ProblemsWording &
  ReceiptsWording &
  LinkWording & {
    commands: CommandsWording;
    steps: StepsWording;
    several: SeveralWording;
    compose: ComposeWording;
    install: InstallWording;
    search: SearchWording;
    schedules: SchedulesWording;
    rotas: RotasWording;
    settings: SettingsWording;
    groups: GroupsWording;
    people: PeopleWording;
    audit: AuditWording;
    home: HomeWording;
    hooks: HooksWording;
    escalation: EscalationWording;
    heartbeats: HeartbeatsWording;
    calls: CallsWording;
    alerts: AlertsWording;
    responding: RespondingWording;
    alertPage: AlertPageWording;
    stop: StopWording;
    templates: TemplatesWording;
    pages: PagesWording;
    progress: ProgressWording;
    broadcasts: BroadcastsWording;
    approval: ApprovalWording;
  };
