import { z } from 'zod';
import { MAX_CHARACTERS } from '../../texts/parts.ts';
import { NO_FACTS, severityOf } from '../alert.ts';
import {
  type CallAbout,
  digestOf,
  type HookPayload,
  KEY_MS,
  nameFrom,
  readBy,
  type Sameness,
  type SenderReader,
  severityWord,
} from './payload.ts';

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

export const generic: SenderReader = {
  sender: 'json',
  fits: isOurs,
  read: (body, about) =>
    readBy(genericSchema, body, sent => ({ kind: 'read', payload: fromGeneric(sent, about) })),
};

function fromGeneric(sent: z.infer<typeof genericSchema>, about: CallAbout): HookPayload {
  const { action, dedup_key: dedupKey, message } = sent;
  const { idempotencyKey, callId } = about;
  const fingerprint = digestOf('dedup_key', dedupKey ?? callId);
  return {
    group: fingerprint,
    alerts: [
      {
        fingerprint,
        status: action === 'trigger' ? 'firing' : 'resolved',
        severity: severityOf(sent.severity ?? '') ?? 'none',
        name: nameFrom(message),
        place: '',
        startsAt: null,
        facts: { ...NO_FACTS, message, composed: true },
      },
    ],
    leftOut: 0,
    single: dedupKey === undefined,
    test: false,
    to: sent.to === undefined ? null : asText(sent.to),
    sameness: samenessOf(sent, idempotencyKey),
  };
}

function samenessOf(sent: z.infer<typeof genericSchema>, idempotencyKey: string | null): Sameness | null {
  const { action, dedup_key: dedupKey, to, message, severity } = sent;
  const digest = digestOf(JSON.stringify([to, message, dedupKey, severity, action]));
  const opposite = action === 'trigger' ? 'resolve' : 'trigger';
  const ofKey = (which: string): string => digestOf('dedup_key', dedupKey ?? '', which);
  if (idempotencyKey === null && dedupKey === undefined) return null;
  return {
    identity: idempotencyKey === null ? ofKey(action) : digestOf('idempotency-key', idempotencyKey),
    digest,
    forMs: KEY_MS,
    ends: dedupKey === undefined ? null : ofKey(opposite),
  };
}
