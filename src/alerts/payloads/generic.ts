import { z } from 'zod';
import { MAX_CHARACTERS } from '../../texts/parts.ts';
import { severityOf } from '../alert.ts';
import { digestOf, KEY_MS, nameFrom, reading, type Sameness, type SenderReader } from './payload.ts';
import { bySchema, severityWord } from './schema.ts';

const key = z.string().min(1, 'should not be empty').max(255, 'should have 255 characters at most');

/** Enough for as many recipients as a call may name, however they are written. */
const MAX_TO = 20_000;

const asText = (to: string | string[]): string => (typeof to === 'string' ? to : to.join('\n'));

/** Any program's own JSON. */
const genericSchema = z
  .object({
    to: z
      .union([z.string(), z.array(z.string())], 'should be a text')
      .refine(to => asText(to).length <= MAX_TO, `should have ${MAX_TO} characters at most`)
      .optional(),
    message: z
      .string()
      .refine(message => message.trim() !== '', 'should not be empty')
      .refine(
        message => [...message].length <= MAX_CHARACTERS,
        `should have ${MAX_CHARACTERS} characters at most`,
      ),
    dedup_key: key.optional(),
    severity: severityWord.optional(),
    action: z.enum(['trigger', 'resolve'], 'should be "trigger" or "resolve"').default('trigger'),
  })
  .refine(({ action, dedup_key }) => action === 'trigger' || dedup_key !== undefined, {
    path: ['dedup_key'],
    error: 'is needed with "action": "resolve": it says which alert is over',
  });

const OWN = new Set(['to', 'message', 'dedup_key', 'severity', 'action']);

/** What has other names beside ours may be another program’s. */
function isOurs(body: object): boolean {
  const names = Object.keys(body);
  if (names.length === 0 || 'event_action' in body) return false;
  return names.every(name => OWN.has(name)) || ('message' in body && ('dedup_key' in body || 'to' in body));
}

export const generic: SenderReader = bySchema({
  sender: 'json',
  fits: isOurs,
  schema: genericSchema,
  read(sent, { idempotencyKey, callId }) {
    const { action, dedup_key: dedupKey, message, to, severity } = sent;
    return reading(
      {
        fingerprint: digestOf('dedup_key', dedupKey ?? callId),
        status: action === 'trigger' ? 'firing' : 'resolved',
        severity: severityOf(severity ?? '') ?? 'none',
        ...{ name: nameFrom(message), place: '', startsAt: null, facts: { message, composed: true } },
      },
      {
        single: dedupKey === undefined,
        to: to === undefined ? null : asText(to),
        sameness: samenessOf(sent, idempotencyKey),
      },
    );
  },
});

function samenessOf(sent: z.infer<typeof genericSchema>, idempotencyKey: string | null): Sameness | null {
  const { action, dedup_key: dedupKey, to, message, severity } = sent;
  const ofKey = (which: string): string => digestOf('dedup_key', dedupKey ?? '', which);
  if (idempotencyKey === null && dedupKey === undefined) return null;
  return {
    identity: idempotencyKey === null ? ofKey(action) : digestOf('idempotency-key', idempotencyKey),
    digest: digestOf(JSON.stringify([to, message, dedupKey, severity, action])),
    forMs: KEY_MS,
    ends: dedupKey === undefined ? null : ofKey(action === 'trigger' ? 'resolve' : 'trigger'),
  };
}
