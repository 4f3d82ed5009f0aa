import type { Clock } from '../../kit/clock.ts';
import type { Problem } from '../../kit/problem.ts';
import type { SlackUnavailable } from '../../kit/slack/web-api.ts';
import { ifUnreadable } from '../../kit/store/errors.ts';
import type { Log } from '../../log.ts';
import type { LinkedKeys } from '../../workspace/linked-keys.ts';
import type { People, UserGroups } from '../../workspace/people.ts';
import type { SettingsOf } from '../../workspace/settings.ts';
import { expiryOf, type Intent, isUnattended } from '../intent.ts';
import { mayBeMany, type Recipient } from '../recipient.ts';
import type { History } from '../store/history.ts';
import type { Plan } from '../store/model.ts';
import type { Reach } from './find-recipients.ts';
import type { MessagesOf } from './messages.ts';
import { areNumbers, checkSender, isErased, planOf, refusalPlan, sendProblem } from './send-policy.ts';
import { capOf, exemptionsOf, isFromHere, type SourceOf } from './sources.ts';

export type Planner = {
  /** Turns an intent into texts or a refusal. `unavailable`: Slack doesn't answer what decides; ask again later. */
  plan(intent: Intent): Promise<Plan | SlackUnavailable>;
};

/** Gets the facts an intent needs, applies the policy, and makes a plan. */
export function createPlanner(deps: {
  history: Pick<History, 'outcome'>;
  keys: LinkedKeys;
  people: People;
  groups: UserGroups;
  settings: SettingsOf;
  reach: Reach;
  sourceOf: SourceOf;
  messagesOf: MessagesOf;
  clock: Clock;
  log: Log;
}): Planner {
  const { history, keys, people, groups, settings, reach, sourceOf, messagesOf, clock, log } = deps;
  /** If a workspace's settings or other deciding data can't be read, nothing goes out there, and people are told. */
  async function plan(intent: Intent): Promise<Plan | SlackUnavailable> {
    return judge(intent).catch(error => {
      const plan = ifUnreadable(refusalPlan({ kind: 'WORKSPACE_UNREADABLE' }))(error);
      log.error({ err: error, intent: intent.id, workspace: intent.workspace }, 'a text was refused');
      return plan;
    });
  }

  async function judge(intent: Intent): Promise<Plan | SlackUnavailable> {
    if (intent.to.some(isErased)) return refusalPlan({ kind: 'ERASED' });
    if (clock.now() >= expiryOf(intent)) return ended(intent, { kind: 'EXPIRED' });
    if (!isFromHere(intent, sourceOf)) return refusalPlan({ kind: 'PART_REMOVED' });
    const { workspace } = intent;
    const reading = settings.of(workspace);
    const found = async () => {
      const ignoreDoNotText = await exemptionsOf(intent, sourceOf);
      return { ignoreDoNotText, ...(await reach(workspace, intent.to, ignoreDoNotText, reading)) };
    };
    const [sender, key, rules, foundAtOnce] = await Promise.all([
      isUnattended(intent) ? null : people.facts(workspace, intent.actor),
      keys.settled(workspace).then(() => keys.known(workspace)),
      reading,
      // Nobody else has to be asked.
      areNumbers(intent.to) ? found() : null,
    ]);
    const judged = sender && (await checkSender(intent, sender, rules, id => groups.members(workspace, id)));
    const problem = sendProblem(sender, judged, key);
    if (problem) return problem.kind === 'unavailable' ? problem : refusalPlan(problem);
    if (typeof key === 'string') throw new Error('Without a key there is a problem');
    const reached = foundAtOnce ?? (await found());
    if (reached.tooMany) return ended(intent, reached.tooMany);
    const messages = await messagesOf(intent, reached.numbers);
    return planOf(intent, reached, messages, {
      rules,
      cap: capOf(intent, sourceOf, rules),
      fingerprint: key.fingerprint,
      exempt: reached.ignoreDoNotText.numbers,
    });
  }

  /** Ends an intent that is too late, or reaches too many people: whoever has no text by now gets none, because of `problem`. */
  async function ended(intent: Intent, problem: Problem): Promise<Plan> {
    const before = await history.outcome(intent.workspace, intent.id);
    const [text] = before?.texts ?? [];
    if (!before || !text) return refusalPlan(problem);
    const { numbers, omitted, unavailable, tooMany } = await reach(intent.workspace, intent.to);
    const texted = new Set(before.texts.map(({ number }) => number));
    const late: Recipient[] = numbers
      .filter(number => !texted.has(number))
      .map(number => ({ kind: 'number', number }));
    // Since then only groups can have become too many.
    const grown = tooMany ? intent.to.filter(mayBeMany) : [];
    return {
      kind: 'texts',
      fingerprint: text.fingerprint,
      texts: [],
      askIfSince: null,
      limits: null,
      omitted: [...omitted, ...[...unavailable, ...late, ...grown].map(who => ({ who, problem }))],
      retryAt: null,
    };
  }

  return { plan };
}
