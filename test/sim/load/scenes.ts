import type { Diary, Incident } from '../diary.ts';
import { keepGroup, keepHook, markDoNotText, namesFor, revokeHook } from '../setup.ts';
import { MEGHNA, MINUTE, PADMA, SECOND, type World } from '../world.ts';
import { link, tryAgain } from './admins.ts';
import { callUntilTaken, end, fire, newIncident, pathIn, payload, pressOn, rulesOf } from './hooks.ts';
import { postWith, typeOne } from './texts.ts';

/* Alerts whose scene decides who acknowledges them and when, so it is known who must be texted. */

const NUSRAT = 'U0NUSRAT001';

const now = ({ clock }: World): string => new Date(clock.now()).toISOString();

/** A hook with a daily limit has more recipients than the limit allows. */
export async function allowances(world: World, diary: Diary, next: () => string): Promise<void> {
  const { dice, clock } = world;
  const team = dice.one([PADMA.id, MEGHNA.id]);
  const limit = dice.percent(50) ? { daily: 1 + dice.below(3) } : { credits: '1' };
  const rules = rulesOf(team, next, { ...limit, steps: [[next(), next(), next(), next(), next()]] });
  const hook = await keepHook(world, 'Stock', rules);
  for (let nth = 0; nth < 2; nth++) {
    const incident = newIncident(rules, `Stock${nth}x`, false, { isScripted: true });
    diary.incidents.push(incident);
    clock.after(
      SECOND + nth * 75 * SECOND + dice.below(5 * SECOND),
      () => void fire(world, hook, [incident]),
    );
  }
  // Past midnight, the next day's allowance applies.
  const isAnotherDay = world.timeIn(5 * MINUTE) < world.timeIn(0);
  if (!isAnotherDay) return;
  const incident = newIncident(rules, 'Stock2x', true, { isScripted: true });
  diary.incidents.push(incident);
  clock.after(5 * MINUTE, async () => {
    await fire(world, hook, [incident]);
    incident.someBy = incident.firedAt === null ? null : incident.firedAt + 70 * SECOND;
  });
}

/** Quiet hours end soon: warnings wait until then. */
export async function quietHours(world: World, diary: Diary, next: () => string): Promise<void> {
  const { dice, clock } = world;
  const quiet = { from: world.timeIn(-60 * MINUTE), to: world.timeIn(4 * MINUTE) };
  const rules = rulesOf(PADMA.id, next, { quiet });
  const hook = await keepHook(world, 'Night', rules);
  const endsAt = clock.now() + 4 * MINUTE;
  for (const [nth, isCritical] of [false, true].entries()) {
    const notBefore = isCritical ? null : endsAt;
    const incident = newIncident(rules, `Night${nth}x`, isCritical, { isScripted: true, notBefore });
    diary.incidents.push(incident);
    clock.after(10 * SECOND + nth * MINUTE + dice.below(MINUTE), async () => {
      await fire(world, hook, [incident]);
      incident.mustBy = Math.max(notBefore ?? 0, incident.firedAt ?? 0) + 80 * SECOND;
    });
  }
}

/** Two people get an alert. One acknowledges it; the other, and an admin in Slack, press every button too late. */
export async function secondHand(world: World, diary: Diary, next: () => string): Promise<void> {
  const { dice, clock, slack } = world;
  const [first, second] = [next(), next()];
  const rules = rulesOf(PADMA.id, next, {
    steps: [[first, second], [next()]],
    waitsMs: [2 * MINUTE, MINUTE],
  });
  const hook = await keepHook(world, 'Rack', rules);
  const alone = newIncident(rules, 'Rack0x', dice.percent(50), { isScripted: true });
  const joined = newIncident(rules, 'Rack1x', true, { isScripted: true, to: [first], mayBeTaken: true });
  const over = newIncident(rules, 'Rack2x', false, { isScripted: true, notBy: [second, NUSRAT] });
  diary.incidents.push(alone, joined, over);
  /** A copy of the post with its current buttons, for late presses. */
  const seen = ({ name }: Incident) => structuredClone(postWith(world, PADMA.id, 'take_alerts', name));
  const pressLate = async (post: ReturnType<typeof seen>): Promise<void> => {
    if (post) await slack.press(post, 'take_alerts', { user: 'nusrat' }).catch(() => null);
  };
  // This one is resolved before anyone presses.
  clock.after(5 * MINUTE + dice.below(20 * SECOND), async () => {
    await fire(world, hook, [over]);
    const late = await pathIn(world, over, second, 100 * SECOND);
    const post = seen(over);
    await end(world, hook, [over]);
    await world.pause(10 * SECOND);
    if (late) await pressOn(world, late, 'take');
    await pressLate(post);
  });
  const call = (incidents: readonly Incident[], status: string, startsAt: string) =>
    callUntilTaken(world, hook, payload('rack', incidents, status, startsAt));
  clock.after(10 * SECOND + dice.below(MINUTE), async () => {
    const startsAt = now(world);
    alone.firedAt = await call([alone], 'firing', startsAt);
    const theirs = await pathIn(world, alone, first, 40 * SECOND);
    const late = await pathIn(world, alone, second, 40 * SECOND);
    if (!theirs || !late) return;
    const post = seen(alone);
    alone.takenAt = await pressOn(world, theirs, 'take');
    alone.notBy.push(second, NUSRAT);
    await pressLate(post);
    await world.pause(dice.below(4 * SECOND));
    await pressOn(world, late, 'take');
    await pressOn(world, late, 'give_back');
    await world.pause(5 * SECOND + dice.below(20 * SECOND));
    joined.firedAt = await call([alone, joined], 'firing', startsAt);
    joined.mustBy = (joined.firedAt ?? 0) + 70 * SECOND;
    await world.pause(3 * MINUTE);
    joined.mustBy = null;
    alone.resolvedAt = joined.resolvedAt = clock.now();
    alone.overAt = joined.overAt = await call([alone, joined], 'resolved', startsAt);
    // The second Alertmanager of a pair is late.
    await call([joined], 'firing', startsAt);
  });
}

/**
 * An admin resolves an alert in Slack though its sender keeps firing it. Another alert may join the post just before: that
 * one isn't resolved.
 */
export async function resolvedHere(world: World, diary: Diary, next: () => string): Promise<void> {
  const { dice, clock, slack } = world;
  const rules = rulesOf(PADMA.id, next, { of: 2 });
  const hook = await keepHook(world, 'Mast', rules);
  const resolved = newIncident(rules, 'Mast0x', true, { isScripted: true });
  const joined = newIncident(rules, 'Mast1x', true, { isScripted: true });
  const isJoined = dice.percent(50);
  diary.incidents.push(resolved, ...(isJoined ? [joined] : []));
  const shown = () => postWith(world, PADMA.id, 'resolve_alerts', resolved.name);
  const resolve = async (post: NonNullable<ReturnType<typeof shown>>): Promise<void> => {
    const pressedAt = clock.now();
    resolved.mayBeTaken = true;
    await slack.press(post, 'resolve_alerts', { user: 'nusrat' }).catch(() => null);
    const isTold = () =>
      slack.calls.some(({ at, body }) => at >= pressedAt && body.includes('You’ve resolved it'));
    if (!(await world.until(isTold, 8 * SECOND))) return;
    resolved.resolvedAt ??= pressedAt;
    resolved.overAt ??= clock.now();
  };
  clock.after(10 * SECOND + dice.below(MINUTE), async () => {
    const startsAt = now(world);
    const call = () => callUntilTaken(world, hook, payload('mast', [resolved], 'firing', startsAt));
    resolved.firedAt = await call();
    if (!(await world.until(shown, 5 * SECOND))) return;
    const post = structuredClone(shown());
    if (isJoined) await fire(world, hook, [joined]);
    joined.mustBy = joined.firedAt === null ? null : joined.firedAt + 80 * SECOND;
    await world.pause(dice.below(40 * SECOND));
    if (post) await resolve(post);
    for (let times = 0; times < 3; times++) {
      await world.pause(50 * SECOND);
      await call();
    }
  });
}

/** Calls with another hook's token, and to a hook that is revoked while alerts wait. */
export async function strangers(world: World, diary: Diary, next: () => string): Promise<void> {
  const { dice, clock } = world;
  const rules = rulesOf(PADMA.id, next);
  const hook = await keepHook(world, 'MagicLinks', rules);
  const asleep = {
    ...rulesOf(PADMA.id, next),
    quiet: { from: world.timeIn(-60 * MINUTE), to: world.timeIn(4 * MINUTE) },
  };
  const gone = await keepHook(world, 'Gate', asleep);
  const stolen = newIncident(rules, 'Door0x', true, {
    isScripted: true,
    mustNot: 'the token was another hook’s',
    isRefused: true,
  });
  const awake = clock.now() + 4 * MINUTE;
  const held = newIncident(asleep, 'Gate0x', false, { isScripted: true, notBefore: awake });
  const late = newIncident(asleep, 'Gate1x', true, {
    isScripted: true,
    mustNot: 'its hook was revoked',
    isRefused: true,
  });
  diary.incidents.push(stolen, held, late);
  clock.after(
    10 * SECOND + dice.below(MINUTE),
    () => void fire(world, { ...hook, token: gone.token }, [stolen]),
  );
  clock.after(10 * SECOND + dice.below(20 * SECOND), async () => {
    await fire(world, gone, [held]);
    await revokeHook(world, gone);
    // If the call only succeeded later, the alert may have been texted at once.
    if (clock.now() < awake) held.mustNot = 'its hook was revoked';
    await fire(world, gone, [late]);
  });
}

/** A guest without permission presses the buttons in the channel; a text to their own number never went out. */
export async function guest(world: World, diary: Diary, next: () => string): Promise<void> {
  const { dice, clock, service, slack } = world;
  const theirs = '01555667788';
  service.dead.add(theirs);
  const rules = rulesOf(PADMA.id, next, { steps: [[next(), theirs]] });
  const hook = await keepHook(world, 'Lobby', rules);
  const incident = newIncident(rules, 'Lobby0x', true, { isScripted: true, notBy: ['U0IMRAN0001'] });
  diary.incidents.push(incident);
  clock.after(10 * SECOND + dice.below(MINUTE), async () => {
    await fire(world, hook, [incident]);
    for (let tries = 0; tries < 4; tries++) {
      await world.pause(10 * SECOND + dice.below(10 * SECOND));
      const post = postWith(world, PADMA.id, 'take_alerts', incident.name);
      if (post) await slack.press(post, 'take_alerts', { user: 'imran' }).catch(() => null);
    }
  });
}

/** An alert that no call can resolve. */
export async function single(world: World, diary: Diary, next: () => string): Promise<void> {
  const { clock } = world;
  const rules = rulesOf(PADMA.id, next);
  const hook = await keepHook(world, 'Curl', rules);
  const incident = newIncident(rules, 'Curl0x', false, { isScripted: true, isSingle: true });
  diary.incidents.push(incident);
  clock.after(20 * SECOND, async () => {
    const key = { 'idempotency-key': incident.name };
    incident.firedAt = await callUntilTaken(world, hook, { message: `${incident.name} has failed` }, key);
  });
}

/** As many texts as a minute has room for, and some more. */
const [FULL, CROWD] = [60, 66];

/** Fills a key's minute twice; in between, an admin links the same key again. */
export async function crowd(world: World, diary: Diary, next: () => string): Promise<void> {
  const { clock, service, dice } = world;
  const numbers = Array.from({ length: dice.percent(60) ? CROWD : FULL }, next);
  await keepGroup(world, MEGHNA.id, 'staff', namesFor('Staff', numbers));
  const rules = rulesOf(MEGHNA.id, next, { steps: [numbers] });
  const hook = await keepHook(world, 'Flood', rules, { group: 'staff' });
  const [first, second] = [0, 1].map(nth => newIncident(rules, `Flood${nth}x`, true, { isScripted: true }));
  if (!first || !second) return;
  diary.incidents.push(first, second);
  clock.after(70 * SECOND, async () => {
    await fire(world, hook, [first]);
    await world.pause(8 * SECOND);
    // The key's minute is full by now.
    const text = { team: MEGHNA.id, user: 'sadia', number: next(), message: 'come and look' };
    await typeOne(world, diary, text);
    // A person who is marked while a text to them waits uses no slot of the next minute.
    const [marked, message] = [next(), 'come and see'];
    await typeOne(world, diary, { team: MEGHNA.id, user: 'rafiq', number: marked, message });
    await markDoNotText(world, MEGHNA.id, marked);
    diary.doNotText.push({ team: MEGHNA.id, number: marked, at: clock.now() });
    const key = service.accounts.get(MEGHNA.id)?.apiKey ?? '';
    await link(world, diary, MEGHNA.id, key);
    await world.pause(64 * SECOND);
    if (numbers.length > FULL) diary.crowds.push({ key, at: clock.now() });
    await fire(world, hook, [second]);
  });
}

/** Alerts wait because their key was refused: those resolved by then go to nobody, the others go out. */
export async function waiting(world: World, diary: Diary, next: () => string): Promise<void> {
  const { clock, service } = world;
  const account = service.accounts.get(MEGHNA.id);
  const rules = rulesOf(MEGHNA.id, next);
  const hook = await keepHook(world, 'Pond', rules);
  const incidents = Array.from({ length: 4 }, (_, nth) =>
    newIncident(rules, `Pond${nth}x`, true, { isScripted: true }),
  );
  const [before, gone, stays, last] = incidents;
  if (!account || !before || !gone || !stays || !last) return;
  diary.incidents.push(...incidents);
  clock.after(20 * SECOND, async () => {
    await fire(world, hook, [before]);
    // Alerts within the next seconds would share its text.
    await world.pause(3 * SECOND);
    account.isSuspended = true;
    await fire(world, hook, [gone, stays]);
    const [marked, unmarked] = [next(), next()];
    const ask = (number: string, mustGo: string | null) =>
      typeOne(world, diary, { team: MEGHNA.id, user: 'rafiq', number, message: 'the pond is empty', mustGo });
    await ask(marked, null);
    await ask(unmarked, 'its key works again');
    await world.pause(40 * SECOND);
    await markDoNotText(world, MEGHNA.id, marked);
    diary.doNotText.push({ team: MEGHNA.id, number: marked, at: clock.now() });
    await fire(world, hook, [last]);
    await world.pause(20 * SECOND);
    await end(world, hook, [gone, last]);
    await world.pause(20 * SECOND);
    // An admin tries the key too early and links it during the trial, so the refusal comes after the linking.
    const theirs = rules.steps[0]?.[0] ?? '';
    service.slow.set(theirs, 14 * SECOND);
    const triedAt = await tryAgain(world, diary, MEGHNA.id);
    const tried = () =>
      service.requests.find(request => request.number === theirs && request.leftAt >= triedAt);
    await world.until(tried, 10 * SECOND);
    await world.pause(SECOND);
    service.slow.delete(theirs);
    account.isSuspended = false;
    await link(world, diary, MEGHNA.id, account.apiKey);
    const leftAt = tried()?.leftAt ?? 0;
    const isInTime = clock.now() < leftAt + 14 * SECOND;
    stays.mustBy = isInTime ? leftAt + 20 * SECOND : clock.now() + 70 * SECOND;
  });
}
