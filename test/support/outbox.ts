import type { Storage } from '../../src/kit/store/storage.ts';
import type { Intent } from '../../src/texts/intent.ts';
import type { Acceptance, Intents } from '../../src/texts/store/accept.ts';
import type { Arrivals } from '../../src/texts/store/by-word.ts';
import type { Claims } from '../../src/texts/store/claim.ts';
import type { History } from '../../src/texts/store/history.ts';
import type { Claim, Plan } from '../../src/texts/store/model.ts';
import type { Queue } from '../../src/texts/store/queue.ts';
import type { Reports } from '../../src/texts/store/reports.ts';
import type { Retention } from '../../src/texts/store/retention.ts';
import type { TextState } from '../../src/texts/text.ts';

/** The result of accepting an intent with a plan. */
type AcceptResult = Exclude<Acceptance['result'], 'open'>;

/** All stores of texts in one object. */
export type Outbox = Omit<Intents, 'accept'> & {
  /** Stores an intent that stays open. */
  add(intent: Intent, leaseUntil: number): Promise<'added' | 'duplicate'>;
  /** Stores an intent with its plan. */
  accept(intent: Intent, plan: Plan, now: number): Promise<AcceptResult>;
  /** The same, and claims its only text at once if possible. */
  acceptAtOnce(
    intent: Intent,
    plan: Plan,
    now: number,
  ): Promise<{ result: AcceptResult; claim: Claim | null }>;
} & Claims &
  Omit<Queue, 'nextDue'> &
  Reports &
  Omit<History, 'counts'> &
  Retention &
  Arrivals & {
    nextDue(): Promise<number | null>;
    /** The number of texts in each state. */
    counts(): Promise<Partial<Record<TextState, number>>>;
  };

export function outboxOf({ intents, claims, queue, reports, history, retention, arrivals }: Storage): Outbox {
  const nextDue = async (): Promise<number | null> => (await queue.nextDue()).at;
  const acceptPlan = async (intent: Intent, plan: Plan, now: number, mayClaim: boolean) => {
    const serializeBy = plan.kind === 'texts' ? plan.fingerprint : intent.workspace;
    const own = { reads: [], serializeBy, plan: () => plan };
    const { result, claim } = await intents.accept(intent, own, { now, leaseUntil: now, mayClaim });
    return { result: result as AcceptResult, claim };
  };
  const counts: Outbox['counts'] = async () => {
    const byState: Awaited<ReturnType<Outbox['counts']>> = {};
    for (const workspace of await retention.workspaces()) {
      for (const { state } of await history.history(workspace, null, 100_000))
        byState[state] = (byState[state] ?? 0) + 1;
    }
    return byState;
  };
  return {
    ...intents,
    ...claims,
    ...queue,
    ...reports,
    ...history,
    ...retention,
    ...arrivals,
    nextDue,
    counts,
    async add(intent, leaseUntil) {
      const own = { reads: [], serializeBy: intent.workspace, plan: () => null };
      const at = { now: intent.acceptedAt, leaseUntil, mayClaim: false };
      return (await intents.accept(intent, own, at)).result === 'duplicate' ? 'duplicate' : 'added';
    },
    accept: async (intent, plan, now) => (await acceptPlan(intent, plan, now, false)).result,
    acceptAtOnce: (intent, plan, now) => acceptPlan(intent, plan, now, true),
  };
}
