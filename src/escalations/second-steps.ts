import { isSameName } from '../texts/parse/name.ts';
import { eachOnce, type Recipient, recipientKeyOf } from '../texts/recipient.ts';
import type { OnCallRota } from '../texts/recipient-directory.ts';
import { namedIn, type PolicyDraft } from './policy.ts';

/* A step that calls whoever is on call in a rota gives way to one that calls the rota's second in line. */

/** True if the recipient stands for whoever is on call in the rota. */
export const isRota = ({ as, name }: OnCallRota, recipient: Recipient): boolean =>
  recipient.kind === 'named'
    ? isSameName(name, recipient.name)
    : recipientKeyOf(as) === recipientKeyOf(recipient);

/**
 * Steps with one for the seconds in line after each step that names their rotas, with the same minutes. A second who is
 * named anywhere has that place instead.
 */
export function stepsWithSeconds(
  steps: PolicyDraft['steps'],
  rotas: readonly OnCallRota[],
): PolicyDraft['steps'] {
  const named = new Set(namedIn({ steps }).map(recipientKeyOf));
  const secondsOf = (to: readonly Recipient[]): Recipient[] =>
    eachOnce(to.flatMap(recipient => rotas.find(rota => isRota(rota, recipient))?.second ?? [])).filter(
      second => !named.has(recipientKeyOf(second)),
    );
  return steps.flatMap(step => {
    const seconds = secondsOf(step.to);
    return seconds.length > 0 ? [step, { to: seconds, minutes: step.minutes }] : [step];
  });
}
