import type { FairScheduler } from '../kit/fair-scheduler.ts';
import type { Inboxes } from '../kit/inbox/store.ts';
import { isSameName } from '../texts/parse/name.ts';
import { isFeatureRecipient, type Recipient, recipientKeyOf } from '../texts/recipient.ts';
import type { NameLookup, OnCallRota, OnCallRotasOf } from '../texts/recipient-directory.ts';
import type { KnownNumbers } from '../workspace/people.ts';
import { fromKey, keyOfResponder, type Responder } from './alert.ts';
import { incidentsIn, lookAtAlerts } from './alert-inbox.ts';
import { type Hooks, recipientsOf } from './hooks.ts';
import type { WhichIncidents } from './policy/events.ts';

/**
 * The rotas, by their ids, that a responder is on call for right now, of those by which these incidents text people: their hook's,
 * and those that a sender or somebody else named. Slack is asked for no more than whose a number is, because an acknowledgement
 * must not wait for it.
 */
export type RotasOf = (
  workspace: string,
  asked: { hook: string; which: WhichIncidents; by: Responder },
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

  /** What tells whether two recipients are the same person: their numbers and their user id, as far as we know them. */
  async function marksOf(workspace: string, who: Recipient): Promise<string[]> {
    if (who.kind === 'teammate') return [who.userId];
    const meant = isFeatureRecipient(who) ? await book.resolveChoice(workspace, who) : null;
    const numbers = who.kind === 'number' ? [who.number] : meant?.kind === 'numbers' ? meant.numbers : [];
    const users = await teammates.numbers(workspace);
    return numbers.flatMap(number => [number, users.get(number) ?? number]);
  }

  return async (workspace, { hook: id, which, by }) => {
    const own = await marksOf(workspace, fromKey(keyOfResponder(by)));
    const isOnCall = async ({ onCall }: OnCallRota): Promise<boolean> =>
      onCall !== null && (await marksOf(workspace, onCall)).some(mark => own.includes(mark));
    const rotas = await onCallRotas(workspace);
    const theirs = await Promise.all(rotas.map(isOnCall));
    const some = rotas.filter((_rota, index) => theirs[index]);
    if (some.length === 0) return [];
    const hook = (await hooks.list(workspace)).find(one => one.id === id);
    const incidents = incidentsIn(await lookAtAlerts(deps, workspace), which, id);
    const named = incidents.flatMap(incident => [...(incident.named ?? []), ...incident.added]).map(fromKey);
    const texted = [...(hook ? recipientsOf(hook) : []), ...named];
    return some.flatMap(rota =>
      isFeatureRecipient(rota.as) && texted.some(who => isMeant(rota, who)) ? rota.as.data.id : [],
    );
  };
}

const isMeant = ({ as, name }: OnCallRota, who: Recipient): boolean =>
  who.kind === 'named' ? isSameName(name, who.name) : recipientKeyOf(as) === recipientKeyOf(who);
