import { describe, expect, test } from 'vitest';
import type { FactsAnswer } from '../../src/workspace/people.ts';
import { createSettings, type Settings } from '../../src/workspace/settings.ts';
import { manager } from '../../src/workspace/slack/permissions.ts';
import { Rig } from './storage/rig.ts';
import { sqlite } from './storage/sqlite.ts';

const DEFAULTS = {
  managers: [],
  senders: null,
  guests: false,
  otherTeams: false,
  everyoneAdds: false,
  channels: null,
  receipts: 'channel',
  maskNumbers: true,
  nameContacts: true,
  language: null,
  personCap: { texts: null, credits: null },
  workflowCap: { texts: null, credits: null },
  workspaceCap: { texts: null, credits: null },
  blocklist: [],
  alertsIgnoreDoNotText: false,
  alertsMention: false,
  alertsTextCritical: false,
  retentionDays: 30,
  lowBalance: '10',
  broadcastTexts: 10_000,
  broadcastCredits: null,
  broadcastApproval: null,
  promotionalHours: { from: '09:00', to: '21:00' },
  lateMinutes: 60,
  workingDays: [0, 1, 2, 3, 4],
  undo: false,
  signOff: '',
  signsAll: false,
};

async function store() {
  const rig = await Rig.on(sqlite);
  const { documents, revisions, audit } = rig.storage;
  const clock = { now: () => rig.now, wall: () => rig.now, after: () => () => undefined };
  const parts = { documents, revisions, audit, clock };
  return { rig, parts, audit, documents, settings: createSettings(parts) };
}

describe('settings', () => {
  test('are the defaults for a workspace that changed none, and only its own change', async () => {
    const { settings } = await store();
    expect(await settings.of('T1')).toEqual(DEFAULTS);
    await settings.save('T1', 'U1', { language: 'bn' });
    expect(await settings.of('T1')).toEqual({ ...DEFAULTS, language: 'bn' });
    expect(await settings.of('T2')).toEqual(DEFAULTS);
  });

  test('keep concurrent changes to other settings', async () => {
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
    { broadcastTexts: 10_001 },
    { promotionalHours: { from: '08:59', to: '21:00' } },
    { promotionalHours: { from: '21:00', to: '09:00' } },
  ])('that are invalid are refused, together with the others in the form: %j', async wrong => {
    const { settings, audit } = await store();
    await expect(
      settings.save('T1', 'U1', { guests: true, ...wrong } as Partial<Settings>),
    ).rejects.toThrow();
    expect(await settings.of('T1')).toEqual(DEFAULTS);
    expect(await audit.list('T1', 9)).toEqual([]);
  });

  test('are in the audit log, each change separately, with its author and time, and with numbers masked; unchanged ones aren’t', async () => {
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
  const nobody = {
    deactivated: false,
    admin: false,
    guest: false,
    otherTeam: false,
    phone: null,
    zone: null,
    name: null,
  };
  async function problemFor(facts: FactsAnswer) {
    const { settings } = await store();
    await settings.save('T1', 'UADMIN', { managers: ['U1'] });
    const people = {
      freshFacts: async () => facts,
      // Only live facts count here, not those of minutes ago.
      facts: async () => live({ admin: true }),
      admins: async () => ['UADMIN'],
    };
    return manager({ settings, people } as never, { workspace: 'T1', userId: 'U1' }, null);
  }
  const live = (facts: Partial<typeof nobody>): FactsAnswer => ({
    kind: 'known',
    facts: { ...nobody, ...facts },
  });

  test.each([
    ['a manager', live({}), null],
    ['an admin', live({ admin: true }), null],
    ['a manager who became a guest', live({ guest: true }), 'MANAGERS_ONLY'],
    ['a manager who is of another team now', live({ otherTeam: true }), 'MANAGERS_ONLY'],
    ['a manager who left', live({ deactivated: true }), 'DEACTIVATED'],
    ['a manager of whom Slack says nothing', { kind: 'unavailable', retryAt: 0 } as const, 'SLACK_AWAY'],
  ])('%s', async (_, facts, kind) => {
    expect((await problemFor(facts))?.kind ?? null).toBe(kind);
  });
});
