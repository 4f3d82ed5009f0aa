import { onTestFinished } from 'vitest';
import {
  createSmsService,
  type SmsService,
  type SmsServiceOptions,
} from '../../src/sms-service/testing/service.ts';

/** Long enough for the service, and the same for all users. */
export const PASSWORD = 'correct horse battery';

/** Makes a hash take microseconds instead of a third of a second. */
const CHEAP = 2;

export interface Page {
  status: number;
  headers: Headers;
  text: string;
}

/** A browser without a screen: keeps cookies and sends the origin of its forms. */
export interface Client {
  get(path: string, headers?: Record<string, string>): Promise<Page>;
  /** Posts a form as the service's own page would, unless the headers say otherwise. */
  post(path: string, fields?: Record<string, string>, headers?: Record<string, string>): Promise<Page>;
  cookies: Map<string, string>;
}

export interface Stage {
  service: SmsService;
  clock: { now: number };
  client(): Client;
  /** A client signed in as a user made for it. */
  signedIn(user: {
    accountId: number | null;
    role: 'owner' | 'viewer' | 'operator';
    email: string;
  }): Promise<Client>;
  send(apiKey: string, number: string, message: string): Promise<Record<string, unknown>>;
}

/** An SMS service in memory (or in a folder), with a clock that stands still until a test moves it. */
export async function startDashboard(options: SmsServiceOptions = {}): Promise<Stage> {
  const clock = { now: Date.UTC(2026, 10, 21, 9) };
  const service = await createSmsService({
    clock: { now: () => clock.now, after: () => () => {} },
    passwordCost: CHEAP,
    ...options,
  });
  onTestFinished(() => service.close());

  function client(): Client {
    const cookies = new Map<string, string>();
    const request = async (path: string, init: RequestInit & { headers: Record<string, string> }) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = { ...(cookie !== '' && { cookie }), ...init.headers };
      const response = await fetch(service.url + path, { ...init, headers, redirect: 'manual' });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (/max-age=0/i.test(line)) cookies.delete(name);
        else cookies.set(name, value);
      }
      return { status: response.status, headers: response.headers, text: await response.text() };
    };
    return {
      cookies,
      get: (path, headers = {}) => request(path, { headers }),
      post: (path, fields = {}, headers = { origin: service.url }) =>
        request(path, { method: 'POST', body: new URLSearchParams(fields), headers }),
    };
  }

  return {
    service,
    clock,
    client,
    async signedIn(user) {
      const { link } = service.users.create(user);
      const browser = client();
      const fields = { password: PASSWORD, again: PASSWORD };
      await browser.post(new URL(link).pathname, fields);
      await browser.post('/sign-in', { email: user.email, password: PASSWORD });
      return browser;
    },
    async send(apiKey, number, message) {
      const body = new URLSearchParams({ api_key: apiKey, number, message });
      const response = await fetch(`${service.url}/api/send-sms.php`, { method: 'POST', body });
      return (await response.json()) as Record<string, unknown>;
    },
  };
}
