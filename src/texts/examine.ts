import { connect, type PeerCertificate } from 'node:tls';
import type { Clock, TimeSource } from '../kit/clock.ts';
import { DAY_MS } from '../kit/day.ts';
import {
  clockFinding,
  type Examined,
  type Finding,
  look,
  ok,
  whyUnreachable,
  wrong,
} from '../kit/examination.ts';
import { createLinkedKeys, LINKED_KEY } from '../workspace/linked-keys.ts';
import { createSealer, existingEncryptionKeys } from '../workspace/sealing.ts';
import { createGateway } from './gateway/client.ts';
import { createTextsByKey } from './key-changes.ts';

/* The part of `npm run doctor` about the SMS service. No text is sent. */

const ANSWER_MS = 10_000;
const SOON_DAYS = 14;
/** Keys that the service is asked about: each takes a slot of its key's minute. */
const MAX_ASKED = 10;

export async function examine(about: Examined): Promise<Finding[]> {
  const { config, time } = about;
  const { smsBaseUrl } = config;
  return [
    ...(await service(smsBaseUrl, time)),
    ...(await certificate(new URL(smsBaseUrl), time)),
    await keys(about),
  ];
}

/** A request without a key belongs to no key's minute, and the service's answer to it is documented. */
async function service(baseUrl: string, time: TimeSource): Promise<Finding[]> {
  const name = 'SMS service';
  const askedAt = time.wall();
  try {
    const answer = await fetch(`${baseUrl.replace(/(?<!\/)\/+$/, '')}/api/send-sms.php`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const isIt = (await answer.text()).includes('MISSING_API_KEY');
    return [
      isIt
        ? ok(name, 'answers')
        : look(
            name,
            `answers ${answer.status}, but not as documented`,
            'is SMS_BASE_URL right, without a path of its own?',
          ),
      ...clockFinding('clock, by the SMS service', answer.headers.get('date'), {
        askedAt,
        answeredAt: time.wall(),
      }),
    ];
  } catch (error) {
    return [
      wrong(name, `can't be reached: ${whyUnreachable(error)}`, 'look at SMS_BASE_URL and the network'),
    ];
  }
}

async function certificate({ protocol, hostname, port }: URL, time: TimeSource): Promise<Finding[]> {
  const name = 'SMS service’s certificate';
  if (protocol !== 'https:') return [];
  try {
    return [validity(name, await certificateOf(hostname, Number(port) || 443), time.wall())];
  } catch (error) {
    const todo =
      'requests fail until it is valid; a certificate of your own authority goes into NODE_EXTRA_CA_CERTS';
    return [wrong(name, `isn't accepted: ${whyUnreachable(error)}`, todo)];
  }
}

/** How long a certificate lasts. */
export function validity(
  name: string,
  { valid_to }: Pick<PeerCertificate, 'valid_to'>,
  now: number,
): Finding {
  const days = Math.floor((Date.parse(valid_to) - now) / DAY_MS);
  const detail = `valid for ${days} days`;
  return days < SOON_DAYS ? look(name, detail, 'whoever runs the service renews it') : ok(name, detail);
}

function certificateOf(host: string, port: number): Promise<PeerCertificate> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host, timeout: ANSWER_MS }, () => {
      resolve(socket.getPeerCertificate());
      socket.destroy();
    });
    socket.once('error', reject);
    socket.once('timeout', () => {
      socket.destroy();
      reject(new DOMException('', 'TimeoutError'));
    });
  });
}

/**
 * What is known about linked keys. The service is asked as at linking, where the store may be written: that takes a slot of the key's
 * minute. Its answer is certain only if it refuses the key.
 */
async function keys({ config, storage, mayWrite, log }: Examined): Promise<Finding> {
  const name = 'linked keys';
  const workspaces = await storage.everyWorkspace.documentsCalled(LINKED_KEY.document);
  if (workspaces.length === 0) return look(name, 'no key is linked yet', 'an admin types /sms link in Slack');
  const encryptionKeys = existingEncryptionKeys(config);
  if (encryptionKeys === null)
    return wrong(name, 'the encryption keys are gone', 'put the file encryption-keys back');
  const clock: Clock = {
    now: storage.now,
    wall: storage.wall,
    after(delayMs, run) {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
  };
  const gateway = createGateway({ baseUrl: config.smsBaseUrl, clock });
  const textsByKey = createTextsByKey({ ...storage, gateway, clock, log, wake: () => undefined });
  const linked = createLinkedKeys({
    ...storage,
    texts: () => null,
    sealer: createSealer(encryptionKeys),
    baseUrl: config.smsBaseUrl,
    clock,
  });
  const troubled: string[] = [];
  let requests = 0;
  for (const workspace of workspaces) {
    const key = await linked.open(workspace);
    if (typeof key === 'string') {
      troubled.push(`${workspace} (can't be opened)`);
      continue;
    }
    const { held } = await storage.history.waiting(workspace, key.fingerprint);
    if (held !== null) troubled.push(`${workspace} (${held})`);
    if (held !== null || !mayWrite || requests >= MAX_ASKED) continue;
    requests += 1;
    const answer = await textsByKey.askAbout(key.apiKey, key.fingerprint);
    if (answer.kind === 'news') troubled.push(`${workspace} (${answer.code})`);
  }
  await gateway.close();
  const how = mayWrite
    ? `the SMS service was asked about ${requests} and refuses none`
    : 'none was refused when the app last used it; the app runs, so the service wasn’t asked';
  if (troubled.length === 0) return ok(name, `${workspaces.length}: ${how}`);
  return wrong(
    name,
    `${troubled.length} of ${workspaces.length}: ${troubled.join(', ')}`,
    'an admin there types /sms link, or tops up and presses “Try again”',
  );
}
