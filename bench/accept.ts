import { ask, request } from './commands.ts';
import { generate } from './generate.ts';
import { BOT_TOKEN, type Program, quantile, startProgram } from './parts.ts';
import { connect } from './wire.ts';
import { createWorld, type Engine } from './world.ts';

/** Enough keys that none exhausts its rate, so that every accepted text is also sent. */
const TEAMS = 1000;
const LOAD = { total: 12_000, warm: 4000, width: 32 };
/** Several rounds, because other load on the machine varies. */
const ROUNDS = 3;

/** The signed commands a second that this program acks. */
const rateOf = (program: Program, slackUrl: string): Promise<number> =>
  generate({ aim: { url: program.url, slackUrl, teams: TEAMS }, ...LOAD });

async function bareRate(): Promise<number> {
  const bare = await startProgram('bench/bare-bolt.ts', { SLACK_BOT_TOKEN: BOT_TOKEN });
  const rate = await rateOf(bare, bare.url);
  await bare.stop();
  return rate;
}

/**
 * The commands a second that the app accepts (checks, stores and plans) while it also sends them, and those that it reports
 * to Slack.
 */
async function appRates(engine: Engine): Promise<{ accepted: number; reported: number }> {
  const world = await createWorld(engine, TEAMS);
  const app = await world.start();
  const began = performance.now();
  const accepted = await rateOf(app, world.slackUrl);
  await world.reported(LOAD.total);
  const reported = (LOAD.total / (performance.now() - began)) * 1000;
  await world.close();
  return { accepted, reported };
}

/** The app's commands a second over Bolt's acks, measured in turns; each is the best of its rounds. */
export async function acceptance(engine: Engine, rate: 'accepted' | 'reported') {
  let [bare, app] = [0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    bare = Math.max(bare, await bareRate());
    app = Math.max(app, (await appRates(engine))[rate]);
  }
  return { ratio: app / bare, facts: `${app.toFixed(0)}/s over ${bare.toFixed(0)}/s` };
}

const IDLE = { total: 600, warm: 200, pauseMs: 5 };

/**
 * Idle latency: the time from Slack's request to the SMS service's over the round trip of Bolt alone, and from there to the
 * receipt. Measured in turns, one command at a time with a pause after it, so both programs are idle when the next one
 * comes.
 */
export async function idleLatency(
  engine: Engine,
): Promise<{ p50: number; p99: number; receiptMs: number; facts: string }> {
  const bare = await startProgram('bench/bare-bolt.ts', { SLACK_BOT_TOKEN: BOT_TOKEN });
  const world = await createWorld(engine, TEAMS);
  const app = await world.start();
  const [toBare, toApp] = [await connect(bare.url), await connect(app.url)];
  const [trips, arrivals, receipts]: [number[], number[], number[]] = [[], [], []];
  const pause = (): Promise<void> => new Promise(resolve => setTimeout(resolve, IDLE.pauseMs));
  for (let index = 0; index < IDLE.total; index++) {
    const ofBare = request({ url: bare.url, slackUrl: bare.url, teams: TEAMS }, index);
    const ofApp = request({ url: app.url, slackUrl: world.slackUrl, teams: TEAMS }, index);
    let sentAt = performance.now();
    await ask(toBare, ofBare);
    trips.push(performance.now() - sentAt);
    await pause();
    const arrived = new Promise<number>(resolve => world.onText(() => resolve(performance.now())));
    sentAt = performance.now();
    await ask(toApp, ofApp);
    const at = await arrived;
    arrivals.push(at - sentAt);
    await world.reported();
    receipts.push(performance.now() - at);
    await pause();
  }
  for (const line of [toBare, toApp]) line.close();
  await bare.stop();
  await world.close();
  const of = (times: number[], share: number): number => quantile(times.slice(IDLE.warm), share);
  const ms = (times: number[], share: number): string => of(times, share).toFixed(2);
  return {
    p50: of(arrivals, 0.5) / of(trips, 0.5),
    p99: of(arrivals, 0.99) / of(trips, 0.99),
    receiptMs: of(receipts, 0.5),
    facts: `${ms(arrivals, 0.5)}; ${ms(arrivals, 0.99)} ms over ${ms(trips, 0.5)}; ${ms(trips, 0.99)} ms`,
  };
}
