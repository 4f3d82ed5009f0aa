import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { managerProblem } from '../../src/slack/views/modals.ts';
import { createLists, type Lists } from '../../src/workspaces/lists.ts';
import { seenAs } from '../../src/workspaces/number-list.ts';
import type { FactsAnswer } from '../../src/workspaces/people.ts';
import { createSettings, type Settings } from '../../src/workspaces/settings.ts';
import { Rig } from './storage/rig.ts';
import { sqlite } from './storage/sqlite.ts';

const DEFAULTS = {
  managers: [],
  senders: null,
  guests: false,
  otherTeams: false,
  channels: null,
  receipts: 'channel',
  maskNumbers: true,
  language: null,
  personCap: { texts: null, credits: null },
  workflowCap: { texts: null, credits: null },
  workspaceCap: { texts: null, credits: null },
  blocklist: [],
  retentionDays: 30,
  lowBalance: null,
};

async function store() {
  const rig = await Rig.on(sqlite);
  const { documents, revisions, audit } = rig.storage;
  const clock = { now: () => rig.now, wall: () => rig.now, after: () => () => undefined };
  const parts = { documents, revisions, audit, clock };
  return { rig, parts, audit, documents, settings: createSettings(parts) };
}

describe('settings', () => {
  test('of a workspace that decided nothing are the defaults, and only its own change', async () => {
    const { settings } = await store();
    expect(await settings.of('T1')).toEqual(DEFAULTS);
    await settings.save('T1', 'U1', { language: 'bn' });
    expect(await settings.of('T1')).toEqual({ ...DEFAULTS, language: 'bn' });
    expect(await settings.of('T2')).toEqual(DEFAULTS);
  });

  test('that others change at the same time are left as they are', async () => {
    const { settings } = await store();
    const changes: Partial<Settings>[] = [
      { guests: true },
      { retentionDays: 7 },
      { channels: ['C1'] },
      { language: 'bn' },
    ];
    await Promise.all(changes.map(change => settings.save('T1', 'U1', change)));
    expect(await settings.of('T1')).toEqual(Object.assign({}, DEFAULTS, ...changes));
  });

  test.each([
    { retentionDays: 0 },
    { retentionDays: 366 },
    { blocklist: ['0171234567'] },
    { lowBalance: 'ten' },
    { personCap: { texts: 0, credits: null } },
    { language: 'fr' },
  ])('that can’t be are not taken, nor what came with them: %j', async wrong => {
    const { settings, audit } = await store();
    await expect(
      settings.save('T1', 'U1', { guests: true, ...wrong } as Partial<Settings>),
    ).rejects.toThrow();
    expect(await settings.of('T1')).toEqual(DEFAULTS);
    expect(await audit.list('T1', 9)).toEqual([]);
  });

  test('leave a trail: each change by itself, who and when, numbers masked, nothing for what stays', async () => {
    const { rig, settings, audit } = await store();
    const number = '01712345678' as Settings['blocklist'][number];
    await settings.save('T1', 'U1', { guests: false, channels: ['C1', 'C2'], blocklist: [number] });
    await settings.save('T1', 'U2', { channels: ['C2', 'C3'] });
    const at = rig.now;
    expect(await audit.list('T1', 9)).toEqual([
      { what: 'setting', field: 'channels', from: ['C1'], to: ['C3'], at, by: 'U2' },
      { what: 'setting', field: 'blocklist', from: [], to: ['017••••5678'], at, by: 'U1' },
      { what: 'setting', field: 'channels', from: null, to: ['C1', 'C2'], at, by: 'U1' },
    ]);
  });
});

describe('who may change settings', () => {
  const nobody = { deactivated: false, admin: false, guest: false, otherTeam: false, phone: null };
  async function problemFor(facts: FactsAnswer, changes?: Partial<Settings>) {
    const { settings } = await store();
    await settings.save('T1', 'UADMIN', { managers: ['U1'] });
    const people = {
      freshFacts: async () => facts,
      // Facts of minutes ago do not count here.
      facts: async () => known({ admin: true }),
      admins: async () => ['UADMIN'],
    };
    return managerProblem({ settings, people } as never, 'T1', 'U1', changes);
  }
  const known = (facts: Partial<typeof nobody>): FactsAnswer => ({
    kind: 'known',
    facts: { ...nobody, ...facts },
  });

  test.each([
    ['a manager', known({}), { guests: true }, null],
    ['a manager, who is a manager', known({}), { managers: [] }, 'ADMINS_ONLY'],
    ['an admin, who is a manager', known({ admin: true }), { managers: [] }, null],
    ['a manager who became a guest', known({ guest: true }), {}, 'MANAGERS_ONLY'],
    ['a manager who is of another team now', known({ otherTeam: true }), {}, 'MANAGERS_ONLY'],
    ['a manager who left', known({ deactivated: true }), {}, 'DEACTIVATED'],
    ['an admin who left', known({ deactivated: true }), { managers: [] }, 'DEACTIVATED'],
    ['a manager of whom Slack says nothing', { kind: 'silent', again: 0 } as const, {}, 'SLACK_AWAY'],
  ])('%s', async (_, facts, changes, kind) => {
    expect((await problemFor(facts, changes))?.kind ?? null).toBe(kind);
  });
});

describe('lists of numbers', () => {
  const numbers = (...ends: number[]) => ends.map(end => `0171234567${end}`) as Settings['blocklist'];
  async function listed() {
    const { rig, audit, parts } = await store();
    return { rig, audit, lists: createLists(parts) };
  }

  /** The list of that name as somebody sees it now. */
  const seen = async (lists: Lists, name: string) => {
    const list = await lists.named('T1', name);
    return list ? seenAs(list) : null;
  };

  test('are found by their name, however it is capitalised, composed or spaced, in their workspace alone', async () => {
    const { lists } = await listed();
    await lists.save('T1', 'U1', { name: ' Caf\u0065\u0301  Night ', numbers: numbers(1, 2, 1) }, null);
    expect(await lists.of('T1')).toEqual([{ name: 'Caf\u00e9 Night', numbers: numbers(1, 2) }]);
    expect((await lists.numbers('T1'))('CAF\u00c9 night')).toEqual(numbers(1, 2));
    expect((await lists.numbers('T1'))('caf\u00e9')).toBeNull();
    expect((await lists.numbers('T2'))('Caf\u00e9 Night')).toBeNull();
  });

  test('are changed, renamed, removed, and leave a trail with numbers masked', async () => {
    const { rig, audit, lists } = await listed();
    await lists.save('T1', 'U1', { name: 'Night', numbers: numbers(1, 2) }, null);
    await lists.save('T1', 'U2', { name: 'Night', numbers: numbers(2, 3) }, await seen(lists, 'night'));
    const again = await lists.save('T1', 'U2', { name: 'Night', numbers: numbers(2, 3) }, null);
    expect(again, 'its answer may have been lost').toBe('unchanged');
    await lists.save('T1', 'U2', { name: 'Day', numbers: numbers(3) }, await seen(lists, 'night'));
    const last = (await seen(lists, 'DAY')) ?? { name: '', version: '' };
    expect(await lists.remove('T1', 'U1', last)).toBe('removed');
    expect(await lists.remove('T1', 'U1', last)).toBe('gone');
    expect(await lists.of('T1')).toEqual([]);
    const [one, two, three] = ['017••••5671', '017••••5672', '017••••5673'];
    const at = rig.now;
    expect(await audit.list('T1', 9)).toEqual([
      { what: 'list_removed', name: 'Day', at, by: 'U1' },
      { what: 'list', name: 'Day', left: [], came: [three], at, by: 'U2' },
      { what: 'list_removed', name: 'Night', at, by: 'U2' },
      { what: 'list', name: 'Night', left: [one], came: [three], at, by: 'U2' },
      { what: 'list', name: 'Night', left: [], came: [one, two], at, by: 'U1' },
    ]);
  });

  test('are saved at the same time by several, and none is lost; one too many is said', async () => {
    const { lists } = await listed();
    const save = (name: string) => lists.save('T1', 'U1', { name, numbers: numbers(1) }, null);
    const saved = await Promise.all(Array.from({ length: 50 }, (_, index) => save(`list ${index}`)));
    expect(new Set(saved)).toEqual(new Set(['saved']));
    expect(await lists.of('T1')).toHaveLength(50);
    expect(await save('one more')).toBe('too_many');
    expect(
      await lists.save('T1', 'U1', { name: 'Renamed', numbers: numbers(1) }, await seen(lists, 'list 7')),
    ).toBe('saved');
  });

  test('of two who saw the same list, one changes or removes it, and the other reads so', async () => {
    const { lists } = await listed();
    await lists.save('T1', 'U1', { name: 'Night', numbers: numbers(1) }, null);
    await lists.save('T1', 'U1', { name: 'Day', numbers: numbers(1) }, null);
    const both = (await seen(lists, 'Night')) ?? { name: '', version: '' };
    const change = (end: number) => lists.save('T1', 'U1', { name: 'Night', numbers: numbers(1, end) }, both);
    expect((await Promise.all([change(2), change(3)])).toSorted()).toEqual(['changed', 'saved']);
    expect(await lists.remove('T1', 'U2', both)).toBe('changed');
    expect((await lists.numbers('T1'))('Night')).toHaveLength(2);
    const now = (await seen(lists, 'Night')) ?? both;
    expect(await lists.save('T1', 'U1', { name: 'DAY', numbers: numbers(9) }, now)).toBe('taken');
    expect(await lists.save('T1', 'U1', { name: 'day', numbers: numbers(9) }, null)).toBe('taken');
    await lists.remove('T1', 'U2', now);
    expect(await change(4)).toBe('gone');
    expect((await lists.of('T1')).map(list => list.name)).toEqual(['Day']);
  });

  test.each([
    ['a name without a letter', '017', numbers(1)],
    ['no name', ' ', numbers(1)],
    ['a name in two parts', 'a, b', numbers(1)],
    ['a name that reads like a person’s id', 'WAREHOUSE', numbers(1)],
    ['too long a name', 'n'.repeat(41), numbers(1)],
    ['a number that is none', 'Night', ['0171234567']],
    ['no number', 'Night', []],
    ['too many', 'Night', Array.from({ length: 201 }, (_, n) => `017${String(n).padStart(8, '0')}`)],
  ])('with %s are not taken', async (_, name, wrong) => {
    const { lists } = await listed();
    await expect(lists.save('T1', 'U1', { name, numbers: wrong as never }, null)).rejects.toThrow(z.ZodError);
    expect(await lists.of('T1')).toEqual([]);
  });
});
