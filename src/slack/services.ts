import type { HookCalls } from '../alerts/calls.ts';
import type { Heartbeats } from '../alerts/heartbeats.ts';
import type { Hooks } from '../alerts/hooks.ts';
import type { Responding } from '../alerts/responding.ts';
import type { Spared } from '../alerts/spared.ts';
import type { Subscriptions } from '../alerts/subscriptions.ts';
import type { BroadcastService } from '../broadcasts/service.ts';
import type { Clock } from '../domain/clock.ts';
import type { Log } from '../log.ts';
import type { Door } from '../pages/door.ts';
import type { Importing } from '../people/importing.ts';
import type { ReadFile } from '../people/reading/queue.ts';
import type { SortRows } from '../people/sorting.ts';
import type { Reach } from '../sending/reach.ts';
import type { Render } from '../sending/rendering.ts';
import type { Submit } from '../sending/submit.ts';
import type { Worker } from '../sending/worker.ts';
import type { Contacts } from '../storage/contacts/model.ts';
import type { Schedules } from '../storage/schedules/model.ts';
import type { Intents } from '../storage/texts/accept.ts';
import type { History } from '../storage/texts/history.ts';
import type { Queue } from '../storage/texts/queue.ts';
import type { Reports } from '../storage/texts/reports.ts';
import type { Audit } from '../storage/workspace/model.ts';
import type { ContactBook } from '../workspaces/contact-book.ts';
import type { ContactGroups } from '../workspaces/contact-groups.ts';
import type { HookSecrets } from '../workspaces/hook-secrets.ts';
import type { Languages } from '../workspaces/languages.ts';
import type { LargeGroups } from '../workspaces/large-groups.ts';
import type { LinkedKeys } from '../workspaces/linked-keys.ts';
import type { NeverText } from '../workspaces/never-text.ts';
import type { People, UserGroups } from '../workspaces/people.ts';
import type { Rotas } from '../workspaces/rotas.ts';
import type { SettingsStore } from '../workspaces/settings.ts';
import type { TemplateBook } from '../workspaces/template-book.ts';
import type { AlertLinks, StopLinks } from '../workspaces/text-links.ts';
import type { Uninstall } from '../workspaces/uninstall.ts';
import type { WorkflowRuns } from './functions/workflow-runs.ts';
import type { LiveForms } from './kit/live-forms.ts';
import type { Poster } from './kit/posting.ts';
import type { Presses } from './kit/presses.ts';
import type { KitServices, Lists } from './kit/surface.ts';
import type { Naming } from './naming.ts';
import type { Teammates } from './teammates.ts';
import type { Words } from './words.ts';

/** What a surface may use. */
export type Services = {
  broadcasts: BroadcastService;
  submit: Submit;
  intents: Intents;
  queue: Queue;
  reports: Reports;
  schedules: Schedules;
  /** Woken when something is to be sent later, or now after all. */
  scheduler: Pick<Worker, 'wake'>;
  history: History;
  keys: LinkedKeys;
  people: People;
  userGroups: UserGroups;
  /** Who is texted by alerts although they are marked as never to be texted. */
  spared: Spared;
  /** Who would get a text now, and who is left out and why. */
  reach: Reach;
  teammates: Teammates;
  settings: SettingsStore;
  /** Who takes turns being on call. */
  rotas: Rotas;
  contactGroups: ContactGroups;
  largeGroups: LargeGroups;
  contactBook: ContactBook;
  contacts: Contacts;
  importing: Importing;
  sortRows: SortRows;
  readFile: ReadFile;
  /** A new link to a page of ours for this person. `group`: by its id. */
  pageLink: Door['make'];
  /** Whether somebody said where browsers reach the app. */
  hasAddress: boolean;
  /** Where the SMS service is; ours has its dashboard there. */
  serviceUrl: string;
  /** Woken when somebody is to be forgotten. */
  forgetter: Pick<Worker, 'wake'>;
  neverText: NeverText;
  templates: TemplateBook;
  stopLinks: StopLinks;
  alertLinks: Pick<AlertLinks, 'isPossible' | 'sample'>;
  /** What a template comes to for each of some numbers. */
  render: Render;
  hooks: Hooks;
  hookCalls: Pick<HookCalls, 'of'>;
  hookSecrets: HookSecrets;
  subscriptions: Pick<Subscriptions, 'confirm'>;
  /** What people do about alerts. */
  responding: Responding;
  /** What people press, until it is done and they were told. */
  presses: Pick<Presses, 'serve' | 'note'>;
  heartbeats: Pick<Heartbeats, 'all'>;
  /** Where programs reach a hook. */
  /** `url` null: the app doesn't know where it is reached (PUBLIC_URL). */
  hookAddress: (hookId: string) => { path: string; url: string | null };
  languages: Languages;
  audit: Audit;
  naming: Naming;
  poster: Poster;
  uninstall: Uninstall;
  steps: WorkflowRuns;
  clock: Clock;
  newId: () => string;
  log: Log;
  words: Words;
  home: KitServices<Services>['home'];
  liveForms: LiveForms;
  /** Shows a list anew, by its name. */
  lists: Lists;
  judging: KitServices<Services>['judging'];
  /** Call this when texts may have become sendable, or reports were made. */
  wake: () => void;
};
