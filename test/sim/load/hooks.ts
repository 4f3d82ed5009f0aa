import type { HookRules, Incident } from '../diary.ts';
import type { HookCaller } from '../setup.ts';
import { MINUTE, PUBLIC_URL, SECOND, type World } from '../world.ts';

/* Programs that call hooks, as Alertmanager does. */

/** Rules with `of` steps, each with a number and a time of its own. */
export function rulesOf(
  team: string,
  next: () => string,
  changes: Partial<HookRules> & { of?: number } = {},
): HookRules {
  const { of = 1, ...more } = changes;
  const steps = Array.from({ length: of }, () => [next()]);
  const waitsMs = steps.map((_, index) => (index + 1) * MINUTE);
  return { team, steps, waitsMs, rounds: 1, quiet: null, daily: null, credits: null, ...more };
}

export const newIncident = (
  hook: HookRules,
  name: string,
  isCritical: boolean,
  how: Partial<Incident> = {},
): Incident => ({
  hook,
  name,
  isCritical,
  isOfStorm: false,
  isScripted: false,
  to: null,
  mustNot: null,
  isRefused: false,
  isSingle: false,
  notBefore: null,
  notBy: [],
  mustBy: null,
  someBy: null,
  firedAt: null,
  resolvedAt: null,
  overAt: null,
  takenAt: null,
  givenBackAt: null,
  mayBeTaken: false,
  ...how,
});

/** Alertmanager's payload for a group. */
export function payload(
  group: string,
  alerts: readonly Incident[],
  status: string,
  startsAt: string,
): unknown {
  return {
    version: '4',
    groupKey: group,
    truncatedAlerts: 0,
    status,
    receiver: 'sms',
    externalURL: '',
    groupLabels: {},
    commonLabels: {},
    commonAnnotations: {},
    alerts: alerts.map(({ name, isCritical }) => ({
      status,
      startsAt,
      endsAt: '0001-01-01T00:00:00Z',
      generatorURL: '',
      fingerprint: Buffer.from(name).toString('hex'),
      labels: { alertname: name, severity: isCritical ? 'critical' : 'warning' },
      // Some summaries are longer than a text with a link has room for.
      annotations: { summary: name.length % 2 ? 'needs somebody' : 'needs somebody, '.repeat(8) },
    })),
  };
}

/**
 * Calls a hook as Alertmanager does, again after anything but a 2xx or 4xx. Returns when the hook accepted the call; null
 * if it never did.
 */
export async function callUntilTaken(
  world: World,
  hook: HookCaller,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<number | null> {
  for (let tries = 0; tries < 60; tries++) {
    const answer = await call(world, hook, body, headers);
    if (answer?.status === 202) return world.clock.now();
    if (answer && answer.status < 500) return null;
    await world.pause(2 * SECOND + world.dice.below(8 * SECOND));
  }
  return null;
}

/** Fires all incidents at once, each in its own group; resolves when the hook has all calls. */
export async function fire(world: World, hook: HookCaller, incidents: readonly Incident[]): Promise<void> {
  const startsAt = new Date(world.clock.now()).toISOString();
  await Promise.all(
    incidents.map(async incident => {
      incident.firedAt = await callUntilTaken(
        world,
        hook,
        payload(incident.name, [incident], 'firing', startsAt),
      );
    }),
  );
}

/** Resolves all incidents, each in its own group; resolves when the hook has all calls. */
export async function end(world: World, hook: HookCaller, incidents: readonly Incident[]): Promise<void> {
  await Promise.all(
    incidents.map(async incident => {
      incident.resolvedAt = world.clock.now();
      const startsAt = new Date(incident.firedAt ?? 0).toISOString();
      incident.overAt = await callUntilTaken(
        world,
        hook,
        payload(incident.name, [incident], 'resolved', startsAt),
      );
    }),
  );
}

export const call = (
  world: World,
  { path, token }: HookCaller,
  body: unknown,
  headers: Record<string, string> = {},
) =>
  world.ask({
    method: 'POST',
    url: path,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
  });

/** The path of the link in the text about an incident to this number; null if none went out in time. */
export async function pathIn(
  { service, until }: World,
  { name }: Incident,
  number: string,
  withinMs: number,
): Promise<string | null> {
  const request = () =>
    service.requests.find(
      request => request.number === number && request.came === 'accepted' && request.message.includes(name),
    );
  await until(request, withinMs);
  return new RegExp(`${PUBLIC_URL}(/a/\\w+)`).exec(request()?.message ?? '')?.[1] ?? null;
}

/** Opens a page as a link preview does. */
export const visit = (world: World, path: string) =>
  world.ask({ method: 'GET', url: path, headers: {}, body: '' });

/** Presses a button on the page of a text's link, again until there is an answer; returns when. */
export async function pressOn(
  world: World,
  path: string,
  button: 'take' | 'give_back' | 'stop' | 'undo',
): Promise<number> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  for (;;) {
    const answer = await world.ask({ method: 'POST', url: path, headers, body: `what=${button}` });
    if (answer && answer.status < 500) return world.clock.now();
    await world.pause(SECOND);
  }
}
