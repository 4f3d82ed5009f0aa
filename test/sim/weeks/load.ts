import { newBroadcast } from '../diary.ts';
import { make } from '../load/broadcasts.ts';
import { erase } from '../load/erasures.ts';
import { callUntilTaken, newIncident, payload, rulesOf } from '../load/hooks.ts';
import { numbersFrom } from '../load/texts.ts';
import {
  changeRota,
  type HookCaller,
  keepGroup,
  keepHook,
  keepRota,
  markDoNotText,
  mute,
  namesFor,
  revokeHook,
} from '../setup.ts';
import { MINUTE, PADMA, PUBLIC_URL, SECOND, type World } from '../world.ts';

/* A workspace over weeks: alerts that keep firing and are repeated, people who acknowledge now and then, join and leave. */

export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const WEEK = 7 * DAY;

/** The number of alert groups, and how often firing ones are repeated: Alertmanager's `repeat_interval`. */
export type Groups = {
  groups: number;
  repeatMs: number;
  /** The percentage of groups that never resolve. */
  firesOn: number;
};

/** The facts to judge afterwards. */
export type Course = {
  /** Each week's critical alert from a hook of its own. */
  news: { name: string; firedAt: number | null }[];
  /** Each day's broadcast with its recipients. */
  broadcasts: { words: string; numbers: string[]; startedAt: number | null }[];
  /** Erased people, and the records that still named them once the app said so. */
  erased: { name: string; isSaid: boolean; remains: string[] }[];
};

export const newCourse = (): Course => ({ news: [], broadcasts: [], erased: [] });

type Group = { hook: HookCaller; name: string; isCritical: boolean; firesOn: boolean; repeatMs: number };

export async function begin(
  world: World,
  course: Course,
  { groups, repeatMs, ...often }: Groups,
): Promise<void> {
  const next = numbersFrom('018');
  const [first, second] = [next(), next()];
  const rota = await keepRota(world, PADMA.id, 'Servers', [first, second], '09:00');
  await keepGroup(world, PADMA.id, 'duty', namesFor('Duty', [next(), next()]));
  const steps = rulesOf(PADMA.id, next, { of: 2, waitsMs: [5 * MINUTE, 20 * MINUTE] });
  const quiet = { from: '22:00', to: '07:00' };
  const hooks = [
    await keepHook(world, 'Servers', steps, { rota, byPolicy: true }),
    await keepHook(world, 'Sites', rulesOf(PADMA.id, next, { quiet }), { group: 'duty' }),
    await keepHook(world, 'Jobs', rulesOf(PADMA.id, next, { daily: 40 })),
  ] as const;
  for (let nth = 0; nth < groups; nth++) {
    const hook = hooks[nth % hooks.length] ?? hooks[0];
    const firesOn = world.dice.percent(often.firesOn);
    void fireOn(world, { hook, name: `Group${nth}x`, isCritical: world.dice.percent(30), firesOn, repeatMs });
  }
  acknowledgeSome(world);
  void eachDay(world, day => broadcast(world, course, day, next));
  void eachDay(world, () => muteSome(world, hooks));
  void eachDay(world, () => interrupt(world, course));
  void comeAndGo(world, course, { rota, people: [first, second], next });
  void fireNews(world, course, { rota, repeatMs, next });
}

/** Runs `work` once a day at a random time. */
async function eachDay(world: World, work: (day: number) => Promise<void>): Promise<void> {
  const began = world.clock.now();
  for (let day = 0; ; day++) {
    await until(world, began + day * DAY + world.dice.below(20 * HOUR));
    await work(day);
  }
}

const until = (world: World, at: number): Promise<void> => world.pause(at - world.clock.now());

/** Fires a group for days or for good, repeated as Alertmanager does; now and then a second alert joins. */
async function fireOn(world: World, { hook, name, isCritical, firesOn, repeatMs }: Group): Promise<void> {
  const { dice, clock } = world;
  const alert = newIncident(hook.rules, name, isCritical);
  const second = newIncident(hook.rules, `${name}b`, dice.percent(50));
  const call = (alerts: readonly (typeof alert)[], status: string, startsAt: string) =>
    callUntilTaken(world, hook, payload(name, alerts, status, startsAt));
  // Alertmanager repeats all groups at about the same time, most of them within seconds.
  await world.pause(dice.below(dice.percent(10) ? HOUR : 10 * SECOND));
  for (;;) {
    const startsAt = new Date(clock.now()).toISOString();
    const rounds = firesOn ? Infinity : 1 + dice.below(4);
    let both = false;
    for (let round = 0; round < rounds; round++) {
      const ended = both;
      both = dice.percent(5) || (both && dice.percent(60));
      if (ended && !both) await call([second], 'resolved', startsAt);
      await call(both ? [alert, second] : [alert], 'firing', startsAt);
      await world.pause(repeatMs);
    }
    await call([alert, second], 'resolved', startsAt);
    await world.pause(repeatMs * (1 + dice.below(15)));
  }
}

/** Each week, a new hook fires a new critical alert, to its own recipients or a rota; two weeks later the hook is revoked. */
async function fireNews(
  world: World,
  course: Course,
  { rota, repeatMs, next }: { rota: string; repeatMs: number; next: () => string },
): Promise<void> {
  const { dice, clock } = world;
  const began = clock.now();
  const hooks: HookCaller[] = [];
  for (let week = 0; ; week++) {
    await until(world, began + week * WEEK + HOUR + dice.below(6 * DAY));
    const rules = rulesOf(PADMA.id, next, { of: 2, waitsMs: [5 * MINUTE, 20 * MINUTE] });
    const hook = await keepHook(world, `News ${week}`, rules, week % 2 === 0 ? {} : { rota });
    hooks.push(hook);
    // Half of them come right after all groups were repeated.
    if (dice.percent(50)) await until(world, began + Math.ceil((clock.now() - began) / repeatMs) * repeatMs);
    await world.pause(dice.below(2 * MINUTE));
    const alert = newIncident(rules, `News${week}x`, true);
    const news = { name: alert.name, firedAt: null as number | null };
    course.news.push(news);
    const startsAt = new Date(clock.now()).toISOString();
    news.firedAt = await callUntilTaken(world, hook, payload('news', [alert], 'firing', startsAt));
    const old = hooks[week - 2];
    if (old) await revokeHook(world, old);
  }
}

/** Some recipients acknowledge by their link; a few give the alert back. */
function acknowledgeSome(world: World): void {
  const { service, dice, clock } = world;
  const before = service.onLeft;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const press = (url: string, button: string) =>
    world.ask({ method: 'POST', url, headers, body: `what=${button}` });
  service.onLeft = request => {
    before(request);
    const path = new RegExp(`${PUBLIC_URL}(/a/\\w+)`).exec(request.message)?.[1];
    if (!path || !dice.percent(10)) return;
    clock.after(MINUTE + dice.below(20 * MINUTE), async () => {
      await press(path, 'take');
      if (!dice.percent(15)) return;
      await world.pause(dice.below(HOUR));
      await press(path, 'give_back');
    });
  };
}

/** Now and then mutes a hook, or alerts with a label anywhere. */
async function muteSome(world: World, hooks: readonly HookCaller[]): Promise<void> {
  const { dice } = world;
  if (!dice.percent(30)) return;
  const ms = dice.one([1, 2, 4, 8]) * HOUR;
  const label = { name: 'alertname', isEqual: true, value: `Group${dice.below(30)}x` };
  await (dice.percent(50)
    ? mute(world, ms, { hook: dice.one(hooks) })
    : mute(world, ms, { labels: [label] }));
}

/** Now and then kills or restarts a process, but not as the week's alert comes in. */
async function interrupt(world: World, { news }: Course): Promise<void> {
  const { dice, clock } = world;
  if (news.some(({ firedAt }) => firedAt === null || firedAt > clock.now() - 5 * MINUTE)) return;
  if (dice.percent(25)) world.kill();
  else if (dice.percent(15)) await world.restart(0);
}

/** Sends a broadcast to a group, one of whose members may have been marked "never text". */
async function broadcast(world: World, course: Course, day: number, next: () => string): Promise<void> {
  const { dice } = world;
  const group = `farmers ${Math.floor(day / 7)}`;
  const words = `notice ${day}`;
  const numbers =
    day % 7 === 0
      ? Array.from({ length: 4 + dice.below(3) }, next)
      : (course.broadcasts.at(-1)?.numbers ?? []);
  const expected = { words, numbers, startedAt: null as number | null };
  if (day % 7 === 0) await keepGroup(world, PADMA.id, group, namesFor(`Farmer ${day}`, numbers));
  if (day % 7 === 3) {
    const [gone = '', ...remaining] = numbers;
    await markDoNotText(world, PADMA.id, gone);
    expected.numbers = remaining;
  }
  course.broadcasts.push(expected);
  const broadcast = newBroadcast({ team: PADMA.id, by: 'rafiq', words, numbers, group });
  await make(world, broadcast);
  expected.startedAt = broadcast.startedAt;
}

type Turns = { rota: string; people: [string, string]; next: () => string };

/** Each week a person stops their texts, another person takes over their turns, and they are erased. */
async function comeAndGo(world: World, course: Course, { rota, people, next }: Turns): Promise<void> {
  let [current, following] = people;
  for (let week = 0; ; week++) {
    await world.pause(5 * DAY + world.dice.below(4 * DAY));
    const name = `Anika ${week}`;
    await keepGroup(world, PADMA.id, `leaving ${week}`, { [current]: name });
    await markDoNotText(world, PADMA.id, current);
    await world.pause(world.dice.below(2 * DAY));
    const leaves = current;
    [current, following] = [following, next()];
    await changeRota(world, PADMA.id, rota, [current, following]);
    await world.pause(HOUR);
    const erased = { name, isSaid: false, remains: [] as string[] };
    course.erased.push(erased);
    const isTold = () => world.slack.calls.some(({ body }) => body.includes('The person you erased'));
    world.slack.calls.length = 0;
    for (let tries = 0; tries < 5 && !(await erase(world, name)); tries++) await world.pause(MINUTE);
    erased.isSaid = await world.until(isTold, 30 * MINUTE);
    erased.remains = world.disk.saying(leaves);
  }
}
