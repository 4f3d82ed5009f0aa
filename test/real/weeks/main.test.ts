import { expect, onTestFinished, test } from 'vitest';
import { createHooks } from '../../../src/alerts/hooks.ts';
import { ENCRYPTION_KEYS } from '../../support/encryption-keys.ts';
import { alertmanager, NUSRAT, ON_CALL } from '../../support/hooks.ts';
import { inStore } from '../../support/settings.ts';
import { createLinkedStage, MINUTE, SECOND, type Stage } from '../../support/stage.ts';
import { createJumps } from '../support/jumps.ts';
import { hasRedisServer, startRedisServer } from '../support/redis-server.ts';
import { createSetClock, hasLibfaketime } from '../support/set-clock.ts';

/*
 * `src/main.ts` itself over days, on a clock that jumps: 245 groups fire and are repeated every four hours,
 * as docs/hooks.md tells people to configure Alertmanager, and nobody acknowledges them. Each day another
 * hook sends a new critical alert.
 */

const GROUPS = 245;
const ROUNDS_A_DAY = 6;
/** The time between two rounds, in jumps that are small enough for the pace limits. */
const BETWEEN_MS = [10 * SECOND, 50 * SECOND, ...[2, 5, 10, 15, 28, 60, 119].map(many => many * MINUTE)];
/** By then a new critical alert must have been texted. */
const IN_TIME_MS = 30 * SECOND;
/** Concurrent calls. */
const TOGETHER = 20;

type Hook = { path: string; token: string };
const ALL = '01712340000';
const ofDay = (day: number): string => (day % 2 === 0 ? `0171234${String(day).padStart(4, '0')}` : ALL);

function makeHooks(stage: Stage, days: number): Promise<Hook[]> {
  return inStore(stage, async (parts, { teamId }) => {
    const hooks = createHooks(parts);
    const numbers = [ALL, ...Array.from({ length: days }, (_, index) => ofDay(index + 1))];
    const endpoints: Hook[] = [];
    for (const [nth, number] of numbers.entries()) {
      const recipients = [{ kind: 'number' as const, number: number as never }];
      const result = await hooks.create(teamId, NUSRAT, {
        name: `Hook ${nth}`,
        recipients,
        channel: ON_CALL,
      });
      if (typeof result === 'string') throw new Error(`No hook: ${result}`);
      endpoints.push({ path: `/hooks/${result.hook.id}`, token: result.token });
    }
    return endpoints;
  });
}

/** Calls as Alertmanager does, until the call is accepted. */
async function call(stage: Stage, { path, token }: Hook, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const once = async (): Promise<number> => {
    const answer = await fetch(stage.appUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
    await answer.arrayBuffer();
    return answer.status;
  };
  await expect.poll(once).toBe(202);
}

async function liveThrough(
  days: number,
  environment: Record<string, string>,
  jumped?: (ms: number) => void,
): Promise<Stage> {
  const jumps = createJumps(jumped);
  onTestFinished(jumps.close);
  const stage = await createLinkedStage({
    program: jumps.program,
    environment: { LOG_LEVEL: 'info', ...environment },
    slack: { clock: jumps.slack },
    service: { clock: jumps.service, pricePerPart: '0.01' },
  });
  const [noisy, ...hooksOfDays] = await makeHooks(stage, days);
  if (!noisy) throw new Error('No hook');
  const startsAt = new Date(jumps.now()).toISOString();
  for (let round = 0; round < days * ROUNDS_A_DAY; round++) {
    for (let first = 0; first < GROUPS; first += TOGETHER)
      await Promise.all(
        Array.from({ length: Math.min(TOGETHER, GROUPS - first) }, (_, nth) => {
          const group = `group ${first + nth}`;
          return call(stage, noisy, alertmanager(group, { [`Disk of ${group}`]: { startsAt } }));
        }),
      );
    const day = Math.floor(round / ROUNDS_A_DAY);
    const hook = hooksOfDays[day];
    if (hook && round % ROUNDS_A_DAY === day % ROUNDS_A_DAY) {
      const name = `Down on day ${day + 1}`;
      const firedAt = jumps.now();
      await call(
        stage,
        hook,
        alertmanager('new', { [name]: { severity: 'critical', startsAt: new Date(firedAt).toISOString() } }),
      );
      const isTexted = (): boolean =>
        stage.service.log.list().some(text => text.message.includes(name) && text.number === ofDay(day + 1));
      while (!isTexted() && jumps.now() < firedAt + IN_TIME_MS) await jumps.jump(stage, SECOND);
      expect(isTexted(), `${name} is texted in time`).toBe(true);
    }
    for (const ms of BETWEEN_MS) await jumps.jump(stage, ms);
  }
  const metrics = await (await fetch(`${stage.appUrl}/metrics`)).text();
  expect(metrics).toContain('sms_alerts_total{what="untracked"} 0');
  return stage;
}

test('for ten days on SQLite, each new critical alert is texted in time', {
  timeout: 1_200_000,
}, async () => {
  const stage = await liveThrough(10, {});
  const failures = stage
    .logged()
    .split('\n')
    .filter(line => /"level":[56]0/.test(line));
  expect(failures).toEqual([]);
});

test.skipIf(!hasRedisServer() || !hasLibfaketime())(
  'so is each for three days on Redis, whose clock the processes share',
  { timeout: 1_200_000 },
  async () => {
    const clock = createSetClock();
    const server = await startRedisServer(null, clock.environment, { appendfsync: 'no' });
    onTestFinished(async () => {
      await server.close();
      clock.close();
    });
    // An answer in flight when the clocks jump counts as late, and the app tries again.
    await liveThrough(3, { REDIS_URL: server.freshUrl(), ENCRYPTION_KEYS }, clock.step);
  },
);
