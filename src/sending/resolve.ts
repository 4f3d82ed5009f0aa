import type { Clock } from '../domain/clock.ts';
import { type Intent, isUnattended } from '../domain/intent.ts';
import type { LocalNumber } from '../domain/number.ts';
import { countParts } from '../domain/parts.ts';
import type { Problem } from '../domain/problem.ts';
import { MAX_RECIPIENTS, type Omitted, type Recipient } from '../domain/recipient.ts';
import type { Log } from '../log.ts';
import type { Outbox, Plan } from '../storage/ports.ts';
import type { LinkedKeys } from '../workspaces/linked-keys.ts';
import type { FactsAnswer, People, UserGroups } from '../workspaces/people.ts';
import type { Settings, SettingsOf } from '../workspaces/settings.ts';
import { judgeNumber, judgeSender } from './policy.ts';
import type { FindRecipients, Found } from './recipients.ts';
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
  find: FindRecipients;
  clock: Clock;
  log: Log;
  /** Called when something was planned: there may be texts to send and reports to post. */
  planned: () => void;
}): Resolver {
  const { outbox, keys, people, groups, settings, find, clock, log, planned } = parts;
  const underWay = new Set<Promise<void>>();

  /** The plan, or null while Slack is silent about somebody. */
  async function planFor(intent: Intent): Promise<Plan | null> {
    if (clock.now() >= expiryOf(intent)) return expired(intent);
    const { workspace } = intent;
    const [sender, key, rules] = await Promise.all([
      senderOf(intent),
      keys.settled(workspace).then(() => keys.linked(workspace)),
      settings.of(workspace),
    ]);
    const judged = sender && (await judgeSender(intent, sender, rules, id => groups.members(workspace, id)));
    if (typeof judged === 'object' && judged) return refused(judged);
    if (!key) return refused({ kind: 'NO_KEY', admin: sender?.kind === 'known' && sender.facts.admin });
    if (judged === 'silent') return null;
    return planOf(intent, allowed(await find(workspace, intent.to), rules), key.fingerprint);
  }

  /** What Slack knows of the person who sends; null: no person does. */
  async function senderOf({ workspace, actor, source }: Intent): Promise<FactsAnswer | null> {
    return isUnattended(source) ? null : people.facts(workspace, actor);
  }

  /**
   * A person's texts go together or not at all. A workflow's and an alert's go to everyone whose number is known now:
   * one silent answer must not delay the others, and is asked for again.
   */
  function planOf(intent: Intent, { numbers, omitted, silent }: Found, fingerprint: string): Plan | null {
    const { message, lane } = intent;
    if (numbers.length > MAX_RECIPIENTS) {
      return refused({ kind: 'RECIPIENTS_TOO_MANY', count: numbers.length, limit: MAX_RECIPIENTS });
    }
    const [first] = omitted;
    if (first && (!isUnattended(intent.source) || numbers.length + silent.length === 0)) {
      return refused(first.problem, omitted);
    }
    if (silent.length > 0 && (!isUnattended(intent.source) || numbers.length === 0)) return null;
    const { parts } = countParts(message);
    return {
      kind: 'texts',
      fingerprint,
      texts: numbers.map(number => ({ number, message, parts, lane, expiresAt: expiryOf(intent) })),
      askIfSince: intent.confirmed ? null : clock.now() - SAME_TEXT_MS,
      omitted,
      again: silent.length > 0 ? clock.now() + ASK_SLACK_AGAIN_MS : null,
    };
  }

  /** Nobody is texted late: who has no text by now gets none. */
  async function expired(intent: Intent): Promise<Plan> {
    const before = await outbox.outcome(intent.workspace, intent.id);
    const [text] = before?.texts ?? [];
    if (!before || !text) return refused({ kind: 'EXPIRED' });
    const { numbers, omitted, silent } = await find(intent.workspace, intent.to);
    const texted = new Set(before.texts.map(({ number }) => number));
    const late: Recipient[] = numbers
      .filter(number => !texted.has(number))
      .map(number => ({ kind: 'number', number }));
    const problem = { kind: 'EXPIRED' } as const;
    return {
      kind: 'texts',
      fingerprint: text.fingerprint,
      texts: [],
      askIfSince: null,
      omitted: [...omitted, ...[...silent, ...late].map(who => ({ who, problem }))],
      again: null,
    };
  }

  async function resolve(intent: Intent): Promise<void> {
    const plan = await planFor(intent);
    const now = clock.now();
    if (plan) await outbox.plan(intent.id, plan, now);
    else await outbox.postpone(intent.id, now + ASK_SLACK_AGAIN_MS, 'SLACK_SILENT', now);
    planned();
    if (!plan || (plan.kind === 'texts' && plan.again !== null)) worker.wake();
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

/** Without the numbers that the workspace's rules have something against. */
function allowed(found: Found, rules: Settings): Found {
  const numbers: LocalNumber[] = [];
  const omitted = [...found.omitted];
  for (const number of found.numbers) {
    const problem = judgeNumber(number, rules);
    if (problem) omitted.push({ who: { kind: 'number', number }, problem });
    else numbers.push(number);
  }
  return { ...found, numbers, omitted };
}

function refused(problem: Problem, omitted: Omitted[] = []): Plan {
  return { kind: 'refused', problem, omitted };
}
