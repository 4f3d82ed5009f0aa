import { z } from 'zod';
import { parseNumber } from '../kit/number.ts';
import type { Problem } from '../kit/problem.ts';
import { checkSender, readerProblem } from '../texts/sending/send-policy.ts';
import type { History } from '../texts/store/history.ts';
import type { People, UserGroups } from '../workspace/people.ts';
import type { SettingsOf } from '../workspace/settings.ts';
import { listOfIncident, recipientsOf } from './call-lists.ts';
import { outcomesOf } from './delivery-status.ts';
import type { IncidentActions } from './incident-actions.ts';
import { isPage } from './paging/page-id.ts';
import type { HooksAndPages } from './paging/pages.ts';
import type { WhichIncidents } from './policy/events.ts';

/** A user, and the incidents that they want to act on or see. */
type ActingUser = { workspace: string; userId: string; hook: string; which: WhichIncidents };

export const problemKinds = {
  ALERTS_NOT_YOURS: z.object({}),
  /** The person chose to be called about critical alerts only. */
  CHOSE_QUIET: z.object({}),
};

declare module '../kit/problem.ts' {
  interface Problems {
    alerts: typeof problemKinds;
  }
}

/** A text in one of these states has reached its number, or may have. */
const TEXTED = new Set(['sending', 'sent', 'uncertain']);
/** Only the newest texts of a storm's post, because each takes a look-up. */
const MAX_INTENTS = 200;

type PermissionServices = {
  people: Pick<People, 'facts'>;
  userGroups: UserGroups;
  settings: SettingsOf;
  hooksAndPages: Pick<HooksAndPages, 'list'>;
  responding: Pick<IncidentActions, 'find'>;
  history: Pick<History, 'outcome'>;
};

/**
 * Why the user may not acknowledge, give back, resolve and see the incidents; null if they may: the workspace's rules let them, the hook
 * names them or their user group, the page is theirs, or they were texted about one.
 */
export async function responderProblem(
  services: PermissionServices,
  user: ActingUser,
): Promise<Problem | null> {
  const [facts, rules] = await loadFacts(services, user);
  const problem = readerProblem(facts, rules);
  if (problem?.kind !== 'NOT_SHOWN' || facts.kind !== 'known' || facts.facts.deactivated) return problem;
  const isRecipient = await isNamed(services, user);
  if (isRecipient || (await wasTexted(services, user, facts.facts.phone))) return null;
  return isRecipient === null
    ? { kind: 'SLACK_AWAY' }
    : { feature: 'alerts', kind: 'ALERTS_NOT_YOURS', data: {} };
}

/**
 * Why the user may not have other people texted about an incident; null if they may, like everyone who may send. It is checked like a press
 * of a button, because the rule about channels is for people who type in one.
 */
export async function texterProblem(
  services: Pick<PermissionServices, 'people' | 'settings' | 'userGroups'>,
  { workspace, userId }: Pick<ActingUser, 'workspace' | 'userId'>,
): Promise<Problem | null> {
  const [facts, rules] = await loadFacts(services, { workspace, userId });
  const nowhere = { responseUrl: null, channel: '', userId, threadTs: null, threadLink: null };
  const problem = await checkSender({ actor: userId, source: 'resend', replyTo: nowhere }, facts, rules, id =>
    services.userGroups.members(workspace, id),
  );
  return problem?.kind === 'unavailable' ? { kind: 'SLACK_AWAY' } : problem;
}

const loadFacts = (
  { people, settings }: Pick<PermissionServices, 'people' | 'settings'>,
  { workspace, userId }: Pick<ActingUser, 'workspace' | 'userId'>,
) => Promise.all([people.facts(workspace, userId), settings.of(workspace)]);

/**
 * True if the user made this page, or if the lists by which the incidents go name them or a user group that they are in; null if Slack doesn't
 * say who is in one of its groups. Incidents that are over and forgotten went by any of the hook's lists.
 */
async function isNamed(
  { hooksAndPages, userGroups, responding }: PermissionServices,
  { workspace, userId, hook: id, which }: ActingUser,
): Promise<boolean | null> {
  const hook = (await hooksAndPages.list(workspace)).find(candidate => candidate.id === id);
  if (!hook) return false;
  if (isPage(id) && hook.createdBy === userId) return true;
  const incidents = await responding.find(workspace, which, id);
  const lists = incidents.length > 0 ? incidents.map(incident => listOfIncident(hook, incident)) : [hook];
  const recipients = lists.flatMap(list => recipientsOf(list));
  if (recipients.some(to => to.kind === 'teammate' && to.userId === userId)) return true;
  const groups = new Set(recipients.flatMap(to => (to.kind === 'usergroup' ? to.id : [])));
  const members = await Promise.all([...groups].map(group => userGroups.members(workspace, group)));
  if (members.some(answer => answer.kind === 'known' && answer.userIds.includes(userId))) return true;
  return members.some(({ kind }) => kind === 'unavailable') ? null : false;
}

/**
 * True if the user was texted or messaged about one of the incidents, however they were addressed: by a rota, a contact, a group, or a teammate who had
 * them texted.
 */
async function wasTexted(
  { responding, history }: PermissionServices,
  { workspace, userId, hook, which }: ActingUser,
  phone: string | null,
): Promise<boolean> {
  const incidents = await responding.find(workspace, which, hook);
  if (incidents.some(({ numbers }) => numbers.includes(userId))) return true;
  const parsed = parseNumber(phone ?? '');
  if (!parsed.ok) return false;
  if (incidents.some(({ numbers }) => numbers.includes(parsed.number))) return true;
  const intents = [...new Set(incidents.flatMap(incident => incident.intents))].slice(-MAX_INTENTS);
  const outcomes = await outcomesOf(history, workspace, intents);
  return outcomes
    .flatMap(({ texts }) => texts)
    .some(({ number, state }) => number === parsed.number && TEXTED.has(state));
}
