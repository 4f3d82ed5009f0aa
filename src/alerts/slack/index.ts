import { searchListeners } from '../../contacts/slack/search.ts';
import { STEP_SORTS } from '../../escalations/index.ts';
import { stepTo } from '../../escalations/slack/step-fields.ts';
import { button } from '../../kit/slack/elements.ts';
import { fieldPattern, openerOf } from '../../kit/slack/form.ts';
import { formListeners } from '../../kit/slack/form-submission.ts';
import { listByWord, listListeners, opensList } from '../../kit/slack/list.ts';
import type { SlackListener } from '../../kit/slack/listener.ts';
import type { CommandWord, HomeSection, Services } from '../../kit/slack/services.ts';
import { offersTemplates } from '../../templates/slack/options.ts';
import { offersRecipients } from '../../texts/slack/recipient-options.ts';
import type { Callings } from '../calling/callings.ts';
import type { Hook, Hooks } from '../hooks.ts';
import type { HookSecrets } from '../http/hook-callers.ts';
import type { IncidentActions } from '../incident-actions.ts';
import type { IncidentOverview } from '../incident-overview.ts';
import type { Heartbeats } from '../intake.ts';
import type { Mutes } from '../mutes.ts';
import type { HooksAndPages, Pages } from '../paging/pages.ts';
import type { Block } from '../policy/incidents/state.ts';
import type { HookCalls } from '../recent-calls.ts';
import type { Exempt } from '../recipient-lookup.ts';
import type { Timelines } from '../timeline/worker.ts';
import { callingByWord, callingForm } from './calling/form.ts';
import { moreId } from './hooks/draft.ts';
import { hookForm } from './hooks/form.ts';
import { hookList, revokeHookButton } from './hooks/list.ts';
import { testForm } from './hooks/send-test.ts';
import { extendAlerts, giveBackAlerts, resolveAlerts, takeAlerts } from './incident-buttons.ts';
import { incidentsAtHome } from './incidents/at-home.ts';
import { incidentList } from './incidents/list.ts';
import { muteForm } from './mutes/form.ts';
import { endMuteButton, muteList, mutesAtHome } from './mutes/list.ts';
import { alertList } from './open-incidents.ts';
import { pageForm, pageTo } from './paging/form.ts';
import { pageShortcut, pageWord } from './paging/word.ts';
import { confirmSubscriptionButton, ignoreSubscriptionButton, type Subscriptions } from './subscription.ts';
import { aboutAlertsForm } from './text.ts';
import { downloadTimelineButton, timelineList } from './timeline.ts';

export type AlertServices = {
  /** Numbers that get alerts although they are marked "never text". */
  exempt: Exempt;
  hooks: Hooks;
  pages: Pick<Pages, 'begin' | 'has'>;
  /** For everything about incidents: their hooks, and the pages by hand. */
  hooksAndPages: HooksAndPages;
  /** Why no text of a workspace can go now; null if texts can go. */
  blockOf: (workspace: string) => Promise<Block | null>;
  hookCalls: Pick<HookCalls, 'of'>;
  callings: Callings;
  hookSecrets: HookSecrets;
  subscriptions: Pick<Subscriptions, 'confirm' | 'ignore'>;
  responding: IncidentActions;
  incidentOverview: IncidentOverview;
  heartbeats: Pick<Heartbeats, 'all'>;
  mutes: Mutes;
  timelines: Pick<Timelines, 'of'>;
  /** Calls a hook with a test, as a program does. A repeated key is the same test. */
  callAsTest: (workspace: string, hook: Hook, test: { message: string; key: string }) => Promise<unknown>;
  /** `url`: null if the app doesn't know its own address (PUBLIC_URL). */
  hookAddress: (hookId: string) => { path: string; url: string | null };
};

declare module '../../kit/slack/services.ts' {
  interface Services extends AlertServices {}
}

export const listeners = (services: Services): readonly SlackListener[] => [
  ...listListeners(services, hookList),
  ...formListeners(services, hookForm),
  ...formListeners(services, testForm),
  offersRecipients(services, fieldPattern(hookForm, 'recipients'), STEP_SORTS),
  offersRecipients(services, stepTo(moreId('escalation'), '\\d'), STEP_SORTS),
  // A hook belongs to the workspace, so it can't use a teammate's own template.
  offersTemplates(services, moreId('template'), ({ owner }) => owner === null),
  revokeHookButton(services),
  confirmSubscriptionButton(services),
  ignoreSubscriptionButton(services),
  takeAlerts(services),
  extendAlerts(services),
  giveBackAlerts(services),
  resolveAlerts(services),
  ...listListeners(services, alertList),
  ...searchListeners(services, incidentList),
  ...listListeners(services, timelineList),
  downloadTimelineButton(services),
  ...formListeners(services, aboutAlertsForm),
  ...listListeners(services, muteList),
  ...formListeners(services, muteForm),
  endMuteButton(services),
  ...formListeners(services, pageForm),
  offersRecipients(services, pageTo, STEP_SORTS),
  pageShortcut(services),
  ...formListeners(services, callingForm),
  offersRecipients(services, fieldPattern(aboutAlertsForm, 'to'), STEP_SORTS),
];

export const commandWords = (services: Services): CommandWord[] => [
  listByWord(services, hookList, ['hooks', 'হুক']),
  listByWord(services, incidentList, ['alerts', 'অ্যালার্ট']),
  listByWord(services, muteList, ['mute', 'mutes', 'silence', 'মিউট']),
  pageWord(services),
  callingByWord(services),
];

export const home = (services: Services): HomeSection => ({
  ...mutesAtHome(services),
  buttons: ({ words }) => [button({ action: openerOf(callingForm, 'open'), label: words.calling.title })],
  ...incidentsAtHome(services),
  managing: words => [button({ action: opensList(hookList), label: words.home.hooks })],
});
