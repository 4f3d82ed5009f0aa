import type { Post } from '../../../src/playground/index.ts';
import { findPerson, findWorkspace } from '../../../src/playground/world/world.ts';
import type { Diary, Heartbeat, Incident } from '../diary.ts';
import type { SeenRequest } from '../service.ts';
import { type HookCaller, keepHook, keepRota, markDoNotText } from '../setup.ts';
import { MEGHNA, MINUTE, PADMA, PUBLIC_URL, SECOND, type World } from '../world.ts';
import { call, callUntilTaken, newIncident, payload, rulesOf, visit } from './hooks.ts';
import { adminOf } from './texts.ts';

/* Programs that call hooks, and people who acknowledge alerts. */

const NOW_AND_THEN = 25;

/** Alerts of a hook with escalation: each fires, may be acknowledged and may be resolved. */
export async function alertPeople(world: World, diary: Diary, next: () => string): Promise<void> {
  const { dice, clock } = world;
  const team = dice.percent(80) ? PADMA.id : MEGHNA.id;
  const of = 1 + dice.below(3);
  const rounds = of > 1 ? 1 + dice.below(2) : 1;
  const rules = rulesOf(team, next, { of, rounds });
  const hook = await keepHook(world, 'Servers', rules);
  const [last] = rules.steps.at(-1) ?? [];
  if (of > 1 && last && dice.percent(20)) {
    await markDoNotText(world, team, last);
    diary.doNotText.push({ team, number: last, at: clock.now() });
  }
  for (let nth = 0; nth < 1 + dice.below(4); nth++) {
    const incident = newIncident(hook.rules, `Pump${team === PADMA.id ? 'P' : 'M'}${nth}x`, dice.percent(80));
    diary.incidents.push(incident);
    clock.after(
      20 * SECOND + nth * 90 * SECOND + dice.below(MINUTE),
      () => void runIncident(world, hook, incident),
    );
  }
  answerLinks(world, diary);
  answerPosts(world, diary, team);
}

/** Fires an alert, repeats it as a pair of Alertmanagers does, and resolves it in half of the cases. */
async function runIncident(world: World, hook: HookCaller, incident: Incident): Promise<void> {
  const { dice, clock } = world;
  const startsAt = new Date(clock.now()).toISOString();
  const call = (status: 'firing' | 'resolved') =>
    callUntilTaken(world, hook, payload(incident.name, [incident], status, startsAt));
  incident.firedAt = await call('firing');
  if (dice.percent(40)) await call('firing');
  if (dice.percent(50)) return;
  await world.pause(20 * SECOND + dice.below(6 * MINUTE));
  incident.resolvedAt = clock.now();
  incident.overAt = await call('resolved');
  if (dice.percent(30)) await call('firing');
}

const isAnyones = ({ isOfStorm, isScripted }: Incident): boolean => !isOfStorm && !isScripted;

/** Some recipients acknowledge by the link in their text. */
function answerLinks(world: World, diary: Diary): void {
  const { service, dice, clock } = world;
  const before = service.onLeft;
  service.onLeft = request => {
    before(request);
    const incidents = diary.incidents.filter(
      incident => request.message.includes(incident.name) && isAnyones(incident),
    );
    const path = new RegExp(`${PUBLIC_URL}(/a/\\w+)`).exec(request.message)?.[1];
    if (incidents.length === 0 || !path || !dice.percent(NOW_AND_THEN)) return;
    clock.after(
      2 * SECOND + dice.below(100 * SECOND),
      () => void acknowledge(world, incidents, request, path),
    );
  };
}

async function acknowledge(
  world: World,
  incidents: readonly Incident[],
  { came }: SeenRequest,
  path: string,
): Promise<void> {
  const { dice, clock } = world;
  if (came !== 'accepted') return;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  // A link preview must change nothing.
  await visit(world, path);
  const answer = await world.ask({ method: 'POST', url: path, headers, body: 'what=take' });
  if (answer === null || answer.status >= 500) for (const incident of incidents) incident.mayBeTaken = true;
  if (answer?.status !== 303) return;
  for (const incident of incidents) if (incident.resolvedAt === null) incident.takenAt ??= clock.now();
  if (!dice.percent(20)) return;
  await world.pause(dice.below(30 * SECOND));
  const page = await visit(world, path);
  if (!page?.body.includes('give_back')) return;
  // From here on another person may acknowledge it.
  for (const incident of incidents) incident.givenBackAt = clock.now();
  await world.ask({ method: 'POST', url: path, headers, body: 'what=give_back' });
}

/** Now and then an admin acknowledges the alerts of a post in the channel. */
function answerPosts(world: World, diary: Diary, team: string): void {
  const { slack, dice, clock } = world;
  const looked = new Set<Post>();
  slack.world.changes.on('change', () => {
    for (const post of slack.world.workspaces.get(team)?.posts.slice(-20) ?? []) {
      if (looked.has(post) || !JSON.stringify(post.blocks).includes('"take_alerts"')) continue;
      looked.add(post);
      if (dice.percent(NOW_AND_THEN))
        clock.after(5 * SECOND + dice.below(2 * MINUTE), () => void take(world, diary, post));
    }
  });
}

async function take({ slack, clock, until }: World, diary: Diary, post: Post): Promise<void> {
  const shown = JSON.stringify(post.blocks);
  if (!shown.includes('"take_alerts"')) return;
  const incidents = diary.incidents.filter(
    ({ name, hook }) => hook.team === post.teamId && shown.includes(name),
  );
  if (incidents.some(incident => incident.isScripted)) return;
  for (const incident of incidents) incident.mayBeTaken = true;
  const pressedAt = clock.now();
  // In a post that several incidents share, the last button acknowledges all of them.
  const { block_id: blockId } =
    post.blocks.findLast(block => JSON.stringify(block).includes('"take_alerts"')) ?? {};
  const how = { user: adminOf(post.teamId), blockId: String(blockId) };
  const isPressed = await slack.press(post, 'take_alerts', how);
  const isUnsure = slack.calls.some(({ at, body }) => at >= pressedAt && body.includes('couldn’t confirm'));
  if (isPressed.status !== 200 || isUnsure) return;
  for (const incident of incidents) if (incident.resolvedAt === null) incident.takenAt ??= clock.now();
  // A person can't give back an alert that another person acknowledged.
  if (!(await until(() => JSON.stringify(post.blocks).includes('"give_back_alerts"'), 8 * SECOND))) return;
  const rafiq = findPerson(findWorkspace(slack.world, post.teamId), 'rafiq').id;
  await slack.press(post, 'give_back_alerts', { user: rafiq }).catch(() => null);
}

/** Fires dozens of alerts for one number within seconds. */
export async function storm(world: World, diary: Diary, next: () => string): Promise<void> {
  const { dice, clock } = world;
  const rules = rulesOf(PADMA.id, next, {
    quiet: dice.percent(25) ? { from: world.timeIn(-60 * MINUTE), to: world.timeIn(120 * MINUTE) } : null,
    daily: dice.percent(30) ? 2 : null,
  });
  const hook = await keepHook(world, 'Grid', rules);
  const startsAt = new Date(clock.now()).toISOString();
  const isCritical = dice.percent(50);
  for (let nth = 0; nth < 12 + dice.below(20); nth++) {
    const group = Array.from({ length: 1 + dice.below(4) }, (_, index) => ({
      ...newIncident(rules, `Grid${nth}n${index}x`, isCritical && dice.percent(60)),
      isOfStorm: true,
    }));
    diary.incidents.push(...group);
    clock.after(30 * SECOND + dice.below(40 * SECOND), async () => {
      const at = await callUntilTaken(world, hook, payload(`grid ${nth}`, group, 'firing', startsAt));
      for (const incident of group) incident.firedAt = at;
    });
  }
}

/** A job that calls, stops for some minutes, and resumes; sometimes beside one that never stops. */
export async function heartbeat(world: World, diary: Diary, next: () => string): Promise<void> {
  const { dice } = world;
  const isBesideAnother = dice.percent(50);
  await beat(world, diary, next, {
    name: 'Backup',
    stopsAfter: 2 + dice.below(3),
    awayMs: (isBesideAnother ? 13 : 8) * MINUTE,
  });
  if (isBesideAnother) await beat(world, diary, next, { name: 'Rsync', stopsAfter: null, awayMs: 0 });
}

async function beat(
  world: World,
  diary: Diary,
  next: () => string,
  { name, stopsAfter, awayMs }: { name: string; stopsAfter: number | null; awayMs: number },
): Promise<void> {
  const { dice, clock } = world;
  const rules = rulesOf(PADMA.id, next);
  const hook = await keepHook(world, name, rules, { heartbeatMinutes: 2 });
  const beats: Heartbeat = {
    hook: rules,
    name,
    everyMs: 2 * MINUTE,
    calls: [],
    doNotTextStops: stopsAfter === null,
    stoppedAt: null,
    backAt: null,
  };
  diary.heartbeats.push(beats);
  const once = async (): Promise<void> => {
    const answer = await call(world, hook, {});
    if (answer?.status === 202) beats.calls.push(clock.now());
    if (beats.calls.length === stopsAfter && beats.stoppedAt === null) {
      beats.stoppedAt = clock.now();
      clock.after(awayMs, () => void once());
      return;
    }
    if (beats.stoppedAt !== null && answer?.status === 202) beats.backAt ??= clock.now();
    clock.after(answer?.status === 202 ? 50 * SECOND : 5 * SECOND, () => void once());
  };
  clock.after(dice.below(30 * SECOND), () => void once());
}

/** The app is down for some minutes, which must not count as a job's silence. */
export async function outage(world: World, diary: Diary, next: () => string): Promise<void> {
  await beat(world, diary, next, { name: 'Cron', stopsAfter: null, awayMs: 0 });
  const ms = 2 * MINUTE + world.dice.below(2 * MINUTE);
  world.clock.after(100 * SECOND + world.dice.below(MINUTE), () => world.outage(ms));
}

const HANDS_OVER_MS = 4 * MINUTE;

/** A rota that hands over soon, with an alert before and one after. */
export async function handOver(world: World, diary: Diary, next: () => string): Promise<void> {
  const { clock } = world;
  const [first, second] = [next(), next()];
  const rota = await keepRota(world, PADMA.id, 'Servers', [first, second], world.timeIn(HANDS_OVER_MS));
  const rules = rulesOf(PADMA.id, next, { steps: [[first, second]], waitsMs: [MINUTE] });
  const hook = await keepHook(world, 'On call', rules, { rota });
  for (const [nth, at] of [MINUTE, 5 * MINUTE].entries()) {
    const [onCall, later] =
      nth === 0
        ? [first, { number: second, at: clock.now() + HANDS_OVER_MS }]
        : // The first person is on call again only by a clock that was set back.
          [second, { number: first, at: Number.POSITIVE_INFINITY }];
    const incident = newIncident({ ...rules, steps: [[onCall]], later }, `Shift${nth}x`, true);
    diary.incidents.push(incident);
    clock.after(at, () => void runIncident(world, hook, incident));
  }
}
