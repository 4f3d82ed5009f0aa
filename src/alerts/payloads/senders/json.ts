import { z } from 'zod';
import type { DedupeKey } from '../../../kit/inbox/model.ts';
import { cut } from '../../../kit/slack-text.ts';
import { MAX_CHARACTERS } from '../../../texts/parts.ts';
import { SEVERITIES, severityOf } from '../../alert.ts';
import { dedupeByHeader, KEY_MS } from '../dedupe.ts';
import { digestOf } from '../identity.ts';
import { type CallReader, nameFrom, reading } from '../payload.ts';
import { name, problemFrom } from '../schema.ts';

/* Our own JSON, with the names in docs/hooks.md. Its message is texted unchanged. */

/** In UTF-16 units: enough for as many recipients as a call may name, however they are written. */
const MAX_TO = 20_000;

const schema = z.object({
  to: z
    .union([z.string(), z.array(z.string()).transform(all => all.join('\n'))], 'should be a text')
    .refine(to => to.length <= MAX_TO, `should have ${MAX_TO} characters at most`)
    .nullish(),
  message: z
    .string()
    .transform(message => cut(message, MAX_CHARACTERS))
    .refine(message => message.trim() !== '', 'should not be empty'),
  dedup_key: name.transform(key => cut(key, 255)),
  severity: name,
  action: name,
  test: name,
});
type Sent = z.infer<typeof schema>;

const OWN_NAMES = new Set(['to', 'message', 'dedup_key', 'severity', 'action', 'test']);

/** A body with further names may be another program's. */
function isOurs(body: object): boolean {
  const names = Object.keys(body);
  if (names.length === 0 || 'event_action' in body || !('message' in body)) return false;
  return names.every(name => OWN_NAMES.has(name)) || 'dedup_key' in body || 'to' in body;
}

/** A test is no alert, so it doesn't use up an alert's key. */
const keyOf = ({ dedup_key, test }: Sent): string => (test === 'true' ? '' : dedup_key);
const isEnd = (sent: Sent): boolean => sent.action === 'resolve' && keyOf(sent) !== '';

export const json: CallReader = {
  fits: isOurs,
  read(body, { idempotencyKey, callId }) {
    const { data: sent, error } = schema.safeParse(body);
    if (error) return { kind: 'wrong', problem: problemFrom(error) };
    const { message, to, severity } = sent;
    const key = keyOf(sent);
    return reading(
      {
        fingerprint: digestOf('dedup_key', key || callId),
        status: isEnd(sent) ? 'resolved' : 'firing',
        severity: severityOf(severity) ?? 'none',
        name: nameFrom(message),
        place: '',
        startsAt: null,
        facts: { message, composed: true },
      },
      {
        single: key === '',
        test: sent.test === 'true',
        to: to ?? null,
        dedupe: dedupeOf(sent, idempotencyKey),
      },
    );
  },
};

function dedupeOf(sent: Sent, idempotencyKey: string | null): DedupeKey | null {
  const { to, message, severity, action } = sent;
  const key = keyOf(sent);
  const keyFor = (change: string): string => digestOf('dedup_key', key, change);
  // A call with the same key and severity but other words is a repeat; one with another severity isn't.
  const trigger = `trigger ${severityOf(severity) ?? 'none'}`;
  const ended = isEnd(sent) ? SEVERITIES.map(each => keyFor(`trigger ${each}`)) : [keyFor('resolve')];
  const ends = key === '' ? [] : ended;
  if (idempotencyKey !== null)
    return { ...dedupeByHeader(idempotencyKey, [to, message, key, severity, action]), ends };
  if (key === '') return null;
  return { key: keyFor(isEnd(sent) ? 'resolve' : trigger), digest: null, forMs: KEY_MS, ends };
}
