import type { Diary } from '../diary.ts';
import type { Setting } from '../setting.ts';
import { MINUTE, type World } from '../world.ts';
import { forbidden, loseSeconds, markSome, troubleKeys, troubleMachines } from './admins.ts';
import { alertPeople, handOver, heartbeat, outage, storm } from './alerts.ts';
import { broadcast } from './broadcasts.ts';
import { eraseRecipient, eraseWhileGathered } from './erasures.ts';
import { givenBack, reminded } from './heard.ts';
import {
  calledOff,
  deaf,
  fullMinute,
  limitedSteps,
  overtaken,
  refusedForGood,
  refusedLate,
  tooOften,
} from './later.ts';
import { askSeveral, askWhom, pressWrongly } from './mischief.ts';
import { barred, full, paused, spent, stopped, unheard } from './moments.ts';
import { notices } from './notices.ts';
import { repeatSteps, runForTown, runSteps, schedule } from './planned.ts';
import { readers, silence } from './readers.ts';
import { limitPeople, tryWithoutRight } from './rights.ts';
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
} from './scenes.ts';
import { numbersFrom, pressButtons, typeTexts } from './texts.ts';

type Next = () => string;
type Begin = (world: World, diary: Diary, next: Next, setting: Setting) => unknown;
/** A part of stories, how many in a hundred have it, and how it begins. */
type Part = readonly [name: string, often: number | ((setting: Setting) => number), begin: Begin];

/** Some parts need time, trouble or calm, which some stories lack. */
const inLong =
  (often: number) =>
  ({ isShort }: Setting): number =>
    isShort ? 0 : often;
const inTrouble =
  (often: number) =>
  ({ isShort, isCalm }: Setting): number =>
    isShort || isCalm ? 0 : often;
const inCalm =
  (often: number) =>
  ({ isShort, isCalm }: Setting): number =>
    isCalm && !isShort ? often : 0;

/** Gives a part its own numbers. */
const from =
  (prefix: string, first: number, begin: Begin): Begin =>
  (world, diary, _, setting) =>
    begin(world, diary, numbersFrom(prefix, first), setting);

const FIRST: readonly Part[] = [
  ['alerts', 55, alertPeople],
  ['storm', inLong(25), storm],
  ['heartbeat', inLong(20), heartbeat],
  ['outage', inTrouble(10), outage],
  ['rota', inLong(20), handOver],
  ['allowances', inLong(22), allowances],
  ['quiet hours', inLong(12), quietHours],
  ['second hand', inLong(20), secondHand],
  ['strangers', inLong(12), strangers],
  ['guest', inCalm(20), guest],
  ['single', inLong(10), single],
  ['crowd', inLong(14), from('019', 0, crowdOrWaiting)],
  [
    'broadcast',
    30,
    from('016', 0, (world, diary, next, setting) =>
      broadcast(world, diary, next, setting.isShort ? 4 : null),
    ),
  ],
  ['forbidden', 25, from('015', 0, forbidden)],
  ['marks', 25, markSome],
  ['keys', inTrouble(100), troubleKeys],
  ['machines', inTrouble(100), troubleMachines],
  ['texts', 100, from('017', 0, typeSome)],
  ['buttons', 100, pressButtons],
  ['mischief', 60, pressWrongly],
  ['several', 20, from('013', 0, askSeveral)],
  ['rights', inLong(25), from('014', 0, tryWithoutRight)],
  ['limits', inLong(12), limitPeople],
  ['readers', inLong(15), from('014', 500, readers)],
  ['silence', inCalm(15), from('014', 700, silence)],
  ['whom', inLong(15), from('013', 500, askWhom)],
];

/** Parts with dice of their own, so that seeds that once failed still tell the same story. */
const APART: readonly Part[] = [
  ['resolved here', inLong(25), resolvedHere],
  ['schedule', inLong(25), from('014', 900, schedule)],
  ['steps', inLong(25), from('014', 800, runSteps)],
  ['repeated steps', inLong(20), from('014', 850, repeatSteps)],
  ['town', inLong(5), from('015', 2000, runForTown)],
  ['forgotten', inLong(15), from('014', 980, eraseRecipient)],
  ['barred', inLong(20), from('014', 600, barred)],
  ['unheard', setting => (setting.shared ? inLong(50)(setting) : 0), from('014', 610, unheard)],
  ['full', inLong(20), from('014', 620, full)],
  ['paused', setting => (setting.shared ? inTrouble(60)(setting) : 0), from('014', 640, paused)],
  ['spent', inLong(12), from('014', 645, spent)],
  ['stopped', inLong(15), from('014', 630, stopped)],
  ['gathered', inLong(10), from('014', 400, eraseWhileGathered)],
  ['lost seconds', 0, loseSeconds],
];

/** In each story of `--night`. */
const OF_NIGHT = ['broadcast', 'forbidden', 'marks', 'gathered', 'lost seconds'];

/** Parts that run one after the other once nothing is in trouble. */
const LATER: readonly Part[] = [
  ['full minute', inLong(5), fullMinute],
  ['refused for good', inLong(20), refusedForGood],
  ['limited steps', inLong(20), limitedSteps],
  ['called off', inLong(20), calledOff],
  ['too often', inLong(15), tooOften],
  ['overtaken', inLong(15), overtaken],
  ['refused late', inLong(15), refusedLate],
  ['notices', inLong(30), notices],
  ['given back', inLong(8), givenBack],
  ['reminded', inLong(8), reminded],
  ['deaf', setting => (setting.shared ? 0 : inLong(15)(setting)), deaf],
];

/** All parts of stories; the last three are the trouble outside. */
export const PARTS = [...[...FIRST, ...APART, ...LATER].map(([name]) => name), 'service', 'slack', 'network'];

function crowdOrWaiting(world: World, diary: Diary, next: Next, { dice, isCalm }: Setting): Promise<void> {
  return (isCalm && dice.percent(60) ? waiting : crowd)(world, diary, next);
}

function typeSome(world: World, diary: Diary, next: Next, { dice, isShort }: Setting): void {
  typeTexts(world, diary, { count: isShort ? 4 : 3 + dice.below(15), withinMs: 2 * MINUTE }, next);
}

/** Begins the parts that this story has; returns their names. */
export async function begin(world: World, diary: Diary, setting: Setting): Promise<Set<string>> {
  const next = numbersFrom('018');
  const begun = new Set<string>();
  for (const part of [...FIRST, ...APART]) {
    const dice = APART.includes(part) ? setting.dice.apart(part[0]) : setting.dice;
    if (!isIn(part, setting, dice)) continue;
    begun.add(part[0]);
    await part[2](world, diary, next, setting);
  }
  return begun;
}

/** Runs the parts that need a calm world. */
export async function goOn(world: World, diary: Diary, setting: Setting): Promise<void> {
  if (setting.isShort) return;
  const next = numbersFrom('013', 1000);
  await world.pause(MINUTE);
  diary.wellFrom = world.clock.now();
  for (const part of LATER)
    if (isIn(part, setting, setting.dice.apart(part[0]))) await part[2](world, diary, next, setting);
}

function isIn([name, often]: Part, setting: Setting, dice: Setting['dice']): boolean {
  const isAlways = setting.isNight && OF_NIGHT.includes(name);
  const isNow = dice.percent(typeof often === 'number' ? often : often(setting)) || isAlways;
  return isNow && !setting.without.has(name);
}
