import { describe, expect, test, vi } from 'vitest';
import { type Caller, makeHook, ON_CALL } from '../../support/hooks.ts';
import { portOfTest } from '../../support/ports.ts';
import { createLinkedStage, MINUTE } from '../../support/stage.ts';
import { whyNoAlertmanager } from '../support/alertmanager.ts';
import { runProgram } from '../support/program.ts';
import { createDice } from './dice.ts';
import { startPair } from './pairing.ts';
import { say } from './say.ts';

/*
 * Two Alertmanagers as a pair, which both send if they don't hear from each other in time, and the real program, killed
 * while alerts fire. Every number has its own hook and alert; in the end the texts to each are counted.
 *
 *   PAIR_ROUNDS=8   runs it: this many alerts, and half as many times kill -9; eight take about two minutes
 *   CHAOS_SEED=…    repeats the choices of an earlier run, which printed its seed
 */

const ROUNDS = Number(process.env.PAIR_ROUNDS) || 0;
const LONGEST_LIFE_MS = 1000;
/** A number's second text waits for its minute. */
const SETTLED_MS = 4 * MINUTE;

const why = ROUNDS === 0 ? 'only with PAIR_ROUNDS' : whyNoAlertmanager();
describe.skipIf(why)(`a pair of Alertmanagers${why ? `: ${why}` : ''}`, () => {
  test('each alert is texted once when it fires and once when it is over, whoever sends it and however often', {
    timeout: ROUNDS * 30_000 + 2 * SETTLED_MS,
  }, async () => {
    const dice = createDice();
    say('pair', `seed ${dice.seed}`);
    const stage = await createLinkedStage({
      program: runProgram,
      environment: { PORT: String(await portOfTest()) },
    });
    const hooks: { number: string; hook: Caller }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const number = `017${String(12_345_000 + round)}`;
      const recipients = [{ kind: 'number' as const, number: number as never }];
      hooks.push({ number, hook: await makeHook(stage, { recipients, reminders: false }) });
    }
    const { first, second, alerts, post } = await startPair(
      stage,
      hooks.map(({ hook }) => hook),
    );
    const pair = [first, second];

    let kills = 0;
    for (const [round, alert] of alerts.entries()) {
      await post([alert]);
      if (round % 2 === 1) {
        await dice.moment(LONGEST_LIFE_MS);
        stage.program().kill('SIGKILL');
        await stage.program().ended;
        kills += 1;
        await stage.start();
      }
    }
    const textsOf = (number: string) =>
      stage.service.log
        .list()
        .filter(text => text.number === number)
        .map(text => text.message);
    const said = () => JSON.stringify(stage.slack.posts().filter(({ channel }) => channel === ON_CALL));
    const uncertain = (number: string) =>
      said().includes(`An alert’s text to *${number.slice(0, 3)}••••${number.slice(-4)}*`);
    const isTold = (number: string, times: number) => textsOf(number).length >= times || uncertain(number);
    const settled = (times: number) =>
      expect(hooks.filter(({ number }) => !isTold(number, times)).map(({ number }) => number)).toEqual([]);
    await vi.waitFor(() => settled(1), { timeout: SETTLED_MS, interval: 200 });
    // All of them repeat for a while, and nobody is told again.
    const before = await Promise.all(pair.map(one => one.notified()));
    await vi.waitFor(
      async () => {
        const now = await Promise.all(pair.map(one => one.notified()));
        const more = now.reduce((all, { calls }, at) => all + calls - (before[at]?.calls ?? 0), 0);
        expect(more).toBeGreaterThan(5 * ROUNDS);
      },
      { timeout: SETTLED_MS, interval: 200 },
    );
    const endsAt = new Date().toISOString();
    await post(alerts.map(alert => ({ ...alert, endsAt })));
    await vi.waitFor(() => settled(2), { timeout: SETTLED_MS, interval: 200 });

    const notified = await Promise.all(pair.map(one => one.notified()));
    // Calls failed only while the app was away.
    expect(notified.map(({ failed }) => failed)).toEqual(before.map(({ failed }) => failed));
    const calls = notified.map(({ calls, failed }) => `${calls} calls (${failed} failed)`);
    const unsure = hooks.filter(({ number }) => uncertain(number));
    say(
      'pair',
      `${ROUNDS} alerts, ${kills} times kill -9; the pair made ${calls.join(' and ')}`,
      `${stage.service.log.list().length} texts, ${unsure.length} numbers with an uncertain one`,
    );
    for (const [round, { number }] of hooks.entries()) {
      const wanted = [
        `CRITICAL Alert${round}: something is wrong`,
        `RESOLVED Alert${round}: something is wrong`,
      ];
      // An uncertain text was sent or not: we say so either way, and never send twice.
      if (uncertain(number)) expect(wanted).toEqual(expect.arrayContaining(textsOf(number)));
      else expect(textsOf(number)).toEqual(wanted);
      expect(new Set(textsOf(number)).size).toBe(textsOf(number).length);
    }
  });
});
