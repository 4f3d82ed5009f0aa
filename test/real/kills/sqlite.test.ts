import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { hasStrace } from '../support/failing-syncs.ts';
import { createCity, linkKeys } from './city.ts';
import { createDice } from './dice.ts';
import { createFleet, type Fleet } from './fleet.ts';
import { countsOf, judge } from './judgement.ts';
import { drawUp } from './ledger.ts';
import { startLoad } from './load.ts';
import { say } from './say.ts';
import { leftIn, readFile, readSqlite } from './stored.ts';
import { troubleService, troubleSlack } from './trouble.ts';

/*
 * The real program under load, ended at random moments by `kill -9` or by a failing disk, and restarted, between an SMS
 * service and a Slack that fail much of what they are asked. In the end each `/sms` is looked up at all three, and the
 * counts are printed.
 *
 *   CHAOS_KILLS=50  the long form: this many kills, for each engine
 *   CHAOS_SEED=…    repeats the choices of an earlier run, which printed its seed
 */

const KILLS = Number(process.env.CHAOS_KILLS) || 3;
/** The longest a process lives, including its start of nearly a second. */
const LIFE_MS = 2500;
const BURST_MS = 60;
/** A result that Slack didn't accept for minutes is tried every five. */
const SETTLED_MS = 400_000;

const ENDS: [name: string, end: (fleet: Fleet) => Promise<unknown>][] = [
  ['kill -9', fleet => fleet.kill(0)],
  ...(hasStrace() ? [['a sync of the disk that fails', failDisk] satisfies (typeof ENDS)[number]] : []),
];

/** The program notices by itself, and leaves it to its supervisor to restart it. */
async function failDisk(fleet: Fleet): Promise<void> {
  expect(await fleet.failDisk(0)).toBe(1);
}

test.each(ENDS)(
  '%s under load, on SQLite: nothing lost, nothing twice',
  {
    timeout: KILLS * 10_000 + SETTLED_MS,
  },
  async (name, end) => {
    const dice = createDice();
    say('sqlite', `seed ${dice.seed}`);
    const city = await createCity();
    const dataDir = mkdtempSync(join(tmpdir(), 'sms-chaos-'));
    onTestFinished(async () => {
      await city.close();
      rmSync(dataDir, { recursive: true });
    });
    await linkKeys(city, { kind: 'sqlite', dataDir });
    const fleet = createFleet({ ...city.environment, DATA_DIR: dataDir }, dice);
    const interrupted = new Set<string>();

    await fleet.start(0);
    const endTrouble = [troubleService(city.service, dice), troubleSlack(city.slack, dice)];
    const load = startLoad(city, dice, fleet.target);
    for (let kills = 0; kills < KILLS; kills++) {
      await dice.moment(LIFE_MS);
      // Into the middle of it: ack, plan, claim, request and result are a few milliseconds apart.
      load.burst();
      await dice.moment(BURST_MS);
      await end(fleet);
      for (const text of readSqlite(dataDir).texts) if (text.state === 'sending') interrupted.add(text.id);
      const started = fleet.start(0);
      // Some die while they start.
      if (dice.below(6) >= 1) await started.then(() => load.redeliver(3));
    }
    await load.stop();
    for (const end of endTrouble) end();
    await load.redeliver(10);

    const settled = () => expect(leftIn(readFile(join(dataDir, 'sms.db')))).toEqual([]);
    await vi.waitFor(settled, { timeout: SETTLED_MS, interval: 1000 });
    expect(await fleet.stop()).toEqual([0]);

    const ledger = drawUp(city, load.asked, readSqlite(dataDir));
    say('sqlite', `${KILLS} times ${name}`, ...countsOf(ledger, load.redelivered()));
    const broken = judge(ledger, interrupted, fleet);
    expect(broken.length, broken.join('\n')).toBe(0);
    expect(ledger.own429s).toBe(0);
  },
);
