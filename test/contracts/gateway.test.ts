import { describe, expect, onTestFinished, test } from 'vitest';
import { SERVICE_CODES, type ServiceCode } from '../../src/kit/problem.ts';
import {
  createSmsService,
  type ErrorShape,
  type Fault,
  type SmsServiceOptions,
} from '../../src/sms-service/testing/service.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { gatewayTo, TEXT } from './gateway/rig.ts';

/*
 * The gateway against the real SMS service, with each documented code in each shape, and each fault that the
 * service can produce.
 */

const STATUS: Record<ServiceCode, number> = {
  MISSING_API_KEY: 401,
  INVALID_API_KEY: 401,
  ACCOUNT_SUSPENDED: 403,
  MISSING_PARAMETERS: 400,
  INVALID_NUMBER: 400,
  MESSAGE_TOO_LONG: 400,
  INSUFFICIENT_CREDITS: 402,
  RATE_LIMITED: 429,
};
const SHAPES: ErrorShape[] = ['default', 'code', 'error', 'error.code', 'error_code', 'status', 'message'];

async function stage(options: SmsServiceOptions = {}) {
  const service = await createSmsService({ retryAfter: false, ...options });
  onTestFinished(() => service.close());
  const account = service.accounts.create({ name: 'Padma', credits: '100' });
  const { key: apiKey, id: keyId } = service.keys.create(account.id);
  const { gateway, clock, send } = gatewayTo(service.url);
  return {
    service,
    account,
    keyId,
    apiKey,
    gateway,
    clock,
    send: (overrides: Partial<typeof TEXT> = {}) => send({ apiKey, ...overrides }),
  };
}

test('a text goes out exactly as given, in one request, and the reply is read exactly', async () => {
  const { service, send } = await stage({ pricePerPart: '1.25' });
  const message = ' অ+আ&b=%20\nline 2\r\n😀 "\\" ';
  expect(await send({ message })).toEqual({ kind: 'sent', logId: '1', cost: '1.25', balance: '98.75' });
  expect(service.requests.list()).toMatchObject([
    { method: 'POST', number: TEXT.number, message, status: 200 },
  ]);
});

describe.each(SHAPES)('a refusal with its code in %s', shape => {
  test('is that code, proven, whatever its HTTP status', async () => {
    const { service, send } = await stage();
    service.faults.add({ kind: 'error-shape', shape });
    for (const [index, code] of SERVICE_CODES.entries()) {
      for (const fault of ['refuse', 'success-false'] as const) {
        service.requests.clear();
        const off = service.faults.add({ kind: fault, code });
        const status = fault === 'refuse' ? STATUS[code] : 200;
        const refused = { kind: 'refused', code, status, proven: true, retryAfterMs: null };
        expect(await send(), `${code} by ${fault}`).toEqual(refused);
        expect(service.requests.count(), `${index}`).toBe(1);
        off();
      }
    }
  });
});

test('a refusal in words alone is the code that its status stands for, unproven, or no code', async () => {
  const { service, send } = await stage();
  service.faults.add({ kind: 'error-shape', shape: 'none' });
  const byStatus: Partial<Record<ServiceCode, ServiceCode>> = {
    ACCOUNT_SUSPENDED: 'ACCOUNT_SUSPENDED',
    INSUFFICIENT_CREDITS: 'INSUFFICIENT_CREDITS',
    RATE_LIMITED: 'RATE_LIMITED',
  };
  for (const code of SERVICE_CODES) {
    const off = service.faults.add({ kind: 'refuse', code });
    const expected = { kind: 'refused', code: byStatus[code] ?? null, status: STATUS[code], proven: false };
    expect(await send(), code).toMatchObject(expected);
    off();
  }
});

test('the service’s own refusals are understood without faults', async () => {
  const { service, account, keyId, send } = await stage({
    retryAfter: true,
    clock: createManualClock(),
  });
  expect(await send({ number: '0171234' as never })).toMatchObject({ code: 'INVALID_NUMBER', proven: true });
  expect(await send({ message: 'x'.repeat(1601) })).toMatchObject({ code: 'MESSAGE_TOO_LONG' });
  for (let sent = 2; sent < 60; sent++) await send();
  expect(await send()).toMatchObject({ code: 'RATE_LIMITED', status: 429, retryAfterMs: expect.any(Number) });
  service.accounts.suspend(account.id);
  expect(await send()).toMatchObject({ code: 'ACCOUNT_SUSPENDED', proven: true });
  service.keys.revoke(keyId);
  expect(await send()).toMatchObject({ code: 'INVALID_API_KEY', proven: true });
});

test('asking about a key sends nothing and costs nothing', async () => {
  const { service, account, apiKey, gateway } = await stage();
  expect(await gateway.probe(apiKey)).toMatchObject({ kind: 'refused', code: 'MISSING_PARAMETERS' });
  expect(await gateway.probe('wrong')).toMatchObject({
    kind: 'refused',
    code: 'INVALID_API_KEY',
    proven: true,
  });
  service.accounts.suspend(account.id);
  expect(await gateway.probe(apiKey)).toMatchObject({ kind: 'refused', code: 'ACCOUNT_SUSPENDED' });
  expect(service.accounts.get(account.id).balance).toBe('100');
  expect(service.requests.count()).toBe(3);
});

describe('each fault has one outcome, and causes one request', () => {
  const sent = { kind: 'sent', logId: '1', cost: '0.35', balance: '99.65' };
  const redirects = ([301, 302, 303, 307, 308] as const).map(
    status =>
      [
        { kind: 'redirect', status },
        { kind: 'uncertain', why: 'redirect' },
      ] as const,
  );
  const cases: (readonly [Fault, object])[] = [
    [
      { kind: 'reset', when: 'before' },
      { kind: 'uncertain', why: 'connection' },
    ],
    [
      { kind: 'reset', when: 'after' },
      { kind: 'uncertain', why: 'connection' },
    ],
    [
      { kind: 'html-500', when: 'before' },
      { kind: 'uncertain', why: 'status' },
    ],
    [
      { kind: 'html-500', when: 'after' },
      { kind: 'uncertain', why: 'status' },
    ],
    [{ kind: 'html-403' }, { kind: 'refused', code: null, status: 403, proven: false, retryAfterMs: null }],
    [{ kind: 'unreadable-200' }, { kind: 'uncertain', why: 'unreadable' }],
    [{ kind: 'empty-200' }, { kind: 'uncertain', why: 'unreadable' }],
    [{ kind: 'oversized-200' }, { kind: 'uncertain', why: 'unreadable' }],
    [{ kind: 'truncated-200' }, { kind: 'uncertain', why: 'connection' }],
    [{ kind: 'php-warning' }, sent],
    [{ kind: 'numbers-as-strings' }, sent],
    ...redirects,
  ];
  test.each(cases.map(([fault, outcome]) => ({ name: JSON.stringify(fault), fault, outcome })))(
    '$name',
    async ({ fault, outcome }) => {
      const { service, send } = await stage();
      service.faults.add(fault);
      expect(await send()).toMatchObject(outcome);
      expect(service.requests.count()).toBe(1);
    },
  );

  test('a refusal behind a PHP warning', async () => {
    const { service, send } = await stage();
    service.faults.add({ kind: 'php-warning' });
    service.faults.add({ kind: 'refuse', code: 'INVALID_NUMBER' });
    expect(await send()).toMatchObject({ kind: 'refused', code: 'INVALID_NUMBER', proven: true });
  });

  test.each(['before', 'after'] as const)('hanging %s accepting: uncertain after 20 s', async when => {
    const { service, account, clock, send } = await stage();
    service.faults.add({ kind: 'hang', when });
    let outcome: unknown = 'none yet';
    const sending = send().then(it => (outcome = it));
    await service.requests.decided(1);
    await clock.advance(19_999);
    expect(outcome).toBe('none yet');
    await clock.advance(1);
    expect(await sending).toMatchObject({ kind: 'uncertain', why: 'timeout' });
    expect(service.requests.count()).toBe(1);
    expect(service.log.list(account.id)).toHaveLength(when === 'before' ? 0 : 1);
  });

  test.each(['before', 'after'] as const)('slow %s accepting, but in time: sent', async when => {
    const serviceClock = createManualClock();
    const { service, clock, send } = await stage({ clock: serviceClock });
    service.faults.add({ kind: 'slow', ms: 19_000, when });
    const sending = send();
    await service.requests.reached(1);
    await clock.advance(19_000);
    await serviceClock.advance(19_000);
    expect(await sending).toMatchObject({ kind: 'sent', logId: '1' });
  });
});
