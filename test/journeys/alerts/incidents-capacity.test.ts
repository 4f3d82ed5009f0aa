import { expect, test } from 'vitest';
import { alertmanager, type Caller, makeHook } from '../../support/hooks.ts';
import { critical, fire, gets, inChannel, minutes, RAFIQS, resolved, texted } from '../../support/on-call.ts';
import { createLinkedStage, HOUR, MINUTE, SECOND } from '../../support/stage.ts';

/* A new critical alert is texted, however full the workspace's state is. */

const DATABASE_TEAM = '01912345678';
const DATABASE = {
  name: 'Databases',
  recipients: [{ kind: 'number' as const, number: DATABASE_TEAM as never }],
};
/** The most critical alerts that are tracked at once, in calls of the largest size. */
const EVERY = 5500;
const A_CALL = 550;

async function storm({ call }: Caller, alert: typeof critical): Promise<void> {
  for (let first = 0; first < EVERY; first += A_CALL) {
    const names = Array.from({ length: A_CALL }, (_, n) => [`a${first + n}`, alert] as const);
    expect((await call(alertmanager('all', Object.fromEntries(names)))).status).toBe(202);
  }
}

test.each(['what is over', 'what a revoked hook sent'])(
  '%s gives way to a new critical alert of another hook',
  async victim => {
    const stage = await createLinkedStage();
    const [noisy, database] = [await makeHook(stage), await makeHook(stage, DATABASE)];
    await storm(noisy, critical);
    await stage.pass(MINUTE);
    if (victim === 'what is over') await storm(noisy, resolved);
    else await noisy.revoke();
    await stage.pass(10 * SECOND);
    await fire(database);
    await stage.pass(10 * SECOND);
    expect(texted(stage)).toContain(DATABASE_TEAM);
  },
);

test('groups that repeat every four hours for days send a reminder each time, and a new critical alert is texted at once', async () => {
  const stage = await createLinkedStage();
  const [noisy, database] = [await makeHook(stage), await makeHook(stage, DATABASE)];
  for (let round = 0; round < 12; round++) {
    for (let group = 0; group < 12; group++)
      await noisy.call(alertmanager(`g${group}`, { [`Disk${group}`]: {} }));
    await minutes(stage, 3);
    await stage.sleep(4 * HOUR);
  }
  const reminders = stage.accepted().filter(message => message.startsWith('STILL'));
  expect(reminders.length).toBeGreaterThanOrEqual(11);
  expect(reminders.length).toBeLessThanOrEqual(2 * 11);
  const before = texted(stage).length;
  expect(new Set(texted(stage))).toEqual(new Set([RAFIQS]));
  await fire(database);
  expect((await gets(stage, before + 1)).at(-1)).toBe(DATABASE_TEAM);
});

test('an incident’s post changes when it is over, however many started since', async () => {
  const stage = await createLinkedStage();
  const hook = await makeHook(stage, { severities: ['critical'] });
  const named = (name: string) => inChannel(stage).filter(({ text }) => text.includes(name));
  await hook.call(alertmanager('first', { First: {} }));
  await stage.pass(12 * SECOND);
  for (let n = 0; n < 65; n++) {
    await hook.call(alertmanager(`g${n}`, { [`Later${n}`]: {} }));
    await stage.pass(12 * SECOND);
  }
  expect(named('First')).toHaveLength(1);
  await hook.call(alertmanager('first', { First: { status: 'resolved' } }));
  await minutes(stage, 2);
  expect(named('First')).toHaveLength(1);
  expect(named('First')[0]?.text).toMatch(/resolved/);
});
