import type { Clock } from '../../kit/clock.ts';
import type { SlackUnavailable } from '../../kit/slack/web-api.ts';
import { ifUnreadable } from '../../kit/store/errors.ts';
import type { Log } from '../../log.ts';
import type { LinkedKeys } from '../../workspace/linked-keys.ts';
import type { People, UserGroups } from '../../workspace/people.ts';
import type { Settings, SettingsOf } from '../../workspace/settings.ts';
import { type Intent, isUnattended } from '../intent.ts';
import { signOffFor } from '../sign-off.ts';
import type { History } from '../store/history.ts';
import type { Plan } from '../store/model.ts';
import { decide, type Facts, type Loadable, refusalPlan } from './decide.ts';
import type { Reach } from './find-recipients.ts';
import type { MessagesOf } from './messages.ts';
import { areNumbers, senderGroupsOf } from './send-policy.ts';
import { capOf, exemptionsOf, isFromHere, type SourceOf } from './sources.ts';

export type Planner = {
  /** Plans an intent. `unavailable`: the plan needs an answer that Slack doesn't give now; plan again later. */
  plan(intent: Intent): Promise<Plan | SlackUnavailable>;
};

/** Loads the facts that `decide` asks for, from our store and from Slack. */
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

  async function recipientsOf(intent: Intent, reading: Promise<Settings>): Promise<Facts['recipients']> {
    const exempt = await exemptionsOf(intent, sourceOf);
    return { ...(await reach(intent.workspace, intent.to, exempt, reading)), exempt: exempt.numbers };
  }

  const load: Record<Loadable, (intent: Intent, facts: Facts) => Promise<Partial<Facts>>> = {
    async account(intent) {
      const { workspace, actor, to } = intent;
      const reading = settings.of(workspace);
      const [sender, key, rules, recipients] = await Promise.all([
        isUnattended(intent) ? null : people.facts(workspace, actor),
        keys.settled(workspace).then(() => keys.known(workspace)),
        reading,
        // Plain numbers need no look-up in Slack.
        areNumbers(to) ? recipientsOf(intent, reading) : null,
      ]);
      return { account: { sender, key, rules, cap: capOf(intent, sourceOf, rules) }, recipients };
    },
    async senderGroups({ workspace }, { account }) {
      const ids = account ? senderGroupsOf(account.rules) : [];
      return { senderGroups: await Promise.all(ids.map(id => groups.members(workspace, id))) };
    },
    async recipients(intent, { account }) {
      const reading = account ? Promise.resolve(account.rules) : settings.of(intent.workspace);
      return { recipients: await recipientsOf(intent, reading) };
    },
    async messages(intent, { account, recipients }) {
      const rules = account?.rules ?? (await settings.of(intent.workspace));
      const signed = { ...intent, signOff: signOffFor(intent, rules) };
      return { messages: await messagesOf(signed, recipients?.numbers ?? []) };
    },
    async earlier({ workspace, id }) {
      const texts = (await history.outcome(workspace, id))?.texts ?? [];
      const [first] = texts;
      const numbers = new Set(texts.map(({ number }) => number));
      return { earlier: first ? { numbers, fingerprint: first.fingerprint } : 'none' };
    },
  };

  async function decided(intent: Intent): Promise<Plan | SlackUnavailable> {
    let facts: Facts = {
      now: clock.now(),
      isFromHere: isFromHere(intent, sourceOf),
      account: null,
      senderGroups: null,
      recipients: null,
      messages: null,
      earlier: null,
    };
    for (;;) {
      const decision = decide(intent, facts);
      if (decision.kind !== 'missing') return decision;
      facts = { ...facts, ...(await load[decision.fact](intent, facts)) };
    }
  }

  return {
    /** If a workspace's settings or other deciding data can't be read, nothing goes out, and the sender gets a report. */
    plan: intent =>
      decided(intent).catch(error => {
        const plan = ifUnreadable(refusalPlan({ kind: 'WORKSPACE_UNREADABLE' }))(error);
        log.error({ err: error, intent: intent.id, workspace: intent.workspace }, 'a text was refused');
        return plan;
      }),
  };
}
