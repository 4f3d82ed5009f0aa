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
const REQUESTS_PER_MINUTE = 60;
/** The user whom the demo signs in to the dashboard: the account's owner. */
const OWNER = 'nusrat@padma.example';
const OPERATOR = 'operator@sms.example';

/** The demo's SMS service, with one account, one valid key, and its faults. */
export async function createDemoService(onText: () => void, clock: FastClock, routes?: Routes) {
  const dataDir = mkdtempSync(join(tmpdir(), 'sms-demo-service-'));
  let port = 0;
  let service = await open();
  let away = false;
  const faults = new Map<string, Fault>();
  const account = service.accounts.create({ name: 'Demo', credits: CREDITS }).id;
  /** The key to link; it may be linked already. */
  let ready = service.keys.create(account);
  /** The valid key of the latest request; null before the user has used one. */
  let used: { id: number; key: string } | null = null;
  const inUse = () => used ?? ready;
  /**
   * The phone's texts. Read again only after a new text, because the page asks often; kept while the service is away.
   */
  let texts: readonly PhoneText[] = [];
  let hasNewTexts = false;
  /** The log's last entry at the latest start from nothing. The phone shows only later ones. */
  let emptiedAt = 0;
  let seen = { account: service.accounts.get(account), keysMade: 0 };
  /**
   * The owner's password, set when the user first opens the dashboard; random, because the demo itself signs the user
   * in.
   */
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
      hasNewTexts = true;
      onText();
    });
    opened.onKey(key => {
      used = key;
    });
    return opened;
  }

  const validKeys = () => service.keys.list(account).filter(({ revokedAt }) => revokedAt === null);

  function readState(): typeof seen {
    if (away) return seen;
    // Keys without a name are the demo's own.
    const keysMade = validKeys().filter(({ name }) => name !== '').length;
    seen = { account: service.accounts.get(account), keysMade };
    return seen;
  }

  function readTexts(): readonly PhoneText[] {
    if (!hasNewTexts || away) return texts;
    hasNewTexts = false;
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

  /** Runs a change on the service and the account; throws while the service is away. */
  const manage = (change: (service: SmsService, account: number) => unknown): unknown => {
    if (away) throw new Error('The SMS service is away: bring it back first.');
    return change(service, account);
  };

  let link = '';
  return {
    url: service.url,
    /** A valid key to link. */
    apiKey: () => ready.key,
    account: () => readState().account,
    /** Texts that the service accepted since the latest start from nothing, as the phone shows them. */
    texts: readTexts,
    manage,
    /** Revokes the key in use, and creates another. */
    replaceKey: () =>
      manage(({ keys }) => {
        keys.revoke(inUse().id);
        used = null;
        ready = keys.create(account);
      }),
    /** Revokes all keys, creates another, and empties the phone. */
    startOver: () =>
      manage(({ keys, log }) => {
        for (const { id } of validKeys()) keys.revoke(id);
        used = null;
        ready = keys.create(account);
        emptiedAt = log.list().at(-1)?.logId ?? 0;
        hasNewTexts = true;
      }),
    /** Uses up the current minute of the key in use, as another program might. */
    useUpMinute: () =>
      manage(({ url }) => {
        // Requests without a number are refused and cost nothing, but they count.
        const body = new URLSearchParams({ api_key: inUse().key });
        const request = () => fetch(`${url}/api/send-sms.php`, { method: 'POST', body });
        return Promise.all(Array.from({ length: REQUESTS_PER_MINUTE }, request));
      }),
    /** Sets the fault of a slot; null removes it. */
    setFault(slot: string, fault: Fault | null) {
      if (fault) faults.set(slot, fault);
      else faults.delete(slot);
      applyFaults();
    },
    hasFault: (slot: string) => faults.has(slot),
    /** Stops the service, or starts it again at the same address with its data. */
    async setAway(isAway: boolean) {
      if (isAway === away) return;
      if (isAway) {
        readState();
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
    /** A link with which a new operator chooses a password. */
    inviteOperator,
    /** The link for an operator that the page shows. Created on the first call; empty if the service is away then. */
    operatorLink() {
      if (link === '' && !away) link = inviteOperator(OPERATOR);
      return link;
    },
    /** Keys that the user created in the dashboard. */
    keysMade: () => readState().keysMade,
    /** True once a valid key was used; refused keys don't count. */
    keyUsed: () => used !== null,
    /** Signs the owner in to the dashboard: returns its address and the session's cookie. */
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

  /** Creates the owner, and sets a random password with the invitation link. */
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
