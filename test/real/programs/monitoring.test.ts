import { describe, expect, test } from 'vitest';
import { createSmsService } from '../../../src/sms-service/testing/service.ts';
import { makeHook } from '../../support/hooks.ts';
import { createLinkedStage } from '../../support/stage.ts';
import { runProgram } from '../support/program.ts';
import { promtool, startPrometheus, whyNoPrometheus } from '../support/prometheus.ts';

/* monitoring/ as Prometheus' own tools and a real Prometheus see it. */

const page = async (url: string): Promise<string> => (await fetch(`${url}/metrics`)).text();

const why = whyNoPrometheus();
describe.skipIf(why)(`a real Prometheus${why ? `: ${why}` : ''}`, () => {
  test.each([
    ['check', 'config', 'monitoring/prometheus.yml'],
    ['check', 'rules', 'monitoring/rules.yml'],
    ['test', 'rules', 'monitoring/rules.test.yml'],
  ])('promtool %s %s %s', (...args) => {
    expect(promtool(args)).toEqual({ code: 0, said: expect.stringContaining('SUCCESS') });
  });

  test('promtool has nothing against the names of our metrics', async () => {
    const stage = await createLinkedStage();
    await stage.sms('01712345678 hello');
    await stage.post(/texted/);
    const service = await createSmsService({ operating: { port: 0 } });
    const pages = [await page(stage.appUrl), await page(service.operatingUrl ?? '')];
    await service.close();
    for (const metrics of pages)
      expect(promtool(['check', 'metrics'], metrics)).toEqual({ code: 0, said: '' });
  });

  test('trouble with the real program makes its alert pending or fires it', async () => {
    const stage = await createLinkedStage({ program: runProgram });
    const { service, slack } = stage;
    const { call, path } = await makeHook(stage);
    const prometheus = await startPrometheus('monitoring/rules.yml', { 'sms-for-slack': stage.appUrl });
    const rises = (alert: string, to: 'pending' | 'firing') =>
      expect.poll(() => prometheus.alerts(alert), { timeout: 20_000, message: alert }).toContain(to);
    // The first text proves the key.
    await stage.sms('01712345678 hello');
    await stage.post(/texted/);
    for (const alert of [
      'SmsAppDown',
      'SmsTextsUncertain',
      'SmsServiceNotAnswering',
      'SmsTextsStuck',
      'SmsAppNotReady',
    ])
      expect(await prometheus.alerts(alert), alert).toEqual([]);

    service.faults.add({ kind: 'reset', when: 'after' }, { requests: 1 });
    await stage.sms('01712345678 nobody knows');
    await rises('SmsTextsUncertain', 'firing');

    for (let nth = 0; nth < 7; nth++) await call({}, { headers: { authorization: 'Bearer wrong' } });
    await rises('SmsHookCallsRefused', 'firing');
    for (let nth = 0; nth < 25; nth++) await call('x'.repeat(300_000), { path }).catch(() => undefined);
    await rises('SmsRequestsNotTaken', 'firing');

    service.faults.add({ kind: 'refuse', code: 'RATE_LIMITED' }, { requests: 1 });
    await stage.sms('01712345678 too many');
    await rises('SmsRateLimited', 'firing');

    slack.faults.add({ kind: 'status', status: 503, on: 'auth.test' });
    await rises('SmsAppNotReady', 'pending');
    slack.faults.clear();

    await stage.serviceGoesAway();
    await stage.sms('01712345678 is it there?');
    await rises('SmsServiceNotAnswering', 'pending');
    await stage.serviceReturns();

    stage.program().kill('SIGKILL');
    await rises('SmsAppDown', 'pending');
  });
});
