import type { LocalNumber } from '../../../src/kit/number.ts';
import type { TextRecord } from '../../../src/texts/store/model.ts';

export const NOW = Date.UTC(2026, 10, 21, 9);

export const textWith = (fields: Partial<TextRecord> = {}): TextRecord => ({
  id: 'text',
  intentId: 'intent',
  workspace: 'T1',
  actor: 'U1',
  fingerprint: 'key',
  priority: 'people',
  number: '01712345678' as LocalNumber,
  message: 'hello',
  parts: 2,
  state: 'queued',
  createdAt: NOW,
  madeAt: NOW,
  notBefore: NOW,
  expiresAt: NOW + 900_000,
  ...fields,
});
