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

/** The demo's SMS service, with one account and one valid key, and everything that can go wrong with it. */
export interface DemoService {
  readonly url: string;
  /** The valid key. */
  apiKey(): string;
  balance(): string;
  /** Every accepted text, as the phone shows it. */
  texts(): readonly PhoneText[];
  /** Revokes the valid key and makes a new one to take its place. */
  replaceKey(): void;
  topUp(): void;
  useUpCredits(): void;
  suspend(suspended: boolean): void;
  suspended(): boolean;
  /** Others send with the valid key until its minute is used up. */
  useUpMinute(): Promise<void>;
  /** Puts a fault into a slot, replacing the one there; null removes it. */
  setFault(slot: string, fault: Fault | null): void;
  fault(slot: string): Fault | null;
  /** Stops listening, or listens again at the same address with everything it knew. */
  setAway(away: boolean): Promise<void>;
  away(): boolean;
  /** Signs a user of the account in to the dashboard: returns its address and the session's cookie. */
  enterDashboard(): Promise<{ url: string; cookie: string }>;
  /** A link for a new operator of the service, who chooses a password there and signs in. */
  inviteOperator(email: string): string;
  /** Such a link, made once and shown on the page. */
  operatorLink(): string;
  /** How many keys people made in the dashboard. */
  keysMade(): number;
  /** Whether a valid key was used: a wrong one, that was refused, says nothing. */
  keyUsed(): boolean;
  /** How many requests it received. */
  requests(): number;
  close(): Promise<void>;
}

const CREDITS = '25';
const TOP_UP = '10';
const A_MINUTE_HOLDS = 60;
/** Who is signed in to the dashboard. */
const OWNER = 'nusrat@padma.example';
const OPERATOR = 'operator@sms.example';

export async function createDemoService(
  onText: () => void,
  clock: FastClock,
  routes?: Routes,
): Promise<DemoService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sms-demo-service-'));
  let port = 0;
  let service = await open();
  let away = false;
  const faults = new Map<string, Fault>();
  const account = service.accounts.create({ name: 'Demo', credits: CREDITS }).id;
  let key = service.keys.create(account);
  let earlierRequests = 0;
  /** Read again after each news of a text, not with each look at the page; shown while the service is away, too. */
  let texts: readonly PhoneText[] = [];
  let isNews = false;
  let seen = { account: service.accounts.get(account), keysMade: 0, keyUsed: false };
  /** Made when somebody first opens the dashboard; different each time, and nobody needs to know it. */
  let password: string | null = null;

  async function open(): Promise<SmsService> {
    const opened = await createSmsService({
      dataDir,
      port,
      clock: { now: clock.wall, after: clock.after },
      ...(routes === undefined ? {} : { routes }),
    });
    port = Number(new URL(opened.url).port);
    opened.onText(() => {
      isNews = true;
      onText();
    });
    return opened;
  }

  function look(): typeof seen {
    if (away) return seen;
    // The demo's own keys have no name.
    const keys = service.keys.list(account);
    const keysMade = keys.filter(({ name }) => name !== '').length;
    const keyUsed = keys.some(({ lastUsed }) => lastUsed !== null);
    seen = { account: service.accounts.get(account), keysMade, keyUsed };
    return seen;
  }

  function readTexts(): readonly PhoneText[] {
    if (!isNews || away) return texts;
    isNews = false;
    texts = service.log.list().map(({ number, message, sentAt, logId }) => ({
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

  let link = '';
  function operatorLink(): string {
    if (link === '' && !away) link = inviteOperator(OPERATOR);
    return link;
  }

  /** What an owner does in the dashboard; not possible while the service is away. */
  const manage = (change: () => unknown) => {
    if (away) throw new Error('The SMS service is away: bring it back first.');
    change();
  };

  return {
    url: service.url,
    apiKey: () => key.key,
    balance: () => look().account.balance,
    texts: readTexts,
    replaceKey: () =>
      manage(() => {
        service.keys.revoke(key.id);
        key = service.keys.create(account);
      }),
    topUp: () => manage(() => service.accounts.topUp(account, TOP_UP)),
    useUpCredits: () => manage(() => service.accounts.useUp(account)),
    suspend: suspended =>
      manage(() => (suspended ? service.accounts.suspend(account) : service.accounts.activate(account))),
    suspended: () => look().account.state === 'suspended',
    async useUpMinute() {
      if (away) throw new Error('The SMS service is away: bring it back first.');
      // Requests without a number are refused and free, but they count.
      const body = new URLSearchParams({ api_key: key.key });
      const request = () => fetch(`${service.url}/api/send-sms.php`, { method: 'POST', body });
      await Promise.all(Array.from({ length: A_MINUTE_HOLDS }, request));
    },
    setFault(slot, fault) {
      if (fault) faults.set(slot, fault);
      else faults.delete(slot);
      applyFaults();
    },
    fault: slot => faults.get(slot) ?? null,
    async setAway(wanted) {
      if (wanted === away) return;
      if (wanted) {
        look();
        readTexts();
        away = true;
        earlierRequests += service.requests.count();
        await service.close();
      } else {
        service = await open();
        away = false;
        applyFaults();
      }
    },
    away: () => away,
    inviteOperator,
    operatorLink,
    keysMade: () => look().keysMade,
    keyUsed: () => look().keyUsed,
    async enterDashboard() {
      if (away) throw new Error('The SMS service is away: bring it back first.');
      password ??= await chooseAPassword();
      const { cookie } = await post('/sign-in', { email: OWNER, password });
      if (cookie === null) throw new Error('The dashboard did not let the demo in.');
      return { url: `${service.url}/api`, cookie };
    },
    requests: () => earlierRequests + (away ? 0 : service.requests.count()),
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
