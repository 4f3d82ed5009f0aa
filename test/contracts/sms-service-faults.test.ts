import { expect, it, onTestFinished } from 'vitest';
import { SPEC_ERRORS, type SpecErrorCode } from '../../src/sms-service/decisions.ts';
import { createSmsService, type ErrorShape, type Fault } from '../../src/sms-service/testing/service.ts';

const CODES = Object.keys(SPEC_ERRORS) as SpecErrorCode[];

/** A service whose timers run only when a test says so, with a key that has credits for many texts. */
async function start() {
  let timers: { at: number; run: () => void }[] = [];
  let now = 0;
  const clock = {
    now: () => now,
    after(delayMs: number, run: () => void) {
      const timer = { at: now + delayMs, run };
      timers.push(timer);
      return () => {
        timers = timers.filter(it => it !== timer);
      };
    },
  };
  const advance = (ms: number) => {
    now += ms;
    const due = timers.filter(it => it.at <= now);
    timers = timers.filter(it => it.at > now);
    for (const it of due) it.run();
  };
  const service = await createSmsService({ clock });
  onTestFinished(() => service.close());
  const { key } = service.keys.create(service.accounts.create({ name: 'Padma', credits: '100' }).id);
  const request = (signal?: AbortSignal) =>
    fetch(`${service.url}/api/send-sms.php`, {
      method: 'POST',
      body: new URLSearchParams({ api_key: key, number: '01712345678', message: 'hello' }),
      redirect: 'manual',
      ...(signal && { signal }),
    });
  const send = async () => {
    const response = await request();
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return { service, advance, request, send, sent: () => service.log.list().length };
}

it.each<{ fault: Fault; status: number; text: RegExp; charged: boolean; header?: [string, string] }>([
  { fault: { kind: 'html-500', when: 'before' }, status: 500, text: /^<!DOCTYPE html>/, charged: false },
  { fault: { kind: 'html-500', when: 'after' }, status: 500, text: /^<!DOCTYPE html>/, charged: true },
  { fault: { kind: 'html-403' }, status: 403, text: /403 Forbidden/, charged: false },
  {
    fault: { kind: 'redirect', status: 307 },
    status: 307,
    text: /Moved/,
    charged: false,
    header: ['location', '/elsewhere'],
  },
  {
    fault: { kind: 'redirect', status: 302, location: 'https://example.com/' },
    status: 302,
    text: /Moved/,
    charged: false,
    header: ['location', 'https://example.com/'],
  },
  {
    fault: { kind: 'success-false', code: 'INSUFFICIENT_CREDITS' },
    status: 200,
    text: /^\{"success":false,"error":"INSUFFICIENT_CREDITS"/,
    charged: false,
  },
  { fault: { kind: 'unreadable-200' }, status: 200, text: /^OK\|1\|sent$/, charged: true },
  { fault: { kind: 'empty-200' }, status: 200, text: /^$/, charged: true },
  {
    fault: { kind: 'oversized-200' },
    status: 200,
    text: /^\{"padding":"x{131072}","success":true/,
    charged: true,
  },
  {
    fault: { kind: 'php-warning' },
    status: 200,
    text: /^<br \/>\n<b>Warning<\/b>.*\n\{"success":true.*\}$/s,
    charged: true,
    header: ['content-type', 'text/html; charset=UTF-8'],
  },
  {
    fault: { kind: 'numbers-as-strings' },
    status: 200,
    text: /"log_id":"1","cost":"0\.35","balance":"99\.65"/,
    charged: true,
  },
  {
    fault: { kind: 'refuse', code: 'RATE_LIMITED', retryAfter: 'soon' },
    status: 429,
    text: /RATE_LIMITED/,
    charged: false,
    header: ['retry-after', 'soon'],
  },
])('$fault', async ({ fault, status, text, charged, header }) => {
  const { service, send, sent } = await start();
  service.faults.add(fault, { requests: 1 });
  const reply = await send();
  expect(reply.status).toBe(status);
  expect(reply.text).toMatch(text);
  if (header) expect(reply.headers.get(header[0])).toBe(header[1]);
  expect(sent()).toBe(charged ? 1 : 0);
  expect((await send()).text).toContain('"success":true');
});

it.each(['before', 'after'] as const)('resets and hangs %s accepting', async when => {
  const { service, request, send, sent } = await start();
  service.faults.add({ kind: 'reset', when }, { requests: 1 });
  await expect(request()).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
  expect(sent()).toBe(when === 'after' ? 1 : 0);

  const off = service.faults.add({ kind: 'hang', when });
  const leaving = new AbortController();
  const hanging = request(leaving.signal);
  await service.requests.decided(2);
  expect(sent()).toBe(when === 'after' ? 2 : 0);
  leaving.abort();
  await expect(hanging).rejects.toThrow();
  expect(service.requests.list()[1]).toMatchObject({ status: null, logId: when === 'after' ? 2 : null });
  off();
  expect((await send()).status).toBe(200);
});

it('cuts off in the middle of a reply', async () => {
  const { service, send, sent } = await start();
  service.faults.add({ kind: 'truncated-200' });
  await expect(send()).rejects.toThrow();
  expect(sent()).toBe(1);
});

it('is slow before or after accepting, by its own clock', async () => {
  const { service, advance, send, sent } = await start();
  service.faults.add({ kind: 'slow', ms: 10_000, when: 'before' }, { requests: 1 });
  const late = send();
  await service.requests.reached(1);
  advance(9_999);
  expect(sent()).toBe(0);
  advance(1);
  expect((await late).status).toBe(200);

  service.faults.add({ kind: 'slow', ms: 10_000, when: 'after' }, { requests: 1 });
  const lateReply = send();
  await service.requests.decided(2);
  expect(sent()).toBe(2);
  expect(service.requests.list()[1]?.status).toBeNull();
  advance(10_000);
  expect((await lateReply).status).toBe(200);
});

it('closes at once even if requests hang and wait', async () => {
  const { service, request } = await start();
  service.faults.add({ kind: 'hang', when: 'after' }, { requests: 1 });
  const hanging = expect(request()).rejects.toThrow();
  await service.requests.decided(1);
  service.faults.add({ kind: 'slow', ms: 1, when: 'before' });
  const waiting = expect(request()).rejects.toThrow();
  await service.requests.reached(2);
  await service.close();
  await Promise.all([hanging, waiting]);
});

it('refuses with each code in each shape, charging nothing', async () => {
  const { service, send, sent } = await start();
  const shapes: Record<ErrorShape, (body: Record<string, unknown>) => unknown> = {
    default: body => body.error,
    code: body => body.code,
    error: body => body.error,
    'error.code': body => (body.error as { code: string }).code,
    error_code: body => body.error_code,
    status: body => body.status,
    message: body => body.message,
    none: body => (JSON.stringify(body).match(/[A-Z]+_[A-Z_]+/) ? 'a code' : 'none'),
  };
  for (const [shape, codeIn] of Object.entries(shapes)) {
    for (const code of CODES) {
      service.faults.clear();
      service.faults.add({ kind: 'refuse', code });
      service.faults.add({ kind: 'error-shape', shape: shape as ErrorShape });
      const { status, headers, text } = await send();
      expect(status).toBe(SPEC_ERRORS[code].status);
      expect(codeIn(JSON.parse(text))).toBe(shape === 'none' ? 'none' : code);
      expect(headers.get('retry-after')).toBeNull();
    }
  }
  expect(sent()).toBe(0);
  expect(service.requests.count()).toBe(CODES.length * 8);
});

it('counts every request, and reports the outcome of each request and text', async () => {
  const { service, send, sent } = await start();
  const texts: string[] = [];
  const stop = service.onText(it => texts.push(`${it.number} ${it.message} ${it.balance}`));
  service.onText(() => {
    throw new Error('a listener of a careless test');
  });
  await send();
  stop();
  await send();
  await fetch(`${service.url}/elsewhere`);
  expect(texts).toEqual(['01712345678 hello 99.65']);
  expect(sent()).toBe(2);
  expect(service.requests.count()).toBe(3);
  const path = '/api/send-sms.php';
  expect(service.requests.list()).toEqual([
    expect.objectContaining({ method: 'POST', path, number: '01712345678', message: 'hello', logId: 1 }),
    expect.objectContaining({ apiKeyPresent: true, apiKeyId: 1, status: 200, code: null, logId: 2 }),
    expect.objectContaining({
      method: 'GET',
      path: '/elsewhere',
      apiKeyPresent: false,
      status: 404,
      code: 'NOT_FOUND',
    }),
  ]);
  service.requests.clear();
  expect(service.requests.count()).toBe(0);
});
