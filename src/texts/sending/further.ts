import type { Intent } from '../intent.ts';
import { furtherNumbers } from '../leading-number.ts';

/** Whether another number follows the one number that a text is for. */
export function namesFurther({ to, message }: Pick<Intent, 'to' | 'message'>): boolean {
  const [only] = to;
  return to.length === 1 && only?.kind === 'number' && furtherNumbers(message).numbers.length > 0;
}
