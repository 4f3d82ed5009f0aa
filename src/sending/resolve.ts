import type { Clock } from '../domain/clock.ts';
import type { Intent } from '../domain/intent.ts';
import { type LocalNumber, parseNumber } from '../domain/number.ts';
import { countParts } from '../domain/parts.ts';
import type { Problem } from '../domain/problem.ts';
import type { Log } from '../log.ts';
import type { Outbox, Plan } from '../storage/ports.ts';
import type { LinkedKeys } from '../workspaces/linked-keys.ts';
import type { People, UserGroups } from '../workspaces/people.ts';
import type { SettingsOf } from '../workspaces/settings.ts';
import { judgeNumber, judgeSender } from './policy.ts';
import { expiryOf } from './submit.ts';
import { createWorker, type Worker } from './worker.ts';

/** The same text to the same number within this time is asked about first. */
const SAME_TEXT_MS = 2 * 60_000;
/** While Slack is silent about a person, it is asked again this often. */
const ASK_SLACK_AGAIN_MS = 5000;
const LEASE_MS = 30_000;
const BATCH = 50;

export type Resolver = Worker & {
  /** Resolves an intent that was just written down, without waiting for the next pass. */
  take(intent: Intent): void;
};

/** Gets the facts an intent needs, judges it by policy, and turns it into texts or a refusal: one atomic plan. */
export function createResolver(parts: {
  outbox: Outbox;
  keys: LinkedKeys;
  people: People;
  groups: UserGroups;
  settings: SettingsOf;
  clock: Clock;
  log: Log;
  /** Called when something was planned: there may be texts to send and reports to post. */
  planned: () => void;
}): Resolver {
  const { outbox, keys, people, groups, settings, clock, log, planned } = parts;
  const underWay = new Set<Promise<void>>();

  /** The plan, or null while Slack is silent about somebody. */
  async function planFor(intent: Intent): Promise<Plan | null> {
    const expiresAt = expiryOf(intent);
    if (clock.now() >= expiresAt) return refused({ kind: 'EXPIRED' });
    const { workspace, actor } = intent;
    const [sender, key, rules] = await Promise.all([
      people.facts(workspace, actor),
      keys.settled(workspace).then(() => keys.linked(workspace)),
      settings.of(workspace),
    ]);
    const judged = await judgeSender(intent, sender, rules, id => groups.members(workspace, id));
    if (typeof judged === 'object' && judged) return refused(judged);
    if (!key) return refused({ kind: 'NO_KEY', admin: sender.kind === 'known' && sender.facts.admin });
    if (judged === 'silent') return null;
    const number = await numberOf(intent);
    if (number === null || typeof number === 'object') return number && refused(number);
    const blocked = judgeNumber(number, rules);
    if (blocked) return refused(blocked);
    const { parts: partCount } = countParts(intent.message);
    return {
      kind: 'texts',
      fingerprint: key.fingerprint,
      texts: [{ number, message: intent.message, parts: partCount, lane: intent.lane, expiresAt }],
      askIfSince: intent.confirmed ? null : clock.now() - SAME_TEXT_MS,
    };
  }

  /** The recipient's number, what is wrong with it, or null while Slack is silent. */
  async function numberOf({ workspace, to }: Intent): Promise<LocalNumber | Problem | null> {
    if (to.kind === 'number') return to.number;
    const { userId } = to;
    const asked = await people.facts(workspace, userId);
    if (asked.kind === 'silent') return null;
    if (asked.kind === 'refused') return teammateProblem(asked.error, to.label);
    if (asked.facts.phone === null) return { kind: 'TEAMMATE_WITHOUT_NUMBER', userId };
    const parsed = parseNumber(asked.facts.phone);
    return parsed.ok ? parsed.number : { kind: 'TEAMMATE_NUMBER_INVALID', userId };
  }

  async function resolve(intent: Intent): Promise<void> {
    const plan = await planFor(intent);
    const now = clock.now();
    if (plan) await outbox.plan(intent.id, plan, now);
    else await outbox.postpone(intent.id, now + ASK_SLACK_AGAIN_MS, 'SLACK_SILENT', now);
    planned();
    if (!plan) worker.wake();
  }

  function track(intent: Intent): Promise<void> {
    const work = resolve(intent)
      .catch(error => log.error({ err: error, intent: intent.id }, 'resolving failed; it is tried again'))
      .finally(() => underWay.delete(work));
    underWay.add(work);
    return work;
  }

  const worker = createWorker({
    name: 'resolver',
    clock,
    log,
    async pass() {
      const now = clock.now();
      const due = await outbox.leaseOpen(now, now + LEASE_MS, BATCH);
      await Promise.all(due.map(track));
      return outbox.nextOpen();
    },
  });

  return {
    wake: worker.wake,
    take: intent => void track(intent),
    async stop() {
      await worker.stop();
      await Promise.allSettled(underWay);
    },
  };
}

function refused(problem: Problem): Plan {
  return { kind: 'refused', problem };
}

function teammateProblem(error: string, label: string): Problem {
  const unknown = error === 'user_not_found' || error === 'user_not_visible';
  return unknown ? { kind: 'TEAMMATE_UNKNOWN', label } : { kind: 'PERSON_UNKNOWN', slackError: error };
}
