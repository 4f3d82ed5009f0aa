import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createSmsService,
  type Fault,
  type SmsService,
  type SmsServiceOptions,
  splitParts,
} from '../sms-service/testing/service.ts';
import type { FastClock } from './fast-clock.ts';
import type { PhoneText } from './phone/panel.ts';

export type Routes = NonNullable<SmsServiceOptions['routes']>;

const CREDITS = '25';
const A_MINUTE_HOLDS = 60;
/** Who is signed in to the dashboard. */
const OWNER = 'nusrat@padma.example';
const OPERATOR = 'operator@sms.example';

/** The demo's SMS service, with one account and one valid key, and everything that can go wrong with it. */
export async function createDemoService(onText: () => void, clock: FastClock, routes?: Routes) {
  const dataDir = mkdtempSync(join(tmpdir(), 'sms-demo-service-'));
  let port = 0;
  let service = await open();
  let away = false;
  const faults = new Map<string, Fault>();
  const account = service.accounts.create({ name: 'Demo', credits: CREDITS }).id;
  /** Ready to be linked, or linked already. */
  let ready = service.keys.create(account);
  /** The key that texts were last sent with: whatever people linked. */
  let used: { id: number; key: string } | null = null;
  const inUse = () => used ?? ready;
  /** Read again after each news of a text, not with each look at the page; shown while the service is away, too. */
  let texts: readonly PhoneText[] = [];
  let isNews = false;
  /** The log's last entry when somebody started from nothing: the phone shows what came after it. */
  let emptiedAt = 0;
  let seen = { account: service.accounts.get(account), keysMade: 0 };
  /** Made when somebody first opens the dashboard; different each time, and nobody needs to know it. */
  let password: string | null = null;

  async function open(): Promise<SmsService> {
    const opened = await createSmsService({
      dataDir,
      port,
      clock: { now: clock.wall, after: clock.after },
      isDemo: true,
      ...(routes === undefined ? {} : { routes }),
    });
    port = Number(new URL(opened.url).port);
    opened.onText(() => {
      isNews = true;
      onText();
    });
    opened.onKey(key => {
      used = key;
    });
    return opened;
  }

  const validKeys = () => service.keys.list(account).filter(({ revokedAt }) => revokedAt === null);

  function look(): typeof seen {
    if (away) return seen;
    // The demo's own keys have no name.
    const keysMade = validKeys().filter(({ name }) => name !== '').length;
    seen = { account: service.accounts.get(account), keysMade };
    return seen;
  }

  function readTexts(): readonly PhoneText[] {
    if (!isNews || away) return texts;
    isNews = false;
    const shown = service.log.list().filter(({ logId }) => logId > emptiedAt);
    texts = shown.map(({ number, message, sentAt, logId }) => ({
      id: logId,
      number,
      message,
      pieces: splitParts(message),
      at: sentAt,
    }));
    return texts;
  }

  const inviteOperator = (email: string): string =>
    service.users.create({ accountId: null, email, role: 'operator' }).link;

  /** What an owner does in the dashboard; not possible while the service is away. */
  const manage = (change: (service: SmsService, account: number) => unknown): unknown => {
    if (away) throw new Error('The SMS service is away: bring it back first.');
    return change(service, account);
  };

  let link = '';
  return {
    url: service.url,
    /** A valid key: linked already, unless somebody links another. */
    apiKey: () => ready.key,
    account: () => look().account,
    /** Every accepted text, as the phone shows it. */
    texts: readTexts,
    manage,
    /** Revokes the key that texts are sent with, and makes a new one to take its place. */
    replaceKey: () =>
      manage(({ keys }) => {
        keys.revoke(inUse().id);
        used = null;
        ready = keys.create(account);
      }),
    /** Revokes all keys, makes a new one, and empties the phone. */
    startOver: () =>
      manage(({ keys, log }) => {
        for (const { id } of validKeys()) keys.revoke(id);
        used = null;
        ready = keys.create(account);
        emptiedAt = log.list().at(-1)?.logId ?? 0;
        isNews = true;
      }),
    /** Others send with the key that texts are sent with until its minute is used up. */
    useUpMinute: () =>
      manage(({ url }) => {
        // Requests without a number are refused and free, but they count.
        const body = new URLSearchParams({ api_key: inUse().key });
        const request = () => fetch(`${url}/api/send-sms.php`, { method: 'POST', body });
        return Promise.all(Array.from({ length: A_MINUTE_HOLDS }, request));
      }),
    /** Puts a fault into a slot, replacing the one there; null removes it. */
    setFault(slot: string, fault: Fault | null) {
      if (fault) faults.set(slot, fault);
      else faults.delete(slot);
      applyFaults();
    },
    hasFault: (slot: string) => faults.has(slot),
    /** Stops listening, or listens again at the same address with everything it knew. */
    async setAway(wanted: boolean) {
      if (wanted === away) return;
      if (wanted) {
        look();
        readTexts();
        away = true;
        await service.close();
      } else {
        service = await open();
        away = false;
        applyFaults();
      }
    },
    away: () => away,
    /** A link for a new operator of the service, who chooses a password there and signs in. */
    inviteOperator,
    /** Such a link, made once and shown on the page. */
    operatorLink() {
      if (link === '' && !away) link = inviteOperator(OPERATOR);
      return link;
    },
    /** How many keys people made in the dashboard. */
    keysMade: () => look().keysMade,
    /** Whether a valid key was used: a wrong one, that was refused, says nothing. */
    keyUsed: () => used !== null,
    /** Signs a user of the account in to the dashboard: returns its address and the session's cookie. */
    async enterDashboard() {
      if (away) throw new Error('The SMS service is away: bring it back first.');
      password ??= await chooseAPassword();
      const { cookie } = await post('/sign-in', { email: OWNER, password });
      if (cookie === null) throw new Error('The dashboard did not let the demo in.');
      return { url: `${service.url}/api`, cookie };
    },
    async close() {
      if (!away) await service.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };

  /** Does what the account's owner would with the link that an operator gave them. */
  async function chooseAPassword(): Promise<string> {
    const chosen = randomBytes(18).toString('base64url');
    const { link } = service.users.create({ accountId: account, email: OWNER, role: 'owner' });
    await post(new URL(link).pathname, { password: chosen, again: chosen });
    return chosen;
  }

  async function post(path: string, fields: Record<string, string>): Promise<{ cookie: string | null }> {
    const body = new URLSearchParams(fields);
    const headers = { origin: service.url };
    const answer = await fetch(service.url + path, { method: 'POST', body, headers, redirect: 'manual' });
    return { cookie: answer.headers.getSetCookie()[0] ?? null };
  }

  function applyFaults(): void {
    if (away) return;
    service.faults.clear();
    for (const fault of faults.values()) service.faults.add(fault);
  }
}

export type DemoService = Awaited<ReturnType<typeof createDemoService>>;
