import { isSameName } from '../texts/parse/name.ts';
import { eachOnce, type Recipient, recipientKeyOf } from '../texts/recipient.ts';
import type { OnCallRota, OnCallRotasOf } from '../texts/recipient-directory.ts';
import { type CallList, type Routed, recipientsOf } from './call-lists.ts';

/* A step that calls whoever is on call in a rota gives way to one that calls the rota's second in line. */

/** True if the recipient stands for whoever is on call in the rota. */
export const isRota = ({ as, name }: OnCallRota, recipient: Recipient): boolean =>
  recipient.kind === 'named'
    ? isSameName(name, recipient.name)
    : recipientKeyOf(as) === recipientKeyOf(recipient);

/**
 * A hook with a step for the seconds in line after each step that names their rotas, with the same minutes. A second who
 * is named anywhere has that place instead. Without steps, nobody is called after the first.
 */
export function withSeconds<List extends CallList>(hook: List, rotas: readonly OnCallRota[]): List {
  const { recipients, escalation } = hook;
  if (!escalation) return hook;
  const named = new Set(recipientsOf({ recipients, escalation }).map(recipientKeyOf));
  const secondsOf = (to: readonly Recipient[]): Recipient[] =>
    eachOnce(to.flatMap(recipient => rotas.find(rota => isRota(rota, recipient))?.second ?? [])).filter(
      second => !named.has(recipientKeyOf(second)),
    );
  const stepFor = (to: readonly Recipient[], minutes: number) => {
    const seconds = secondsOf(to);
    return seconds.length > 0 ? [{ to: seconds, minutes }] : [];
  };
  const steps = [
    ...stepFor(recipients, escalation.firstMinutes),
    ...escalation.steps.flatMap(step => [step, ...stepFor(step.to, step.minutes)]),
  ];
  return { ...hook, escalation: { ...escalation, steps } };
}

/** The rotas that steps may name. Without steps, none is read. */
export const rotasInSteps = async (
  onCallRotas: OnCallRotasOf,
  workspace: string,
  hooks: readonly (CallList & Partial<Routed>)[],
): Promise<readonly OnCallRota[]> =>
  hooks.some(({ escalation, routed }) => escalation !== null || (routed?.size ?? 0) > 0)
    ? onCallRotas(workspace)
    : [];
