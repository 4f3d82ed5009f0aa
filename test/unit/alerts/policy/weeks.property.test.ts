import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SEVERITIES, type Severity } from '../../../../src/alerts/alert.ts';
import type { DeliveryStatus } from '../../../../src/alerts/policy/events.ts';
import { muteOf } from '../../../../src/alerts/policy/incidents/mutes.ts';
import { isTexted, type Route } from '../../../../src/alerts/policy/incidents/route.ts';
import {
  groupKeyOf,
  type Incident,
  type TrackedAlert,
} from '../../../../src/alerts/policy/incidents/state.ts';
import { readState, writeState } from '../../../../src/alerts/policy/stored-state.ts';
import { BUCKETS, CRITICAL_BUCKETS } from '../../../../src/alerts/policy/texts/number-limits.ts';
import { quietHoursEnd } from '../../../../src/alerts/policy/texts/quiet-hours.ts';
import { dayOf } from '../../../../src/kit/day.ts';
import { runToEnd } from '../../../../src/kit/fair-scheduler.ts';
import { DAY, HOUR, lookupOf, MINUTE, nameOf, routeTo, SECOND, type SentText, World } from './world.ts';

/*
 * Random weeks of a workspace: people who can't be texted, rotas with hand-overs, mutes, blocks, failing texts. A
 * witness sees the texts and posts, and checks after each decision:
 *
 * 1. A firing alert that its hook texts, neither muted nor acknowledged, has a person who was texted, a person whose
 *    text waits with a time, or a post that says that nobody could be reached.
 * 2. Nothing is texted twice, and nothing about acknowledged or muted alerts.
 * 3. Limits of numbers, limits of hooks and quiet hours hold, and no text goes while texts are blocked.
 * 4. The state stays small, and storing it changes nothing.
 * 5. Looking up recipients ends.
 */

const FAILED: ReadonlySet<DeliveryStatus> = new Set(['unsent', 'expired', 'blocked']);
const RECIPIENTS = ['A', 'B', 'C', 'rota', 'group', 'nobody', 'refused', 'moody'] as const;
const HOOKS = ['ops', 'db'] as const;
const GROUPS = ['g', 'h'] as const;

const people = fc.subarray([...RECIPIENTS], { maxLength: 3 });
const routes: fc.Arbitrary<Route> = fc
  .record({
    recipients: people,
    severities: fc.subarray([...SEVERITIES], { minLength: 1 }),
    quiet: fc.constantFrom(null, null, { from: '22:00', to: '07:00' }, { from: '14:00', to: '16:30' }),
    resolved: fc.boolean(),
    reminders: fc.boolean(),
    daily: fc.constantFrom(null, null, null, { texts: 3 }, { texts: 20 }),
    escalation: fc.option(
      fc.record({
        firstMs: fc.constantFrom(MINUTE, 5 * MINUTE),
        steps: fc.array(fc.record({ to: people, waitMs: fc.constantFrom(MINUTE, 20 * MINUTE) }), {
          maxLength: 3,
        }),
        rounds: fc.integer({ min: 1, max: 3 }),
        severities: fc.subarray([...SEVERITIES], { minLength: 1 }),
      }),
    ),
    acknowledgedMs: fc.constantFrom(null, 30 * MINUTE, 4 * HOUR),
  })
  .map(({ recipients, ...more }) => routeTo(recipients, more));

const hook = fc.constantFrom(...HOOKS);
const group = fc.constantFrom(...GROUPS);
const names = fc.subarray(['x', 'y', 'z'], { minLength: 1 });
const by = fc.constantFrom('A', 'B', 'refused', 'nobody');
const happenings = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant('fire' as const),
      hook,
      group,
      names,
      severity: fc.constantFrom(...SEVERITIES),
      isNew: fc.boolean(),
      hasStart: fc.boolean(),
      to: fc.option(people, { freq: 8 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('end' as const), hook, group, names }) },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('act' as const),
      hook,
      group,
      by,
      to: people,
      action: fc.constantFrom(
        ...(['acknowledge', 'acknowledge', 'extend', 'give_back', 'text_someone_else', 'resolve'] as const),
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('mute' as const),
      hook: fc.option(hook),
      group: fc.option(group),
      ms: fc.constantFrom(5 * MINUTE, 3 * HOUR),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constantFrom(...(['unmute', 'hand over', 'revoke', 'restore', 'test', 'single'] as const)),
      hook,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('block' as const),
      why: fc.constantFrom(null, null, 'no_key' as const, 'no_credits' as const),
    }),
  },
);
const pauses = fc.constantFrom(
  0,
  0,
  SECOND,
  20 * SECOND,
  2 * MINUTE,
  11 * MINUTE,
  HOUR,
  4 * HOUR,
  26 * HOUR,
  8 * DAY,
);
const weeks = fc.record({
  routes: fc.record({ ops: routes, db: routes }),
  happenings: fc.array(fc.tuple(pauses, happenings), { minLength: 1, maxLength: 40 }),
  isStored: fc.boolean(),
  luck: fc.infiniteStream(
    fc.constantFrom<DeliveryStatus>('sent', 'sent', 'sent', 'sent', 'uncertain', 'expired'),
  ),
});
type Week = typeof weeks extends fc.Arbitrary<infer T> ? T : never;
type WeekEvent = Week['happenings'][number][1];

/** Names are unique, so a text's kinds say which alert they mean. */
const nameIn = (of: { hook: string; group: string }, name: string): string =>
  `${of.hook}.${of.group}.${name}`;
const groupKeyIn = (name: string): string => {
  const [hook = '', group = ''] = name.split('.');
  return groupKeyOf({ hook: hook, group: group });
};

class Witness {
  readonly world: World;
  private readonly routes: Record<string, Route>;
  private readonly statuses = new Map<string, DeliveryStatus>();
  /** By number, incident and alert: texts that reported the firing since the alert's last end or mute. */
  private readonly heard = new Map<string, { severity: Severity; text: number }[]>();
  private readonly others = new Set<string>();
  private readonly used = new Map<string, number>();
  private isBlocked = false;

  constructor({ routes: all, luck, isStored }: Week) {
    this.routes = all;
    const world = new World(all);
    this.world = world;
    world.isStored = isStored;
    world.lookUp = (recipient, now) => {
      const name = nameOf(recipient);
      if (name === 'nobody') return lookupOf();
      if (name === 'moody' && Math.floor(now / (7 * MINUTE)) % 3 === 0)
        return { numbers: [], called: [], omitted: [], silent: [recipient] };
      if (name === 'group') return lookupOf('A', 'D', 'E');
      if (name === 'rota') return lookupOf(Math.floor(now / (8 * HOUR)) % 2 === 0 ? 'A' : 'F');
      return lookupOf(name);
    };
    world.outcome = (number, { id }) => {
      const status = number === 'refused' ? 'unsent' : (luck.next().value ?? 'sent');
      this.statuses.set(`${number} ${id}`, status);
      return status;
    };
    world.check = (events, { texts }) => {
      for (const event of events) {
        if (event.kind !== 'delivery') continue;
        for (const [number, status] of event.statuses) this.statuses.set(`${number} ${event.text}`, status);
      }
      for (const { id } of texts) {
        const text = world.texts.find(sent => sent.id === id);
        if (text) this.see(text);
      }
      this.forgetWhatEnded();
    };
    world.settled = () => {
      for (const incident of world.state.incidents.values())
        for (const alert of incident.alerts) this.checkIsSeenTo(incident, alert);
      if (world.dueAt !== null) expect(world.dueAt).toBeGreaterThanOrEqual(world.now);
    };
  }

  private isFailed(number: string, text: number): boolean {
    return FAILED.has(this.statuses.get(`${number} ${text}`) ?? 'sent');
  }

  private forgetWhatEnded(): void {
    const incidents = new Map(
      [...this.world.state.incidents.values()].map(incident => [incident.id, incident]),
    );
    for (const key of this.heard.keys()) {
      const [, id, fingerprint] = JSON.parse(key) as [string, number, string];
      const alert = incidents.get(id)?.alerts.find(candidate => candidate.fingerprint === fingerprint);
      if (!alert || alert.endedAt !== null || alert.change === 0) this.heard.delete(key);
    }
  }

  private forget(incident: number, fingerprint: string): void {
    const end = JSON.stringify([incident, fingerprint]).slice(1);
    for (const key of this.heard.keys()) if (key.endsWith(end)) this.heard.delete(key);
  }

  private see(text: SentText): void {
    const { texts, state } = this.world;
    expect(this.isBlocked, 'a text goes while none can').toBe(false);
    const kinds = text.statement.kinds.filter(({ test: isTest }) => !isTest);
    for (const number of text.to) {
      const earlier = texts.filter(({ id, to }) => id !== text.id && to.includes(number)).map(({ at }) => at);
      for (const { texts: most, ms } of text.isUrgent ? CRITICAL_BUCKETS : BUCKETS)
        expect(earlier.filter(at => at > text.at - ms).length, `${number} in ${ms} ms`).toBeLessThan(most);
      for (const { occasion, severity, called } of kinds) {
        const incident = state.incidents.get(groupKeyIn(called));
        if (!incident) continue;
        const key = JSON.stringify([number, incident.id, called]);
        const heard = this.heard.get(key) ?? [];
        if (occasion === 'firing') {
          const same = heard.filter(
            earlier => earlier.severity === severity && !this.isFailed(number, earlier.text),
          );
          expect(same, `${number} hears of ${called} again`).toEqual([]);
        }
        if (occasion !== 'resolved') this.heard.set(key, [...heard, { severity, text: text.id }]);
      }
      for (const incident of state.incidents.values()) {
        const { acknowledged } = incident;
        const tells = kinds.some(
          kind => groupKeyIn(kind.called) === groupKeyOf(incident) && kind.occasion !== 'resolved',
        );
        if (!acknowledged || !tells) continue;
        const isAllCovered = incident.alerts.every(
          alert => alert.endedAt !== null || alert.change <= acknowledged.upTo,
        );
        const taker = acknowledged.by.kind === 'person' ? acknowledged.by.userId : acknowledged.by.number;
        const may = [taker, ...this.others].flatMap(
          recipient => this.world.lookUp(recipient, text.at).numbers,
        );
        if (isAllCovered) expect(may, 'a text after an acknowledgement').toContain(number);
      }
    }
    for (const { called, occasion } of kinds) {
      const incident = state.incidents.get(groupKeyIn(called));
      const alert = incident?.alerts.find(({ fingerprint }) => fingerprint === called);
      if (!incident || !alert || occasion === 'resolved') continue;
      expect(muteOf(state.mutes, incident, alert), `${called} is muted`).toBeNull();
      const quiet = quietHoursEnd(this.routes[incident.hook]?.quiet ?? null, text.at);
      if (quiet === null) continue;
      const isLoud = kinds.some(
        kind => groupKeyIn(kind.called) === groupKeyIn(called) && kind.severity === 'critical',
      );
      expect(isLoud, `${called} in quiet hours`).toBe(true);
    }
    const { daily } = this.routes[text.hook] ?? {};
    const day = `${text.hook} ${dayOf(text.at)}`;
    const used = (this.used.get(day) ?? 0) + text.to.length;
    if (daily && 'texts' in daily && !text.isUrgent) expect(used).toBeLessThanOrEqual(daily.texts);
    this.used.set(day, used);
  }

  private checkIsSeenTo(incident: Incident, alert: TrackedAlert): void {
    const { world } = this;
    const route = world.routes.get(incident.hook);
    if (!route || incident.kind === 'test' || alert.endedAt !== null) return;
    if (!isTexted(route, incident, alert.severity) || muteOf(world.state.mutes, incident, alert)) return;
    // Alerts that joined an acknowledged incident go to the responder, or to others if the responder can't be
    // texted.
    if (alert.change > 0 && alert.change <= (incident.acknowledged?.givenFor ?? 0)) return;
    expect(alert.change, `${alert.name} is announced`).toBeGreaterThan(0);
    const tells = ({ id, statement }: SentText): boolean =>
      id > alert.change &&
      statement.kinds.some(({ called, occasion }) => called === alert.name && occasion !== 'resolved');
    if (world.texts.some(text => tells(text) && text.to.some(number => !this.isFailed(number, text.id))))
      return;
    if (incident.trouble !== null) {
      const { trouble } = incident;
      expect(
        world.happened.some(event => event.incident === incident.id && event.happening === trouble),
      ).toBe(true);
      return;
    }
    // A text that will fail counts as on its way until the failure is known.
    const isOnItsWay = [...world.state.texts.values()].some(
      text => text.incidents.includes(incident.id) && text.pending.length > 0,
    );
    const waits = incident.unresolved.length > 0 || incident.escalation?.dueAt != null;
    expect(isOnItsWay || (waits && world.dueAt !== null), `nobody hears of ${alert.name}`).toBe(true);
  }

  carryOut(action: WeekEvent): void {
    const { world } = this;
    switch (action.what) {
      case 'fire':
      case 'end':
        this.call(action);
        break;
      case 'act':
        if (!world.state.incidents.has(groupKeyOf(action))) return;
        if (action.action === 'text_someone_else')
          for (const recipient of action.to) this.others.add(recipient);
        world.act(action.group, action.action, {
          hook: action.hook,
          by: action.by,
          to: action.to,
          rotas: ['rota'],
        });
        break;
      case 'mute':
        world.mute(action.ms, { hook: action.hook, groups: action.group === null ? null : [action.group] });
        break;
      case 'unmute':
        world.do({ kind: 'unmute', id: 'm', by: { kind: 'person', userId: 'A' } });
        break;
      case 'hand over':
        world.do({ kind: 'hand_over', rota: 'rota' });
        break;
      case 'revoke':
        world.routes.delete(action.hook);
        world.do();
        break;
      case 'restore':
        world.routes.set(action.hook, this.routes[action.hook] ?? routeTo([]));
        break;
      case 'test':
      case 'single':
        world.call('t', { 'one.t.T': 'critical' }, { hook: action.hook, [action.what]: true });
        break;
      case 'block':
        this.isBlocked = action.why !== null;
        world.block(action.why);
        break;
    }
  }

  private call(action: WeekEvent & { what: 'fire' | 'end' }): void {
    const { world } = this;
    const incident = world.state.incidents.get(groupKeyOf(action));
    const isFiring = action.what === 'fire';
    const starts = action.names.map(short => {
      const name = nameIn(action, short);
      const tracked = incident?.alerts.find(({ fingerprint }) => fingerprint === name);
      const isNew = isFiring && (action.isNew || !tracked);
      const startsAt = isFiring && !action.hasStart ? null : isNew ? world.now : (tracked?.startsAt ?? null);
      // The later start means that the sender's end was missed, so this is news.
      const before = tracked?.startsAt ?? null;
      if (
        incident &&
        tracked &&
        startsAt !== null &&
        before !== null &&
        startsAt > Math.max(before, tracked.heardAt)
      )
        this.forget(incident.id, name);
      return { name, startsAt };
    });
    const calls = starts.map(({ name, startsAt }) =>
      world.callOf(
        action.group,
        { [name]: isFiring ? action.severity : null },
        {
          hook: action.hook,
          startsAt,
          to: isFiring ? action.to : null,
        },
      ),
    );
    const [first] = calls;
    if (first) world.do({ ...first, alerts: calls.flatMap(({ alerts }) => alerts) });
  }

  conclude(): void {
    const { world } = this;
    const stored = runToEnd(writeState(world.state));
    expect(stored.length).toBeLessThan(30_000);
    const read = runToEnd(readState(stored));
    expect(read).toEqual(world.state);
    expect(world.mostRounds).toBeLessThan(40);
  }
}

test('in any week, somebody hears of each firing alert, and nobody too often', () => {
  fc.assert(
    fc.property(weeks, week => {
      const witness = new Witness(week);
      for (const [ms, action] of week.happenings) {
        witness.world.pass(ms);
        witness.carryOut(action);
      }
      witness.world.pass(30 * HOUR);
      witness.conclude();
    }),
    { numRuns: Number(process.env.WEEKS ?? 400) },
  );
});
