import { describe, expect, test } from 'vitest';
import { type Caller, makeHook, ON_CALL } from '../../support/hooks.ts';
import { portOfTest } from '../../support/ports.ts';
import { createLinkedStage, MINUTE } from '../../support/stage.ts';
import { type Alertmanager, whyNoAlertmanager } from '../support/alertmanager.ts';
import { createFastTime } from '../support/fast-time.ts';
import { runProgram } from '../support/program.ts';
import { startPair } from './pairing.ts';
import { say } from './say.ts';

/*
 * Two Alertmanagers as a pair, whose alerts somebody answers: nobody answers the first text, the second step is texted and
 * takes it by the link. In between one of the two is killed, so that it forgets whom it notified, and comes back without
 * hearing from the other, so that both send everything. Whatever they repeat after that texts nobody. Time runs fast for the
 * app, but not for Alertmanager.
 *
 *   PAIR_ROUNDS=8   runs it, with this many alerts, each with its own hook and people
 */

const ROUNDS = Number(process.env.PAIR_ROUNDS) || 0;
const SPEED = 12;
const PATIENCE_MS = 120_000;
const PUBLIC_URL = 'https://sms.example.com';

type Round = { name: string; first: string; second: string; hook: Caller };

const why = ROUNDS === 0 ? 'only with PAIR_ROUNDS' : whyNoAlertmanager();
describe.skipIf(why)(`a pair of Alertmanagers that somebody answers${why ? `: ${why}` : ''}`, () => {
  test('each step is texted once, and nobody once it is acknowledged, whoever repeats it; both end it once', {
    timeout: 5 * PATIENCE_MS,
  }, async () => {
    const fast = createFastTime(SPEED);
    const environment = { PORT: String(await portOfTest()), PUBLIC_URL, LOG_LEVEL: 'info' };
    const stage = await createLinkedStage({ program: runProgram, fast, environment });
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const [first, second] = ['017', '018'].map(prefix => `${prefix}${String(12_345_000 + round)}`);
      if (!first || !second) continue;
      const to = (number: string) => [{ kind: 'number' as const, number: number as never }];
      const hook = await makeHook(stage, {
        recipients: to(first),
        escalation: {
          firstMinutes: 3,
          steps: [{ to: to(second), minutes: 60 }],
          rounds: 5,
          severities: ['critical'],
        },
        link: true,
      });
      rounds.push({ name: `Alert${round}`, first, second, hook });
    }
    const pair = await startPair(
      stage,
      rounds.map(({ hook }) => hook),
    );
    const called = async (...those: Alertmanager[]): Promise<void> => {
      for (const one of those) {
        const calls = async () => (await one.notified()).calls;
        const before = await calls();
        await expect.poll(calls, { timeout: PATIENCE_MS }).toBeGreaterThan(before + 2 * ROUNDS);
      }
    };
    const texts = () => stage.service.log.list();
    const texted = (wanted: (round: Round) => string[]) =>
      expect
        .poll(
          () =>
            texts()
              .map(({ number, message }) => `${number} ${message.split(' ')[0]}`)
              .toSorted(),
          {
            timeout: PATIENCE_MS,
          },
        )
        .toEqual(rounds.flatMap(wanted).toSorted());
    const posts = () =>
      stage.slack
        .posts()
        .filter(({ channel }) => channel === ON_CALL)
        .map(({ text, blocks }) => JSON.stringify([text, blocks]));
    const linkTo = (number: string): string => {
      const [text] = texts().filter(one => one.number === number);
      return (/https:\S+$/.exec(text?.message ?? '')?.[0] ?? '').replace(PUBLIC_URL, stage.appUrl);
    };
    const page = async (number: string) => (await fetch(linkTo(number))).text();

    await pair.post(pair.alerts);
    await texted(({ first }) => [`${first} CRITICAL`]);
    // From now on neither hears from the other, and one has forgotten what it sent.
    await pair.second.kill();
    await pair.second.start([]);
    await pair.post(pair.alerts);
    await called(pair.first, pair.second);
    await texted(({ first, second }) => [`${first} CRITICAL`, `${second} CRITICAL`]);

    for (const { second } of rounds) {
      const body = new URLSearchParams({ what: 'take' });
      await fetch(linkTo(second), { method: 'POST', body, redirect: 'manual' });
      await expect.poll(() => page(second)).toContain('You have it');
    }
    await called(pair.first, pair.second);
    await pair.first.kill();
    await pair.first.start([]);
    await pair.post(pair.alerts);
    // More than ten minutes: then a repeat would be a reminder.
    const end = fast.clock.wall() + 12 * MINUTE;
    await expect.poll(() => fast.clock.wall() > end, { timeout: PATIENCE_MS }).toBe(true);
    await called(pair.first, pair.second);
    await texted(({ first, second }) => [`${first} CRITICAL`, `${second} CRITICAL`]);

    const endsAt = new Date().toISOString();
    await pair.post(pair.alerts.map(alert => ({ ...alert, endsAt })));
    const all = ({ first, second }: Round) =>
      [first, second].flatMap(number => [`${number} CRITICAL`, `${number} RESOLVED`]);
    await texted(all);
    for (const { second, name } of rounds) {
      await expect.poll(() => page(second)).toMatch(/over/i);
      // Its one post says that it is over, and stays one.
      const about = () => posts().filter(post => new RegExp(`\\b${name}\\b`).test(post));
      await expect.poll(() => about().filter(post => /resolved/i.test(post)).length).toBe(1);
      expect(about()).toHaveLength(1);
    }
    await texted(all);
    const [first, second] = await Promise.all([pair.first.notified(), pair.second.notified()]);
    say(
      'pair, answered',
      `${ROUNDS} alerts; since their restarts the pair made ${first.calls} and ${second.calls} calls (${first.failed + second.failed} failed)`,
      `${texts().length} texts`,
    );
  });
});
