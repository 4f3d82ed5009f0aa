import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_FACTS, toKey } from '../../../src/alerts/alert.ts';
import { worded } from '../../../src/alerts/alert-text.ts';
import { callOf, hookOf, MAX_OPEN_PAGES, type Page, withPage } from '../../../src/alerts/paging/page.ts';
import { createPages } from '../../../src/alerts/paging/pages.ts';
import { stepsTo } from '../../../src/alerts/paging/steps.ts';
import { policyEventSchema } from '../../../src/alerts/policy/events.ts';
import { muteOf } from '../../../src/alerts/policy/incidents/mutes.ts';
import { routesOf } from '../../../src/alerts/policy/incidents/route.ts';
import { wordingIn } from '../../../src/features.ts';
import { runToEnd } from '../../../src/kit/fair-scheduler.ts';
import { unpack } from '../../../src/kit/inbox/reading.ts';
import type { LocalNumber } from '../../../src/kit/number.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { DAY, HOUR, MINUTE, person, World } from './policy/world.ts';

/* A page by hand: one incident that only a responder, or a week, ends. */

const RAFIQ = { kind: 'number', number: '01712345678' as LocalNumber } as const;
const pageOf = (id: string, createdAt = 0): Page => ({
  id: `page-${id}`,
  by: 'UNUSRAT',
  title: 'Page from Nusrat',
  channel: 'C1',
  createdAt,
  ...stepsTo([RAFIQ]),
});

function paged() {
  const page = pageOf('a');
  const hook = hookOf(page);
  const world = new World(Object.fromEntries(routesOf([hook], [])));
  const call = { text: 'Page from Nusrat: disk is full', callId: 'c1', at: world.now };
  world.do(policyEventSchema.parse(callOf(page, call)));
  const incident = () => [...world.state.incidents.values()].find(each => each.hook === page.id);
  return { page, hook, world, incident };
}

test('nobody answers a page: it stays open for a week, and then its post says that it lapsed', () => {
  const { world, incident } = paged();
  world.pass(HOUR);
  expect(world.texts.length, 'once, and once more').toBe(2);
  expect(world.times('nobody_answered')).toBe(1);
  world.pass(6 * DAY);
  expect(incident()?.endedAt).toBeNull();
  world.pass(2 * DAY);
  expect(incident()).toBeUndefined();
  expect(world.updates.flatMap(({ lapsed }) => lapsed)).toHaveLength(1);
  expect(world.texts.length).toBe(2);
});

test('an acknowledged page asks its responder nothing more, however long it takes', () => {
  const { page, world, incident } = paged();
  world.do({
    kind: 'action',
    action: 'acknowledge',
    hook: page.id,
    which: { incidents: [incident()?.id ?? 0], upTo: null },
    by: person('URAFIQ'),
    at: world.now,
    rotas: [],
  });
  world.pass(3 * DAY);
  expect(world.texts.length).toBe(1);
  expect(incident()?.acknowledged?.until).toBeNull();
});

test('a mute of all hooks covers no page, and a mute of the page itself does', () => {
  const incident = { hook: 'page-a', group: 'page-a' };
  const everywhere = { hook: null, groups: null, labels: [{ name: 'env', isEqual: false, value: 'prod' }] };
  expect(muteOf([everywhere], incident, { labels: {} })).toBeNull();
  expect(muteOf([everywhere], { hook: 'T1-x', group: 'g' }, { labels: {} })).toBe(everywhere);
  const own = { hook: 'page-a', groups: ['page-a'], labels: [] };
  expect(muteOf([own], incident, { labels: {} })).toBe(own);
});

test('what a responder has resolved isn’t texted again in the words of its firing, only its name', () => {
  const { hook } = paged();
  const [alert] = callOf(pageOf('a'), { text: 'Page from Nusrat: disk is full', callId: 'c', at: 0 }).alerts;
  if (alert?.status !== 'firing') throw new Error('A page fires');
  const statement = {
    occasion: 'resolved' as const,
    severity: alert.severity,
    name: alert.name,
    place: '',
    facts: { ...NO_FACTS, message: 'Page from Nusrat: disk is full', composed: true },
    kinds: [],
    still: 0,
    follows: false,
  };
  const say = (isResolvedHere: boolean) =>
    worded({ ...statement, isResolvedHere }, { ...hook, pieces: null }, wordingIn('en')).message;
  expect(say(true)).toBe('RESOLVED Page from Nusrat: disk is full');
  // A program's own words say themselves that it is over.
  expect(say(false)).toBe('Page from Nusrat: disk is full');
});

test('the same form pages once, at most fifty pages are open, and an open page is never dropped for a new one', () => {
  const step = fc.record({
    id: fc.integer({ min: 0, max: 150 }),
    ends: fc.boolean(),
    hours: fc.integer({ min: 0, max: 30 }),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 60, maxLength: 200 }), steps => {
      let [pages, now]: [Page[], number] = [[], 1e12];
      const open = new Set<string>();
      for (const { id, ends, hours } of steps) {
        now += hours * 60 * MINUTE;
        const page = pageOf(String(id), now);
        const before = pages;
        const next = withPage(before, page, { isOpen: each => open.has(each), now });
        const isKnown = before.some(each => each.id === page.id);
        if (isKnown) expect(next).toEqual(before);
        else if (next === null) expect(before.length).toBeGreaterThanOrEqual(MAX_OPEN_PAGES);
        else expect(next.at(-1)).toBe(page);
        pages = next ?? before;
        expect(new Set(pages.map(each => each.id)).size).toBe(pages.length);
        expect(pages.length).toBeLessThanOrEqual(100);
        for (const each of open) expect(pages.some(({ id: pageId }) => pageId === each)).toBe(true);
        if (pages.includes(page)) open.add(page.id);
        if (ends) open.delete(pages[0]?.id ?? '');
      }
    }),
    { numRuns: 30 },
  );
});

test('a page’s recipients are its hook’s, by their keys', () => {
  const route = routesOf([hookOf(pageOf('a'))], []).get('page-a');
  expect(route?.recipients).toEqual([toKey(RAFIQ)]);
});

/** Pages over a document in memory. `lost`: the process dies before it can store the next call. */
function service() {
  let document: unknown[] = [];
  const calls = new Map<string, unknown>();
  const audited: unknown[] = [];
  const world = { isLost: false, document: () => document, calls, audited };
  const pages = createPages({
    documents: { get: async () => document as never },
    revisions: {
      async update(
        _workspace: string,
        _key: string,
        _schema: unknown,
        change: (before: unknown[]) => unknown[],
      ) {
        document = change(document);
        return document;
      },
    } as never,
    inboxes: {
      async put({ id, body, dedupe }) {
        if (world.isLost) throw new Error('the process died');
        const key = dedupe?.key ?? id;
        if (calls.has(key)) return { kind: 'duplicate', id };
        calls.set(key, JSON.parse(unpack(body)));
        return { kind: 'added', id };
      },
      look: async () => null,
    },
    audit: { record: async (_workspace: string, entry: never) => void audited.push(entry) } as never,
    runFairly: async (_workspace, task) => runToEnd(task),
    clock: createManualClock(),
    newId: () => 'c1',
    wake: () => undefined,
  });
  return { pages, world };
}

const { id: _id, createdAt: _createdAt, ...fields } = pageOf('a');
const asked = { ...fields, text: 'Page from Nusrat: disk is full' };

test('a process that dies between the page and its call texts nobody, and the form’s stored press finishes the same page', async () => {
  const { pages, world } = service();
  world.isLost = true;
  await expect(pages.begin('T1', asked, 'V1')).rejects.toThrow('died');
  expect([world.document().length, world.calls.size]).toEqual([1, 0]);
  world.isLost = false;
  for (let turn = 0; turn < 2; turn++) expect(await pages.begin('T1', asked, 'V1')).toBe('paged');
  expect([world.document().length, world.calls.size, world.audited.length]).toEqual([1, 1, 1]);
  const [hook] = await pages.asHooks('T1');
  expect([...world.calls.values()]).toMatchObject([{ hook: hook?.id }]);
  await pages.begin('T1', asked, 'V2');
  expect(world.calls.size).toBe(2);
});

test('an erased person is called by no page any more', async () => {
  const { pages } = service();
  await pages.begin(
    'T1',
    { ...asked, ...stepsTo([RAFIQ, { kind: 'teammate', userId: 'U1', label: '' }]) },
    'V1',
  );
  await pages.leaveOut('T1', { contact: 'c1', number: RAFIQ.number, name: 'Rafiq', hasNamesake: false });
  const [hook] = await pages.asHooks('T1');
  expect(hook?.recipients).toEqual([{ kind: 'teammate', userId: 'U1', label: '' }]);
});
