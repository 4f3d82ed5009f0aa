import { createHash } from 'node:crypto';
import type { HistoryEntry } from '../../src/storage/ports.ts';
import { withChance } from './chance.ts';
import { type Diary, type Evidence, newDiary } from './diary.ts';
import { createDice, type Dice } from './dice.ts';
import type { Fate } from './disk.ts';
import { forbidden, markSome, putRight, troubleKeys, troubleMachines } from './load/admins.ts';
import { alertPeople, handOver, heartbeat, storm } from './load/alerts.ts';
import { broadcast } from './load/broadcasts.ts';
import { numbersFrom, pressButtons, typeTexts } from './load/texts.ts';
import { judge } from './oracle/judge.ts';
import { faultsOf } from './oracle/watch.ts';
import { NO_TROUBLE } from './service.ts';
import { install } from './setup.ts';
import { NO_SLACK_TROUBLE } from './slack.ts';
import { createSimWorld, MEGHNA, MINUTE, PADMA, type World } from './world.ts';

export type Story = {
  seed: number;
  /** What broke, each with its story; usually nothing. */
  wrong: string[];
  commits: number;
  crashes: number;
  requests: number;
  /** The same for the same story, to the letter. */
  trace: string;
};

/** What happens at the commits after everything was set up, by their numbers. */
export type Fates = ReadonlyMap<number, Fate>;

/** What a seed says of a story. */
type Setting = {
  /** Several processes share a store that may fail over. */
  shared: boolean;
  /** The SMS service works; so whatever is late is the app's doing. */
  isServiceWell: boolean;
  fates: Fates;
};

/** Everything that goes wrong from outside has gone wrong by then. */
const TROUBLE_MS = 7 * MINUTE;
/** What was accepted has an end by then: alerts wait half an hour at most, people a quarter. */
const END_MS = 36 * MINUTE;

/** How many commits a story has, at most, of which one may be the last of a process. */
const COMMITS = 250;

function settingOf(dice: Dice): Setting {
  const shared = dice.percent(30);
  const fates = new Map<number, Fate>();
  const often = dice.weighted([
    [35, 0],
    [30, 2],
    [35, 12],
  ]);
  for (let nth = 0; nth < often; nth++) {
    const fate = dice.weighted<Fate>([
      [5, 'dies before'],
      [5, 'dies after'],
      [shared ? 2 : 0, 'unheard'],
      [shared ? 2 : 0, 'lost'],
    ]);
    fates.set(1 + dice.below(COMMITS), fate);
  }
  return { shared, isServiceWell: dice.percent(30), fates };
}

/**
 * Lives through one story, and judges it.
 *
 * @param fates instead of those that the seed says
 */
export async function story(seed: number, fates?: Fates): Promise<Story> {
  const dice = createDice(seed);
  const said = settingOf(dice.apart('setting'));
  const setting = fates ? { ...said, fates } : said;
  const world = createSimWorld({
    dice,
    processes: setting.shared ? 2 : 1,
    shared: setting.shared,
    window: dice.one(['sliding', 'fixed', 'token-bucket']),
  });
  const { wall } = world.clock.machine;
  return withChance(dice.apart('chance'), wall, () => live(seed, world, setting)).finally(world.end);
}

async function live(seed: number, world: World, setting: Setting): Promise<Story> {
  const { clock, disk, service } = world;
  const diary = newDiary();
  const wrong: string[] = [];
  const keys = { [PADMA.id]: 'key-of-padma-1', [MEGHNA.id]: 'key-of-meghna-1' };
  for (const [team, key] of Object.entries(keys)) {
    service.open(team, key, 1000);
    diary.teamOfKey.set(key, team);
    diary.secrets.push(key);
  }
  await install(world, keys);
  service.onLeft = request => wrong.push(...faultsOf(request, evidenceOf(world, diary, setting, [])));
  await load(world, diary);
  await world.start();

  const from = disk.commits;
  disk.fateOf = commit => setting.fates.get(commit - from) ?? 'fine';
  trouble(world, setting);
  troubleKeys(world, diary);
  troubleMachines(world, diary);

  await clock.run(TROUBLE_MS);

  disk.fateOf = () => 'fine';
  service.trouble = NO_TROUBLE;
  world.slack.trouble = NO_SLACK_TROUBLE;
  world.trouble.broken = 0;
  const commits = disk.commits - from;
  void putRight(world, diary);

  await clock.run(END_MS);

  const evidence = evidenceOf(world, diary, setting, await storedIn(world));
  wrong.push(...judge(evidence));
  const { requests } = service;
  return {
    seed,
    wrong,
    commits,
    crashes: world.deaths.length,
    requests: requests.length,
    trace: traceOf(evidence),
  };
}

/** What people and programs do. */
async function load(world: World, diary: Diary): Promise<void> {
  const { dice } = world;
  const next = numbersFrom('018');
  if (dice.percent(55)) await alertPeople(world, diary, next);
  if (dice.percent(25)) await storm(world, diary, next);
  if (dice.percent(20)) await heartbeat(world, diary, next);
  if (dice.percent(20)) await handOver(world, diary, next);
  if (dice.percent(30)) await broadcast(world, diary, numbersFrom('016'));
  if (dice.percent(25)) await forbidden(world, diary, numbersFrom('015'));
  if (dice.percent(25)) markSome(world, diary);
  typeTexts(world, diary, { count: 3 + dice.below(15), withinMs: 2 * MINUTE }, numbersFrom('017'));
  pressButtons(world, diary);
}

/** What goes wrong outside the app. */
function trouble({ dice, service, slack, trouble }: World, { isServiceWell }: Setting): void {
  const some = (most: number): number => dice.below(most);
  service.trouble = { unreachable: some(12), silent: some(10), refused: some(12), odd: 20, slow: some(8) };
  if (isServiceWell) service.trouble = { ...NO_TROUBLE, odd: 20 };
  slack.trouble = { lost: some(8), unheard: some(8), away: some(8), slow: some(8) };
  trouble.broken = some(6);
}

const storedIn = (world: World): Promise<HistoryEntry[]> =>
  world.inStore(async storage => {
    const all = await Promise.all(
      [PADMA.id, MEGHNA.id].map(team => storage.history.history(team, null, 1000)),
    );
    return all.flat();
  });

function evidenceOf(world: World, diary: Diary, setting: Setting, stored: readonly HistoryEntry[]): Evidence {
  const { service, slack, deaths, clock, logged } = world;
  const { isServiceWell, fates } = setting;
  return {
    ...diary,
    ...{
      requests: service.requests,
      stored,
      deaths,
      isServiceWell,
      logged,
      said: slack.said,
      now: clock.now(),
    },
    posts: [...slack.world.workspaces.values()].flatMap(workspace => workspace.posts),
    lostCommits:
      [...fates.values()].filter(fate => fate === 'lost' || fate === 'unheard').length + diary.forgotten,
  };
}

/** All that anybody could see. */
function traceOf({ requests, posts, stored, texts, incidents, deaths, logged }: Evidence): string {
  const seen = posts.map(({ teamId, channel, text, blocks, seen }) => [
    teamId,
    channel,
    text,
    blocks,
    seen.map(({ at }) => at),
  ]);
  const sent = requests.map(one => ({ ...one, cost: String(one.cost) }));
  return JSON.stringify([sent, seen, stored, texts, incidents, deaths, logged.length], null, 1);
}

/** A story's trace in a few letters. */
export const digest = ({ trace }: Story): string =>
  createHash('sha256').update(trace).digest('hex').slice(0, 12);
