import { createHash } from 'node:crypto';
import type { HistoryEntry } from '../../src/texts/store/model.ts';
import { withChance } from './chance.ts';
import { type Diary, type Evidence, newDiary } from './diary.ts';
import { createDice, type Dice } from './dice.ts';
import type { Fate } from './disk.ts';
import { forbidden, markSome, putRight, troubleKeys, troubleMachines } from './load/admins.ts';
import { alertPeople, handOver, heartbeat, outage, storm } from './load/alerts.ts';
import { broadcast } from './load/broadcasts.ts';
import { forgotten } from './load/forgotten.ts';
import { calledOff, deaf, limitedSteps, refusedForGood, tooOften } from './load/later.ts';
import { askSeveral, askWhom, pressWrongly } from './load/mischief.ts';
import { barred, full, paused, spent, stopped, unheard } from './load/moments.ts';
import { repeatSteps, runSteps, schedule } from './load/planned.ts';
import { readers, silence } from './load/readers.ts';
import { limitPeople, tryWithoutRight } from './load/rights.ts';
import {
  allowances,
  crowd,
  guest,
  quietHours,
  resolvedHere,
  secondHand,
  single,
  strangers,
  waiting,
} from './load/scenes.ts';
import { numbersFrom, pressButtons, typeTexts } from './load/texts.ts';
import { judge } from './oracle/judge.ts';
import { faultsOf } from './oracle/watch.ts';
import { NO_TROUBLE } from './service.ts';
import { install } from './setup.ts';
import { NO_SLACK_TROUBLE } from './slack.ts';
import { AFTERNOON, createSimWorld, EVENING, MEGHNA, MINUTE, PADMA, type World } from './world.ts';

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

/** What is told otherwise than the seed says. */
export type Telling = {
  fates?: Fates;
  /** Parts that are left out, by their names. */
  without?: ReadonlySet<string>;
  /** Only a little happens, and nothing goes wrong outside: for stories that are told again and again. */
  isShort?: boolean;
};

/** What a seed says of a story. */
type Setting = {
  dice: Dice;
  /** Several processes share a store that may fail over. */
  shared: boolean;
  /** The SMS service works; so whatever is late is the app's doing. */
  isServiceWell: boolean;
  /** Nothing goes wrong with machines, clocks and accounts either; so what is promised can be told to the second. */
  isCalm: boolean;
  /** It begins shortly before midnight. */
  isLate: boolean;
  fates: Fates;
  without: ReadonlySet<string>;
  isShort: boolean;
};

/** Everything that goes wrong from outside has gone wrong by then. */
const TROUBLE_MS = 7 * MINUTE;
/** What was accepted has an end by then: alerts wait half an hour at most, people a quarter. */
const END_MS = 36 * MINUTE;

/** An alert that can't be over has lapsed by then. */
const LAPSED_MS = 25 * MINUTE;

/** Among so many commits are those at which a process dies. */
const COMMITS = 220;

function settingOf(seed: number, { fates, without = new Set(), isShort = false }: Telling): Setting {
  const dice = createDice(seed).apart('setting');
  const shared = dice.percent(30);
  const said = new Map<number, Fate>();
  const often = dice.weighted([
    [35, 0],
    [30, 3],
    [35, 16],
  ]);
  for (let nth = 0; nth < often; nth++) {
    const fate = dice.weighted<Fate>([
      [5, 'dies before'],
      [5, 'dies after'],
      [shared ? 2 : 0, 'unheard'],
      [shared ? 2 : 0, 'lost'],
    ]);
    said.set(1 + dice.below(COMMITS), fate);
  }
  const isCalm = dice.percent(50);
  const isServiceWell = isCalm || dice.percent(20) || isShort;
  const isLate = dice.percent(20);
  if (isCalm) said.clear();
  return { dice, shared, isServiceWell, isCalm, isLate, fates: fates ?? said, without, isShort };
}

/** The fates that a seed says. */
export const fatesOf = (seed: number): Fates => settingOf(seed, {}).fates;

/** Lives through one story, and judges it. */
export async function story(seed: number, telling: Telling = {}): Promise<Story> {
  const setting = settingOf(seed, telling);
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
  const begun = await load(world, diary, setting);
  await world.start();

  const from = disk.commits;
  disk.fateOf = (commit, says) => {
    const its = world.meant.find(({ words, isTime, left }) => left > 0 && says(words) && isTime());
    if (its) its.left -= 1;
    return its?.fate ?? setting.fates.get(commit - from) ?? 'fine';
  };
  trouble(world, setting);

  await clock.run(TROUBLE_MS);

  disk.fateOf = () => 'fine';
  const isLongAway =
    setting.dice.percent(12) && !setting.isShort && !setting.isCalm && !setting.without.has('keys');
  if (isLongAway) {
    // The account stays suspended until what people asked for is out of date.
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

/** What people and programs do: each part is in so many stories of a hundred; returns those that are in this one. */
async function load(world: World, diary: Diary, setting: Setting): Promise<Set<string>> {
  const begun = new Set<string>();
  const { dice, isShort, isCalm, without } = setting;
  /** Parts for which there is neither time nor calm in some stories. */
  const inLong = (often: number): number => (isShort ? 0 : often);
  const inTrouble = (often: number): number => (isShort || isCalm ? 0 : often);
  const next = numbersFrom('018');
  const parts: [name: string, often: number, begin: () => unknown][] = [
    ['alerts', 55, () => alertPeople(world, diary, next)],
    ['storm', inLong(25), () => storm(world, diary, next)],
    ['heartbeat', inLong(20), () => heartbeat(world, diary, next)],
    ['outage', inTrouble(10), () => outage(world, diary, next)],
    ['rota', inLong(20), () => handOver(world, diary, next)],
    ['allowances', inLong(22), () => allowances(world, diary, next)],
    ['quiet hours', inLong(12), () => quietHours(world, diary, next)],
    ['second hand', inLong(20), () => secondHand(world, diary, next)],
    ['strangers', inLong(12), () => strangers(world, diary, next)],
    ['guest', isCalm ? inLong(20) : 0, () => guest(world, diary, next)],
    ['single', inLong(10), () => single(world, diary, next)],
    [
      'crowd',
      inLong(14),
      () => (isCalm && dice.percent(60) ? waiting : crowd)(world, diary, numbersFrom('019')),
    ],
    ['broadcast', 30, () => broadcast(world, diary, numbersFrom('016'), isShort ? 4 : null)],
    ['forbidden', 25, () => forbidden(world, diary, numbersFrom('015'))],
    ['marks', 25, () => markSome(world, diary)],
    ['keys', inTrouble(100), () => troubleKeys(world, diary)],
    ['machines', inTrouble(100), () => troubleMachines(world, diary)],
    [
      'texts',
      100,
      () =>
        typeTexts(
          world,
          diary,
          { count: isShort ? 4 : 3 + dice.below(15), withinMs: 2 * MINUTE },
          numbersFrom('017'),
        ),
    ],
    ['buttons', 100, () => pressButtons(world, diary)],
    ['mischief', 60, () => pressWrongly(world, diary)],
    ['several', 20, () => askSeveral(world, diary, numbersFrom('013'))],
    ['rights', inLong(25), () => tryWithoutRight(world, diary, numbersFrom('014'))],
    ['limits', inLong(12), () => limitPeople(world, diary)],
    ['readers', inLong(15), () => readers(world, diary, numbersFrom('014', 500))],
    ['silence', isCalm ? inLong(15) : 0, () => silence(world, diary, numbersFrom('014', 700))],
    ['whom', inLong(15), () => askWhom(world, diary, numbersFrom('013', 500))],
  ];
  const tell = async (name: string, begin: () => unknown): Promise<void> => {
    begun.add(name);
    await begin();
  };
  for (const [name, often, begin] of parts)
    if (dice.percent(often) && !without.has(name)) await tell(name, begin);
  // By dice of its own, so that seeds that once failed tell what they told.
  const apart: typeof parts = [
    ['resolved here', 25, () => resolvedHere(world, diary, next)],
    ['schedule', 25, () => schedule(world, diary, numbersFrom('014', 900))],
    ['steps', 25, () => runSteps(world, diary, numbersFrom('014', 800))],
    ['repeated steps', 20, () => repeatSteps(world, diary, numbersFrom('014', 850))],
    ['forgotten', 15, () => forgotten(world, diary, numbersFrom('014', 980))],
    ['barred', 20, () => barred(world, diary, numbersFrom('014', 600))],
    ['unheard', setting.shared ? 50 : 0, () => unheard(world, diary, numbersFrom('014', 610))],
    ['full', 20, () => full(world, diary, numbersFrom('014', 620))],
    ['paused', setting.shared && !isCalm ? 60 : 0, () => paused(world, diary, numbersFrom('014', 640))],
    ['spent', 12, () => spent(world, diary, numbersFrom('014', 645))],
    ['stopped', 15, () => stopped(world, diary, numbersFrom('014', 630))],
  ];
  for (const [name, often, begin] of apart)
    if (dice.apart(name).percent(inLong(often)) && !without.has(name)) await tell(name, begin);
  return begun;
}

/** What happens once nothing is in trouble any more, one after the other. */
async function goOn(world: World, diary: Diary, { dice, isShort, shared, without }: Setting): Promise<void> {
  if (isShort) return;
  const next = numbersFrom('014', 650);
  const parts: [name: string, often: number, begin: () => Promise<void>][] = [
    ['refused for good', 20, () => refusedForGood(world, diary, next)],
    ['limited steps', 20, () => limitedSteps(world, diary, next)],
    ['called off', 20, () => calledOff(world, diary, next)],
    ['too often', 15, () => tooOften(world, diary, next)],
    ['deaf', shared ? 0 : 15, () => deaf(world, diary, next)],
  ];
  await world.pause(MINUTE);
  diary.wellFrom = world.clock.now();
  for (const [name, often, begin] of parts)
    if (dice.apart(name).percent(often) && !without.has(name)) await begin();
}

/** The parts of which stories are made. */
export const PARTS = [
  'alerts',
  'storm',
  'heartbeat',
  'outage',
  'rota',
  'allowances',
  'quiet hours',
  'second hand',
  'strangers',
  'guest',
  'single',
  'crowd',
  'broadcast',
  'forbidden',
  'marks',
  'keys',
  'machines',
  'texts',
  'buttons',
  'mischief',
  'several',
  'rights',
  'limits',
  'readers',
  'silence',
  'whom',
  'resolved here',
  'schedule',
  'steps',
  'repeated steps',
  'forgotten',
  'barred',
  'unheard',
  'full',
  'paused',
  'spent',
  'stopped',
  'refused for good',
  'limited steps',
  'called off',
  'too often',
  'deaf',
  'service',
  'slack',
  'network',
];

/** What goes wrong outside the app. */
function trouble(
  { dice, service, slack, trouble }: World,
  { isServiceWell, isShort, without }: Setting,
): void {
  const some = (most: number): number => dice.below(most);
  service.trouble = { unreachable: some(12), silent: some(10), refused: some(12), odd: 20, slow: some(8) };
  if (isServiceWell || without.has('service')) service.trouble = { ...NO_TROUBLE, odd: 20 };
  slack.trouble = { lost: some(8), unheard: some(8), away: some(8), slow: some(8) };
  if (isShort || without.has('slack')) slack.trouble = NO_SLACK_TROUBLE;
  trouble.broken = isShort || without.has('network') ? 0 : some(6);
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
    ...{
      requests: service.requests,
      stored,
      deaths,
      isServiceWell,
      isAlone: !setting.shared,
      isCalm: isCalm && deaths.length === 0,
      mostOpen: service.mostOpen,
      overfullProbes: service.overfullProbes,
      elsewhere: slack.elsewhere,
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
function traceOf(evidence: Evidence): string {
  const { requests, posts, stored, texts, incidents, deaths, said } = evidence;
  const seen = posts.map(({ teamId, channel, text, blocks, seen }) => [
    teamId,
    channel,
    text,
    blocks,
    seen.map(({ at }) => at),
  ]);
  const sent = requests.map(one => ({ ...one, cost: String(one.cost) }));
  return JSON.stringify([sent, seen, stored, texts, incidents, deaths, said], null, 1);
}

/** A story's trace in a few letters. */
export const digest = ({ trace }: Story): string =>
  createHash('sha256').update(trace).digest('hex').slice(0, 12);
