import { z } from 'zod';
import { cut } from '../../../kit/slack-text.ts';
import { MAX_CHARACTERS } from '../../../texts/parts.ts';
import { SEVERITIES, severityOf } from '../../alert.ts';
import { digestOf } from '../identity.ts';
import { KEY_MS, nameFrom, reading, type Sameness, type SenderReader } from '../payload.ts';
import { name, problemFrom } from '../schema.ts';

/* Any program's own JSON, by the names that docs/hooks.md gives. Its words are texted as they are. */

/** Enough for as many recipients as a call may name, however they are written. */
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

const OWN = new Set(['to', 'message', 'dedup_key', 'severity', 'action', 'test']);

/** What has other names beside ours may be another program’s. */
function isOurs(body: object): boolean {
  const names = Object.keys(body);
  if (names.length === 0 || 'event_action' in body || !('message' in body)) return false;
  return names.every(one => OWN.has(one)) || 'dedup_key' in body || 'to' in body;
}

/** A test is no alert, so it takes no key from one. */
const keyOf = ({ dedup_key, test }: Sent): string => (test === 'true' ? '' : dedup_key);
const isEnd = (sent: Sent): boolean => sent.action === 'resolve' && keyOf(sent) !== '';

export const json: SenderReader = {
  sender: 'json',
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
        sameness: samenessOf(sent, idempotencyKey),
      },
    );
  },
};

function samenessOf(sent: Sent, idempotencyKey: string | null): Sameness | null {
  const { to, message, severity, action } = sent;
  const key = keyOf(sent);
  const ofKey = (which: string): string => digestOf('dedup_key', key, which);
  if (idempotencyKey === null && key === '') return null;
  const isOver = isEnd(sent);
  // The same alert may come with new words, which are none; or it gets worse, which has to be told.
  const own = ofKey(isOver ? 'resolve' : `trigger ${severityOf(severity) ?? 'none'}`);
  const ends = isOver ? SEVERITIES.map(one => ofKey(`trigger ${one}`)) : [ofKey('resolve')];
  return {
    identity: idempotencyKey === null ? own : digestOf('idempotency-key', idempotencyKey),
    // A sender's own header promises that the body is the same; a key of an alert promises only which alert it is.
    digest: idempotencyKey === null ? null : digestOf(JSON.stringify([to, message, key, severity, action])),
    forMs: KEY_MS,
    ends: key === '' ? [] : ends,
  };
}
