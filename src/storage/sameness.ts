import { createHash } from 'node:crypto';
import type { PlannedText } from './ports.ts';

/** Equal for texts with the same number and message, and tells neither. */
export function samenessOf(text: Pick<PlannedText, 'number' | 'message'>): string {
  return createHash('sha256').update(`${text.number}\0${text.message}`).digest('base64');
}
