import { BOT_TOKEN, command, load, quantile, startProgram, steadily } from './parts.ts';
import { createWorld, type Engine, teamOf } from './world.ts';

const REQUESTS = 4000;
const WIDTH = 32;
const TEAMS = 200;

/** Signed commands a second that Bolt alone acks. */
async function bareRate(): Promise<number> {
  const bare = await startProgram('bench/bare-bolt.ts', { SLACK_BOT_TOKEN: BOT_TOKEN });
  const one = () => command(bare.url, { team: 'T1', text: '01712345678 hello', slackUrl: bare.url });
  await load(REQUESTS / 4, WIDTH, one);
  const { perSecond } = await load(REQUESTS, WIDTH, one);
  await bare.stop();
  return perSecond;
}

/** Signed commands a second that the app accepts: checked, written down and planned, while it sends them too. */
async function appRate(engine: Engine): Promise<number> {
  const world = await createWorld(engine, TEAMS);
  const one = (index: number) =>
    command(world.app.url, {
      team: teamOf(index % TEAMS),
      text: `01712345678 hello ${index} ${performance.now()}`,
      slackUrl: world.slackUrl,
    });
  await load(REQUESTS / 4, WIDTH, one);
  const { perSecond } = await load(REQUESTS, WIDTH, one);
  await world.close();
  return perSecond;
}

/** Accepted commands a second of the app over those of Bolt alone; each is the better of two runs. */
export async function acceptance(engine: Engine): Promise<{ ratio: number; facts: string }> {
  const bare = Math.max(await bareRate(), await bareRate());
  const app = Math.max(await appRate(engine), await appRate(engine));
  return { ratio: app / bare, facts: `${app.toFixed(0)}/s over ${bare.toFixed(0)}/s` };
}

/** The time from Slack's request to the SMS service's, when idle, over the round trip of Bolt alone. */
export async function idleLatency(engine: Engine): Promise<{ p50: number; p99: number; facts: string }> {
  const count = 300;
  const bare = await startProgram('bench/bare-bolt.ts', { SLACK_BOT_TOKEN: BOT_TOKEN });
  const trips: number[] = [];
  for (let index = 0; index < count; index++) {
    trips.push(await command(bare.url, { team: 'T1', text: '01712345678 hello', slackUrl: bare.url }));
  }
  await bare.stop();

  const world = await createWorld(engine, TEAMS);
  const arrivals: number[] = [];
  for (let index = 0; index < count; index++) {
    const asked = performance.now();
    const arrived = new Promise<number>(resolve => world.onText(() => resolve(performance.now() - asked)));
    await command(world.app.url, {
      team: teamOf(index % TEAMS),
      text: `01712345678 hello ${index}`,
      slackUrl: world.slackUrl,
    });
    arrivals.push(await arrived);
  }
  await world.close();
  const [warmTrips, warm] = [trips.slice(count / 3), arrivals.slice(count / 3)];
  const ms = (times: number[], share: number) => quantile(times, share).toFixed(2);
  return {
    p50: quantile(warm, 0.5) / quantile(warmTrips, 0.5),
    p99: quantile(warm, 0.99) / quantile(warmTrips, 0.99),
    facts: `${ms(warm, 0.5)}; ${ms(warm, 0.99)} ms over ${ms(warmTrips, 0.5)}; ${ms(warmTrips, 0.99)} ms`,
  };
}

/** p99 of the ack at half the greatest rate with the SMS service hanging and Slack answering 503, over both well. */
export async function ackInTrouble(engine: Engine): Promise<{ ratio: number; facts: string }> {
  const rate = await appRate(engine);
  const measure = async (trouble: boolean): Promise<number> => {
    const world = await createWorld(engine, TEAMS);
    world.service.hangs = trouble;
    world.slack.status = trouble ? 503 : 200;
    const times = await steadily(2000, 2000 / rate, index =>
      command(world.app.url, {
        team: teamOf(index % TEAMS),
        text: `01712345678 hello ${index}`,
        slackUrl: world.slackUrl,
      }),
    );
    await world.close();
    return quantile(times.slice(500), 0.99);
  };
  const [well, trouble] = [await measure(false), await measure(true)];
  return { ratio: trouble / well, facts: `${trouble.toFixed(2)} ms over ${well.toFixed(2)} ms` };
}
