import { expect, it } from 'vitest';
import { startDashboard } from '../support/dashboard.ts';
import { startSmsNetBd } from '../support/http-carriers.ts';

/*
 * The account reads in its language why a text is in its state; only the operator reads the carrier's own
 * words.
 */

it.each([
  {
    code: 417,
    trouble: null,
    state: 'accepted',
    en: 'It is waiting for a route.',
    bn: 'রুটের অপেক্ষায় আছে।',
    detail: 'sms.net.bd 417',
  },
  {
    code: 416,
    trouble: null,
    state: 'failed',
    en: 'Failed: no carrier took it',
    bn: 'কোনো অপারেটর এটি নেয়নি',
    detail: 'sms.net.bd 416',
  },
  {
    code: null,
    trouble: 'cut-after',
    state: 'unknown',
    en: 'it may have been sent, but no carrier confirmed it',
    bn: 'নিশ্চিত করেনি',
    detail: 'reset',
  },
] as const)('$state ($detail)', async ({ code, trouble, state, en, bn, detail }) => {
  const carrier = await startSmsNetBd();
  const { service, send, signedIn } = await startDashboard({ routes: { routes: [carrier.route()] } });
  const account = service.accounts.create({ name: 'Padma', credits: '10' });
  const { key } = service.keys.create(account.id);
  carrier.refuse(code);
  if (trouble) carrier.trouble(trouble);
  await send(key, '01712345678', 'hello');
  await expect.poll(() => service.delivery.progress(1).reason).toContain(detail);
  expect(service.delivery.progress(1).state).toBe(state);

  const owner = await signedIn({ accountId: account.id, role: 'owner', email: 'o@padma.example' });
  const english = (await owner.get('/log/1')).text;
  expect(english).toContain(en);
  expect(english).not.toMatch(/sms\.net\.bd|netbd|reset/);
  expect((await owner.get('/log/1', { 'accept-language': 'bn' })).text).toContain(bn);

  const operator = await signedIn({ accountId: null, role: 'operator', email: 'ops@sms.example' });
  await operator.post(`/operators/accounts/${account.id}/open`);
  expect((await operator.get('/log/1')).text).toContain(detail);
});
