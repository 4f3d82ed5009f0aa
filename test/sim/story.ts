import { createHash } from 'node:crypto';
import type { HistoryEntry } from '../../src/texts/store/model.ts';
import { withChance } from './chance.ts';
import { type Diary, type Evidence, newDiary } from './diary.ts';
import { createDice } from './dice.ts';
import { putRight } from './load/admins.ts';
import { begin, goOn } from './load/parts.ts';
import { judge } from './oracle/judge.ts';
import { faultsOf } from './oracle/watch.ts';
import { NO_TROUBLE } from './service.ts';
import { type Setting, type StoryOptions, settingOf } from './setting.ts';
import { install } from './setup.ts';
import { NO_SLACK_TROUBLE } from './slack.ts';
import { AFTERNOON, createSimWorld, EVENING, MEGHNA, MINUTE, PADMA, type World } from './world.ts';

export type Story = {
  seed: number;
  /** The broken promises with their circumstances; usually none. */
  wrong: string[];
  commits: number;
  crashes: number;
  requests: number;
  /** Identical to the letter whenever the same story runs. */
  trace: string;
};

/** All trouble from outside has happened by then. */
const TROUBLE_MS = 7 * MINUTE;
/** Every accepted text is settled by then: alerts wait half an hour at most, people's texts a quarter. */
const END_MS = 36 * MINUTE;

/** An alert that no call resolves has lapsed by then. */
const LAPSED_MS = 25 * MINUTE;

/** Runs one story and judges it. */
export async function story(seed: number, options: StoryOptions = {}): Promise<Story> {
  const setting = settingOf(seed, options);
  const world = createSimWorld({
    dice: createDice(seed),
    processes: setting.shared ? 2 : 1,
    shared: setting.shared,
    window: setting.dice.one(['sliding', 'fixed', 'token-bucket']),
    start: setting.isLate ? EVENING : AFTERNOON,
  });
  const { wall } = world.clock.machine;
  return withChance(setting.dice.apart('chance'), wall, () => live(seed, world, setting)).finally(world.end);
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
  const begun = await begin(world, diary, setting);
  await world.start();

  const from = disk.commits;
  disk.fateOf = (commit, says) => {
    const planned = world.plannedFates.find(
      ({ words, isTime, times }) => times > 0 && says(words) && isTime(),
    );
    if (planned) planned.times -= 1;
    return planned?.fate ?? setting.fates.get(commit - from) ?? 'fine';
  };
  trouble(world, setting);

  await clock.run(TROUBLE_MS);

  disk.fateOf = () => 'fine';
  const isLongAway =
    setting.dice.percent(12) && !setting.isShort && !setting.isCalm && !setting.without.has('keys');
  if (isLongAway) {
    // The account stays suspended until what people asked for has expired.
    for (const account of service.accounts.values()) account.isSuspended = true;
    await clock.run(17 * MINUTE);
  }
  service.trouble = NO_TROUBLE;
  world.slack.trouble = NO_SLACK_TROUBLE;
  world.trouble.broken = 0;
  const commits = disk.commits - from;
  const isSilent = begun.has('silence');
  void putRight(world, diary).then(() => (isSilent ? undefined : goOn(world, diary, setting)));

  await clock.run(END_MS);
  if (diary.incidents.some(({ isSingle }) => isSingle)) await clock.run(LAPSED_MS);

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

/** Sets the faults outside the app. */
function trouble(
  { dice, service, slack, trouble }: World,
  { isServiceWell, isShort, without }: Setting,
): void {
  const upTo = (most: number): number => dice.below(most);
  service.trouble = { unreachable: upTo(12), silent: upTo(10), refused: upTo(12), odd: 20, slow: upTo(8) };
  if (isServiceWell || without.has('service')) service.trouble = { ...NO_TROUBLE, odd: 20 };
  slack.trouble = { lost: upTo(8), unheard: upTo(8), away: upTo(8), slow: upTo(8) };
  if (isShort || without.has('slack')) slack.trouble = NO_SLACK_TROUBLE;
  trouble.broken = isShort || without.has('network') ? 0 : upTo(6);
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
  const { isServiceWell, isCalm, fates } = setting;
  return {
    ...diary,
    requests: service.requests,
    stored,
    deaths,
    isServiceWell,
    isAlone: !setting.shared,
    isCalm: isCalm && deaths.length === 0,
    maxOpen: service.maxOpen,
    overfullProbes: service.overfullProbes,
    elsewhere: slack.elsewhere,
    logged,
    slackCalls: slack.calls,
    now: clock.now(),
    posts: [...slack.world.workspaces.values()].flatMap(workspace => workspace.posts),
    lostCommits:
      [...fates.values()].filter(fate => fate === 'lost' || fate === 'unheard').length + diary.forgotten,
  };
}

/** Everything visible from outside. */
function traceOf(evidence: Evidence): string {
  const { requests, posts, stored, texts, incidents, deaths, slackCalls } = evidence;
  const seen = posts.map(({ teamId, channel, text, blocks, seen }) => [
    teamId,
    channel,
    text,
    blocks,
    seen.map(({ at }) => at),
  ]);
  const sent = requests.map(request => ({ ...request, cost: String(request.cost) }));
  return JSON.stringify([sent, seen, stored, texts, incidents, deaths, slackCalls], null, 1);
}

export const digest = ({ trace }: Story): string =>
  createHash('sha256').update(trace).digest('hex').slice(0, 12);
