import type { Clock } from '../kit/clock.ts';
import type { LocalNumber } from '../kit/number.ts';
import type { Problem } from '../kit/problem.ts';
import type { Intent } from '../texts/intent.ts';
import { numbersIn } from '../texts/recipient.ts';
import type { Deliver } from '../texts/sending/reporter.ts';
import type { Intents } from '../texts/store/accept.ts';
import type { History } from '../texts/store/history.ts';
import type { IntentOutcome, Plan } from '../texts/store/model.ts';
import type { Queue } from '../texts/store/queue.ts';
import { isExpired } from '../texts/store/settle.ts';
import type { Text } from '../texts/text.ts';
import { toKey } from './alert.ts';
import { tellAlerts } from './alert-inbox.ts';
import { type AlertNotice, undelivered } from './notices/notice.ts';
import { alertSourceOf } from './plan-texts.ts';
import type { DeliveryStatus, StoredEvent } from './policy/events.ts';
import type { Block } from './policy/incidents/state.ts';

const CANCELLED: Plan = { kind: 'refused', problem: { kind: 'CANCELLED' }, omitted: [] };

export type TextDeliveries = {
  /** The delivery event of an intent, with the status of each number that has one; null if none has. */
  of(intent: Intent): Promise<Extract<StoredEvent, { kind: 'delivery' }> | null>;
  /** Notices that an intent's recipients can't be texted, for each hook whose alerts it tells of. */
  undelivered(intent: Intent): Promise<AlertNotice[]>;
  /** Cancels the queued texts of an intent. */
  cancel(workspace: string, intent: string): Promise<void>;
};

export function createTextDeliveries(deps: {
  intents: Pick<Intents, 'plan'>;
  queue: Pick<Queue, 'cancelAll'>;
  history: Pick<History, 'outcome'>;
  clock: Pick<Clock, 'now'>;
}): TextDeliveries {
  const { intents, queue, history, clock } = deps;
  return {
    async of(intent) {
      const source = alertSourceOf(intent);
      const outcome = await history.outcome(intent.workspace, intent.id);
      if (!source || !outcome) return null;
      const statuses = statusesIn(intent, outcome);
      if (statuses.length === 0) return null;
      return { kind: 'delivery', text: source.text, statuses, problems: problemsIn(intent, outcome) };
    },
    async undelivered(intent) {
      const outcome = await history.outcome(intent.workspace, intent.id);
      const refused = outcome?.texts.flatMap(({ number, problem }) =>
        problem ? { recipient: { kind: 'number', number } as const, problem } : [],
      );
      const all = [...(outcome?.omitted ?? []), ...(refused ?? [])].map(entry => ({
        recipient: toKey(entry.recipient),
        problem: entry.problem,
        alerts: 0,
      }));
      return (alertSourceOf(intent)?.hooks ?? []).flatMap(hook => undelivered(hook, all));
    },
    async cancel(workspace, id) {
      // An intent that isn't planned yet has no texts, so its plan is refused. Otherwise its queued texts are cancelled.
      if ((await intents.plan(id, CANCELLED, clock.now())) === 'stale')
        await queue.cancelAll(workspace, id, clock.now());
    },
  };
}

/**
 * Reports an intent's outcome: to the next decision, to the people who can mend why a recipient got no text, and to the posts of the hooks
 * whose alerts it tells of. Reporting an outcome twice changes nothing.
 */
export function createReportOutcome(
  deps: {
    deliveries: TextDeliveries;
    blockOf: (workspace: string) => Promise<Block | null>;
    notices: { tell(workspace: string, notices: readonly AlertNotice[]): Promise<void> };
    posts: { deliver: Deliver };
    wake: () => void;
  } & Parameters<typeof tellAlerts>[0],
): Deliver {
  const { deliveries, blockOf, notices, posts, wake } = deps;
  return async report => {
    const { intent } = report;
    const { workspace } = intent;
    const delivery = await deliveries.of(intent);
    // Without a status yet, the text may wait for its key. Each decision reads again what blocks the workspace.
    const blocked = delivery ? null : await blockOf(workspace);
    if (delivery) await tellAlerts(deps, workspace, delivery);
    else if (blocked) await tellAlerts(deps, workspace, { kind: 'sending', blocked });
    if (delivery || blocked) wake();
    if (delivery?.statuses.some(([, status]) => status === 'unsent'))
      await notices.tell(workspace, await deliveries.undelivered(intent));
    return posts.deliver(report);
  };
}

function statusesIn(
  { to }: Intent,
  { texts, omitted, problem, settled }: IntentOutcome,
): [string, DeliveryStatus][] {
  if (texts.length > 0) {
    const omittedNumbers = numbersIn(omitted.map(entry => entry.recipient));
    return [
      ...texts.flatMap((text): [string, DeliveryStatus][] => {
        const status = statusOf(text);
        return status ? [[text.number, status]] : [];
      }),
      ...omittedNumbers.map((number): [string, DeliveryStatus] => [number, 'unsent']),
    ];
  }
  if (!settled) return [];
  return numbersIn(to).map(number => [number, statusWithoutText(problem)]);
}

/** Why numbers got no text, as far as that is known. */
function problemsIn({ to }: Intent, { texts, omitted, problem }: IntentOutcome): [LocalNumber, Problem][] {
  return [
    ...texts.flatMap(({ number, state, problem: refused }): [LocalNumber, Problem][] => {
      if (state === 'cancelled') return [[number, { kind: 'CANCELLED' }]];
      return refused ? [[number, refused]] : [];
    }),
    ...omitted.flatMap(({ recipient, problem: because }) =>
      numbersIn([recipient]).map((number): [LocalNumber, Problem] => [number, because]),
    ),
    ...(problem && texts.length === 0
      ? numbersIn(to).map((number): [LocalNumber, Problem] => [number, problem])
      : []),
  ];
}

function statusWithoutText(problem: IntentOutcome['problem']): DeliveryStatus {
  if (problem?.kind === 'EXPIRED') return 'expired';
  return problem?.kind === 'NO_KEY' ? 'blocked' : 'unsent';
}

/** The outcomes of these intents. Intents that are no longer stored are left out. */
export async function outcomesOf(
  history: Pick<History, 'outcome'>,
  workspace: string,
  intents: Iterable<string>,
): Promise<IntentOutcome[]> {
  const outcomes = await Promise.all([...intents].map(intent => history.outcome(workspace, intent)));
  return outcomes.filter(outcome => outcome !== null);
}

/** The delivery status of a text; null while it is on its way. */
function statusOf(text: Text): DeliveryStatus | null {
  if (isExpired(text)) return 'expired';
  switch (text.state) {
    case 'queued':
    case 'sending':
      return null;
    case 'refused':
    case 'cancelled':
      return 'unsent';
    case 'sent':
    case 'uncertain':
      return text.state;
  }
}
