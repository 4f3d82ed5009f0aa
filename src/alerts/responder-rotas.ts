import { isRota } from '../escalations/second-steps.ts';
import type { FairScheduler } from '../kit/fair-scheduler.ts';
import type { Inboxes } from '../kit/inbox/store.ts';
import { isFeatureRecipient, type Recipient, recipientKeyOf } from '../texts/recipient.ts';
import type { NameLookup, OnCallRota, OnCallRotasOf } from '../texts/recipient-directory.ts';
import type { KnownNumbers } from '../workspace/people.ts';
import { fromKey, keyOfResponder, type Responder } from './alert.ts';
import { incidentsIn, lookAtAlerts } from './alert-inbox.ts';
import { listOfIncident, recipientsOf } from './call-lists.ts';
import type { Hooks } from './hooks.ts';
import type { WhichIncidents } from './policy/events.ts';

/**
 * The ids of the rotas that a responder is on call for now, or second in line, among those that these incidents text: the hook's or
 * their policy's, and those that the sender or a responder named. An acknowledgement must not wait for Slack, so Slack is asked only whose a number is.
 */
export type RotasOf = (
  workspace: string,
  action: { hook: string; which: WhichIncidents; by: Responder },
) => Promise<string[]>;

export function createRotasOf(deps: {
  onCallRotas: OnCallRotasOf;
  hooks: Pick<Hooks, 'list'>;
  book: Pick<NameLookup, 'resolveChoice'>;
  teammates: KnownNumbers;
  inboxes: Pick<Inboxes, 'look'>;
  runFairly: FairScheduler;
}): RotasOf {
  const { onCallRotas, hooks, book, teammates } = deps;

  /** The known numbers and user id of a recipient. Two recipients that share one are the same person. */
  async function marksOf(workspace: string, recipient: Recipient): Promise<string[]> {
    if (recipient.kind === 'teammate') return [recipient.userId];
    if (recipient.kind === 'number') return withUsers(workspace, [recipient.number]);
    const match = isFeatureRecipient(recipient) ? await book.resolveChoice(workspace, recipient) : null;
    return match?.kind === 'numbers' ? withUsers(workspace, match.numbers) : [];
  }

  async function withUsers(workspace: string, numbers: readonly string[]): Promise<string[]> {
    const users = await teammates.numbers(workspace);
    return numbers.flatMap(number => [number, users.get(number) ?? number]);
  }

  return async (workspace, { hook: id, which, by }) => {
    const own = await marksOf(workspace, fromKey(keyOfResponder(by)));
    const isPlaceOf = async ({ onCall }: OnCallRota): Promise<boolean> =>
      onCall !== null && (await marksOf(workspace, onCall)).some(mark => own.includes(mark));
    const isOnCall = async (rota: OnCallRota): Promise<boolean> => {
      if (await isPlaceOf(rota)) return true;
      const { second } = rota;
      const match = second && isFeatureRecipient(second) ? await book.resolveChoice(workspace, second) : null;
      return match?.kind === 'rota' && isPlaceOf(match.rota);
    };
    const rotas = await onCallRotas(workspace);
    const theirs = await Promise.all(rotas.map(isOnCall));
    const some = rotas.filter((_rota, index) => theirs[index]);
    if (some.length === 0) return [];
    const hook = (await hooks.list(workspace)).find(each => each.id === id);
    const incidents = incidentsIn(await lookAtAlerts(deps, workspace), which, id);
    const named = incidents.flatMap(incident => [...(incident.named ?? []), ...incident.added]).map(fromKey);
    const lists = hook ? incidents.map(incident => listOfIncident(hook, incident)) : [];
    const texted = [...lists.flatMap(list => recipientsOf(list)), ...named];
    return some.flatMap(rota =>
      isFeatureRecipient(rota.as) && texted.some(recipient => isPlace(rota, recipient))
        ? rota.as.data.id
        : [],
    );
  };
}

const isPlace = (rota: OnCallRota, recipient: Recipient): boolean =>
  isRota(rota, recipient) ||
  (rota.second !== null && recipientKeyOf(rota.second) === recipientKeyOf(recipient));
