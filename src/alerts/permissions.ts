import { z } from 'zod';
import { parseNumber } from '../kit/number.ts';
import type { Problem } from '../kit/problem.ts';
import { checkSender, readerProblem } from '../texts/sending/send-policy.ts';
import type { History } from '../texts/store/history.ts';
import type { People, UserGroups } from '../workspace/people.ts';
import type { SettingsOf } from '../workspace/settings.ts';
import { outcomesOf } from './delivery-status.ts';
import { type Hooks, recipientsOf } from './hooks.ts';
import type { IncidentActions } from './incident-actions.ts';
import type { WhichIncidents } from './policy/events.ts';

/** Which incidents somebody wants to do something about, or to look at. */
type WhoActs = { workspace: string; userId: string; hook: string; which: WhichIncidents };

/** What may fail about alerts; its sentence is in `words/`. */
export const problemKinds = { ALERTS_NOT_YOURS: z.object({}) };

declare module '../kit/problem.ts' {
  interface Problems {
    alerts: typeof problemKinds;
  }
}

/** A text in one of these states reached somebody, or may have. */
const TEXTED = new Set(['sending', 'sent', 'uncertain']);
/** Of a storm's post, the newest texts: each is looked up. */
const MAX_INTENTS = 200;

/** What it takes to judge them. */
type Judging = {
  people: Pick<People, 'facts'>;
  userGroups: UserGroups;
  settings: SettingsOf;
  hooks: Pick<Hooks, 'list'>;
  responding: Pick<IncidentActions, 'find'>;
  history: Pick<History, 'outcome'>;
};

/**
 * Null if they may take them, give them back, resolve them, and see all of them: everybody whom the workspace's rules don't
 * keep out, and whoever is on call for them: whom the hook names, or a user group that it names, and whoever was texted.
 */
export async function judgeResponder(services: Judging, asked: WhoActs): Promise<Problem | null> {
  const [facts, rules] = await asking(services, asked);
  const problem = readerProblem(facts, rules);
  if (problem?.kind !== 'NOT_SHOWN' || facts.kind !== 'known' || facts.facts.deactivated) return problem;
  const named = await isNamed(services, asked);
  if (named || (await wasTexted(services, asked, facts.facts.phone))) return null;
  return named === null ? { kind: 'SLACK_AWAY' } : { feature: 'alerts', kind: 'ALERTS_NOT_YOURS', data: {} };
}

/**
 * Null if they may have others texted about them: whoever may send. Judged like one of the app's own buttons: the rule about channels is
 * for people who type in one.
 */
export async function judgeTexter(
  services: Pick<Judging, 'people' | 'settings' | 'userGroups'>,
  { workspace, userId }: Pick<WhoActs, 'workspace' | 'userId'>,
): Promise<Problem | null> {
  const [facts, rules] = await asking(services, { workspace, userId });
  const nowhere = { responseUrl: null, channel: '', userId, threadTs: null, threadLink: null };
  const judged = await checkSender({ actor: userId, source: 'resend', replyTo: nowhere }, facts, rules, id =>
    services.userGroups.members(workspace, id),
  );
  return judged?.kind === 'unavailable' ? { kind: 'SLACK_AWAY' } : judged;
}

const asking = (
  { people, settings }: Pick<Judging, 'people' | 'settings'>,
  { workspace, userId }: Pick<WhoActs, 'workspace' | 'userId'>,
) => Promise.all([people.facts(workspace, userId), settings.of(workspace)]);

/** Null: Slack doesn't say who is in a user group that it names. */
async function isNamed(
  { hooks, userGroups }: Judging,
  { workspace, userId, hook: id }: WhoActs,
): Promise<boolean | null> {
  const hook = (await hooks.list(workspace)).find(one => one.id === id);
  const all = hook ? recipientsOf(hook) : [];
  if (all.some(who => who.kind === 'teammate' && who.userId === userId)) return true;
  const groups = new Set(all.flatMap(who => (who.kind === 'usergroup' ? who.id : [])));
  const members = await Promise.all([...groups].map(group => userGroups.members(workspace, group)));
  if (members.some(answer => answer.kind === 'known' && answer.userIds.includes(userId))) return true;
  return members.some(({ kind }) => kind === 'unavailable') ? null : false;
}

/** By whatever way in: a rota, a contact, a group, or somebody who had them texted. */
async function wasTexted(
  { responding, history }: Judging,
  { workspace, hook, which }: WhoActs,
  phone: string | null,
): Promise<boolean> {
  const parsed = parseNumber(phone ?? '');
  if (!parsed.ok) return false;
  const incidents = await responding.find(workspace, which, hook);
  if (incidents.some(({ numbers }) => numbers.includes(parsed.number))) return true;
  const intents = [...new Set(incidents.flatMap(incident => incident.intents))].slice(-MAX_INTENTS);
  const outcomes = await outcomesOf(history, workspace, intents);
  return outcomes
    .flatMap(({ texts }) => texts)
    .some(({ number, state }) => number === parsed.number && TEXTED.has(state));
}
