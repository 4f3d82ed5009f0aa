import { expect, test } from 'vitest';
import { alertmanager, makeHook, ON_CALL } from '../../support/hooks.ts';
import { createLinkedStage, MINUTE, passUntil, SECOND, type Stage } from '../../support/stage.ts';

/* What becomes of the texts of a storm, and what it may cost. */

const GENERAL = 'C0GENERAL01';
const critical = { severity: 'critical' };

const shown = (stage: Stage, channel = ON_CALL): string =>
  stage.slack
    .posts()
    .filter(post => post.channel === channel && post.author.kind === 'app')
    .map(post => JSON.stringify(post.blocks))
    .join('\n');

test('a text about the alerts of two hooks is shown with its outcome in the channels of both', async () => {
  const stage = await createLinkedStage();
  const web = await makeHook(stage, { name: 'Web' });
  const { call } = await makeHook(stage, { name: 'Database', channel: GENERAL });
  await call(alertmanager('db', { DiskFull: {} }));
  await stage.pass(2 * SECOND);
  await web.call(alertmanager('web', { HighCPU: { severity: 'error' } }));
  await call(alertmanager('db', { Lagging: {} }));
  await stage.pass(MINUTE);
  await passUntil(stage, () => stage.accepted().length === 2);
  expect(stage.accepted()[1]).toBe('ERROR HighCPU; WARNING Lagging');
  for (const [channel, both] of [
    [ON_CALL, /Text to <@U0RAFIQ0001>: accepted.*log #2/],
    [GENERAL, /Text to <@U0RAFIQ0001> ×2: accepted/],
  ] as const) {
    const said = async () => {
      await stage.pass(SECOND);
      return shown(stage, channel);
    };
    await expect.poll(said).toMatch(both);
  }
});

test('a thousand alerts in a minute on three numbers, acknowledged in the middle: from then on only whoever has it is texted', async () => {
  const stage = await createLinkedStage();
  const people = ['01712345678', '01812345679', '01911223344'];
  const { call } = await makeHook(stage, {
    recipients: people.map(number => ({ kind: 'number', number: number as never })),
  });
  /** Five a call, three calls a second. */
  const fire = async (from: number, to: number) => {
    for (let n = from; n < to; n += 5) {
      const five = [0, 1, 2, 3, 4].map(more => [`Alert${n + more}.`, critical] as const);
      const answer = await call(alertmanager(`g${n % 50}`, Object.fromEntries(five)));
      expect(answer.status).toBe(202);
      if (n % 15 === 10) await stage.pass(SECOND);
    }
  };
  const textsTo = (number: string) => stage.service.log.list().filter(text => text.number === number).length;

  await fire(0, 500);
  const posts = () =>
    stage.slack
      .posts({ channel: ON_CALL })
      .filter(
        ({ author, blocks }) => author.kind === 'app' && JSON.stringify(blocks).includes('take_alerts'),
      );
  const isTold = async () => {
    await stage.pass(SECOND);
    return posts().length;
  };
  await expect.poll(isTold).toBeGreaterThan(0);
  // Rafiq is the first of the three.
  for (let left = posts(); left.length > 0; left = posts()) {
    for (const post of left) await stage.slack.press(post, 'take_alerts', { user: 'rafiq' });
    await passUntil(stage, () => posts().every(({ ts }) => left.every(before => before.ts !== ts)));
  }
  const before = people.map(textsTo);
  // The first critical text of each, and one that sums up, every ten seconds at most.
  for (const count of before) {
    expect(count).toBeGreaterThanOrEqual(2);
    expect(count).toBeLessThanOrEqual(5);
  }
  await fire(500, 1000);
  await stage.pass(20 * MINUTE);
  await passUntil(stage, () => people.map(textsTo)[0] !== before[0]);
  const after = people.map(textsTo);
  expect(after.slice(1)).toEqual(before.slice(1));
  expect(after[0]).toBeGreaterThan(before[0] ?? 0);
  expect(after[0]).toBeLessThanOrEqual(15);
  expect(shown(stage)).toMatch(/1,000 alerts firing|Acknowledged by/);
});

test('if nobody can know whether a step’s texts went out, the next step is texted at once, and nothing twice', async () => {
  const stage = await createLinkedStage();
  const { call } = await makeHook(stage, {
    escalation: {
      firstMinutes: 30,
      steps: [{ to: [{ kind: 'number', number: '01812345679' as never }], minutes: 30 }],
      rounds: 1,
      severities: ['critical'],
    },
  });
  const began = stage.clock.now();
  stage.service.faults.add({ kind: 'hang', when: 'after' }, { requests: 1 });
  await call(alertmanager('db', { DiskFull: critical }));
  const texted = () => stage.service.log.list().map(({ number, message }) => `${number} ${message}`);
  await stage.until(() => texted().length === 1);
  const passed = async () => {
    await stage.pass(SECOND);
    return texted();
  };
  await expect
    .poll(passed, { timeout: 30_000 })
    .toEqual(['01712345678 CRITICAL DiskFull', '01812345679 CRITICAL DiskFull']);
  // Long before the first step's half an hour is over.
  expect(stage.clock.now() - began).toBeLessThan(10 * MINUTE);
  await stage.pass(10 * MINUTE);
  expect(texted()).toHaveLength(2);
  expect(shown(stage)).toMatch(/Text to <@U0RAFIQ0001>: uncertain/);
});

test('a hook’s daily limit holds over a restart, is said, and lets a first critical alert go', async () => {
  const stage = await createLinkedStage();
  const { call } = await makeHook(stage, { daily: { texts: 2 } });
  for (const name of ['First', 'Second']) {
    await call(alertmanager(name, { [name]: {} }));
    await stage.until(() => stage.accepted().includes(`WARNING ${name}`));
    await stage.pass(2 * MINUTE);
  }
  await stage.stop();
  await stage.start();
  await call(alertmanager('third', { Third: {} }));
  await stage.pass(2 * MINUTE);
  await call(alertmanager('db', { DiskFull: critical }));
  await stage.until(() => stage.accepted().includes('CRITICAL DiskFull'));
  const said = async () => {
    await stage.pass(2 * SECOND);
    return shown(stage);
  };
  await expect.poll(said).toMatch(/1 alert held back for <@U0RAFIQ0001>: this hook has reached its limit/);
  expect(shown(stage).match(/Until midnight, only the first critical alert/g)).toHaveLength(1);
  expect(stage.accepted()).toEqual(['WARNING First', 'WARNING Second', 'CRITICAL DiskFull']);
});
