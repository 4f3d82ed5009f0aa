import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { documentedCode } from '../../support/documented-code.ts';
import { type Caller, makeHook } from '../../support/hooks.ts';
import { createLinkedStage, MINUTE, type Stage } from '../../support/stage.ts';
import { startAlertmanager, whyNoAlertmanager } from '../support/alertmanager.ts';

/*
 * A real Alertmanager, configured as docs/hooks.md says. It uses the machine's clock; the app has its own, so
 * that the test needn't wait for minutes to pass.
 */

const SHORT = { group_wait: '50ms', group_interval: '300ms', repeat_interval: '600ms' };

type Documented = { route: { routes?: object[] }; receivers: object[] };

/** The configuration below a heading of docs/hooks.md, for this hook. */
function documented(heading: string, stage: Stage, { path, token }: Caller): Documented {
  const filled = documentedCode(heading, 'yaml')[0]
    ?.replace('https://sms.example.com/hooks/HOOK', stage.appUrl + path)
    .replace('TOKEN', token);
  expect(filled).toContain(`credentials: ${token}`);
  return parse(filled ?? '');
}

/** The same for its alerts, with shorter times. */
function configured(stage: Stage, hook: Caller): Documented {
  const { route, receivers } = documented('Alertmanager', stage, hook);
  return { route: { ...route, ...SHORT }, receivers };
}

const metrics = async (stage: Stage) => (await fetch(`${stage.appUrl}/metrics`)).text();
const at = (minutesAgo: number): string => new Date(Date.now() - minutesAgo * MINUTE).toISOString();
const alert = (alertname: string, summary: string, startsAt: string) => ({
  labels: { alertname, severity: 'critical', cluster: 'dhaka' },
  annotations: { summary },
  startsAt,
});

const why = whyNoAlertmanager();
describe.skipIf(why)(`a real Alertmanager${why ? `: ${why}` : ''}`, () => {
  test('fires, repeats, reminds and resolves: exactly these texts are sent', async () => {
    const stage = await createLinkedStage();
    const hook = await makeHook(stage);
    const manager = await startAlertmanager(configured(stage, hook));
    const called = async (times: number) => {
      const goal = (await manager.notified()).calls + times;
      while ((await manager.notified()).calls < goal) await stage.quiet();
    };

    const cpu = alert('HighCPU', 'CPU above 90% on web-1', at(1));
    await manager.post([cpu]);
    await stage.until(() => stage.accepted().length === 1);
    await called(3); // Its own repeats say nothing new.
    await stage.pass(9 * MINUTE);
    await called(2);
    expect(stage.accepted()).toEqual(['CRITICAL HighCPU on dhaka: CPU above 90% on web-1']);

    await stage.pass(2 * MINUTE);
    await stage.until(() => stage.accepted().length === 2);
    await called(2);
    await manager.post([{ ...cpu, endsAt: at(0) }]);
    while (!(await metrics(stage)).includes('sms_alerts_total{what="resolved"} 1')) await stage.quiet();
    await stage.pass(30 * MINUTE);
    expect(stage.accepted()).toEqual([
      'CRITICAL HighCPU on dhaka: CPU above 90% on web-1',
      'STILL CRITICAL HighCPU on dhaka: CPU above 90% on web-1',
      'RESOLVED HighCPU on dhaka: CPU above 90% on web-1',
    ]);
    expect((await manager.notified()).failed).toBe(0);
  });
});
