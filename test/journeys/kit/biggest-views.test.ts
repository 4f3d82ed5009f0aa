import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import { FEATURES } from '../../../src/features.ts';
import type { AnyFeature } from '../../../src/kit/feature.ts';
import { section } from '../../../src/kit/slack/elements.ts';
import type { View } from '../../../src/playground/index.ts';
import { NO_HOLIDAYS } from '../../../src/rotas/plan.ts';
import { MAX_OVERRIDES, MAX_PEOPLE, MAX_ROTAS, NO_SPECIAL_TIMES } from '../../../src/rotas/rota.ts';
import { createRotas } from '../../../src/rotas/service.ts';
import { makeHook } from '../../support/hooks.ts';
import { openHooks } from '../../support/hooks-modal.ts';
import { openGroups } from '../../support/people-modal.ts';
import { oncall, openRotas } from '../../support/rotas.ts';
import { inStore, keepGroup, saveSettings } from '../../support/settings.ts';
import { openSettings } from '../../support/settings-modal.ts';
import { ADMIN, createLinkedStage, type Stage } from '../../support/stage.ts';
import { contentOf, opened } from '../../support/views.ts';

/*
 * Slack refuses modals and Home tabs of over 100 blocks, and blocks of over 3,000 characters: even the
 * largest stored data must be shown in full. (The playground is as strict as Slack.)
 */

const setUp = () => createLinkedStage({ slack: { manifest: readManifest() } });
const ids = (count: number, letter: string) =>
  Array.from({ length: count }, (_, n) => `${letter}0BIGGEST${String(n).padStart(3, '0')}`);
/** Slack counts each `&` as five characters. */
const long = (name: string, length: number) => name + '&'.repeat(length - name.length);

/** Slack accepted every view, so no fallback message was sent. */
function expectNoRefusals({ slack, logged }: Stage): void {
  expect(logged()).not.toMatch(/Slack didn’t (?:open|update)|can’t publish|"level":50/);
  const answers = [...slack.traffic.of('views.open'), ...slack.traffic.of('views.update')];
  for (const { response } of answers) expect(response?.body).toMatch(/^\{"ok":true/);
}

test('a page of groups with the longest names', async () => {
  const stage = await setUp();
  for (let n = 10; n < 40; n++) await keepGroup(stage, long(`Group${n}.`, 40), ['01712345678']);
  const list = await openGroups(stage);
  for (const part of ['Group10.', 'Group29.']) expect(contentOf(list)).toContain(part);
  await stage.slack.act(list, 'turn_groups');
  await stage.slack.waitFor(() => contentOf(list).includes('Group39.'), 'the other page');
  expectNoRefusals(stage);
});

test('the settings, with every value set, and the history of their changes', async () => {
  const stage = await setUp();
  const people = ids(100, 'U');
  const groups = ids(100, 'S');
  const all = {
    senders: { people, groups },
    channels: ids(100, 'C'),
    managers: people,
    blocklist: Array.from({ length: 500 }, (_, n) => `017${String(n).padStart(8, '0')}` as never),
    guests: true,
    otherTeams: true,
    maskNumbers: false,
  };
  // Ten changes fill a page.
  await saveSettings(stage, all);
  await saveSettings(stage, { ...all, senders: null, channels: null, managers: [], blocklist: [] });
  await saveSettings(stage, all);
  const overview = await openSettings(stage);
  await stage.slack.act(overview, 'open_audit');
  const audit = await stage.slack.waitForView(ADMIN, view => /Who changed what/.test(contentOf(view)));
  await stage.slack.act(audit, 'turn_audit');
  await stage.quiet();
  for (const group of ['senders', 'channels', 'blocklist', 'managers']) {
    const block = overview.content.blocks.find(block => JSON.stringify(block).includes(`"value":"${group}"`));
    const before = stage.slack.openViews(ADMIN);
    await stage.slack.act(overview, 'change_setting', undefined, String(block?.block_id));
    const form = await stage.slack.waitForView(ADMIN, view => !before.includes(view));
    await stage.slack.waitFor(() => contentOf(form).includes('"callback_id":"setting"'), group);
    await stage.slack.closeView(form);
  }
  expectNoRefusals(stage);
}, 120_000);

test('a page of hooks, each with recipients of the longest names, and the form of one', async () => {
  const stage = await setUp();
  const recipients = Array.from(
    { length: 20 },
    (_, n) => ({ kind: 'named', name: long(`Group${n}.`, 40) }) as const,
  );
  const templates = { firing: '{summary}'.repeat(150), resolved: '😀'.repeat(990) };
  const steps = Array.from({ length: 5 }, () => ({ to: recipients, minutes: 120 }));
  const severities = ['critical', 'error', 'warning', 'info', 'none'] as const;
  const escalation = { firstMinutes: 120, steps, rounds: 5, severities: [...severities], mention: true };
  const options = { escalation, link: true, daily: { texts: 100_000 }, heartbeat: { minutes: 10_080 } };
  for (let n = 0; n < 41; n++)
    await makeHook(stage, { name: long(`Hook${n}.`, 60), recipients, templates, ...options });
  const list = await openHooks(stage);
  for (const part of ['Hook40.', 'Hook21.', 'Group19.']) expect(contentOf(list)).toContain(part);
  const before: View[] = stage.slack.openViews(ADMIN);
  // The second of three pages has buttons in both directions.
  await stage.slack.act(list, 'turn_hooks');
  await stage.slack.waitFor(() => contentOf(list).includes('Hook20.'), 'the second page');
  const change = list.content.blocks.find(block => JSON.stringify(block).includes('change_hook'));
  await stage.slack.act(list, 'change_hook', undefined, String(change?.block_id));
  const form = await stage.slack.waitForView(ADMIN, view => !before.includes(view));
  await stage.slack.waitFor(() => contentOf(form).includes('Hook20.'), 'the form');
  expectNoRefusals(stage);
}, 120_000);

test('the Home tab of a workspace with a hundred managers, for people who may and may not send', async () => {
  const stage = await setUp();
  await saveSettings(stage, { managers: ids(100, 'U'), senders: { people: ids(1, 'U'), groups: [] } });
  for (const user of [ADMIN, 'rafiq']) {
    await stage.slack.openApp(user);
    await stage.slack.waitFor(() => stage.slack.home(user), 'the Home tab');
  }
  expect(contentOf(stage.slack.home('rafiq') as View)).toContain('can’t send texts from this workspace yet');
  expectNoRefusals(stage);
});

test('a Home tab on which features show more than fits: each keeps its beginning', async () => {
  const blocks = (name: string) => Array.from({ length: 70 }, (_, n) => section(long(`${name}${n}.`, 600)));
  const loud: AnyFeature = {
    name: 'loud',
    words: { en: {}, bn: {} },
    listeners: () => [],
    home: () => ({
      urgent: async () => blocks('Urgent'),
      needsPerson: async () => blocks('Needs').map(({ text }) => ({ text: text?.text ?? '', button: null })),
      sections: async () => blocks('Section'),
    }),
  };
  const stage = await createLinkedStage({
    slack: { manifest: readManifest() },
    overrides: { features: [...FEATURES, loud] },
  });
  await stage.slack.openApp(ADMIN);
  await stage.slack.waitFor(() => stage.slack.home(ADMIN), 'the Home tab');
  const content = contentOf(stage.slack.home(ADMIN) as View);
  for (const part of ['Urgent0.', 'Needs0.', 'Section0.', 'more than fits', 'open_settings', 'Language'])
    expect(content).toContain(part);
  expectNoRefusals(stage);
});

test('a page of rotas, each with the most people of the longest names, a form of one, and the most stand-ins', async () => {
  const stage = await setUp();
  await inStore(stage, async (parts, { teamId, id }) => {
    const rotas = createRotas({
      ...parts,
      newId: randomUUID,
      requestCheck: async () => undefined,
      holidays: async () => NO_HOLIDAYS,
    });
    const people = Array.from(
      { length: MAX_PEOPLE },
      (_, n) =>
        ({
          feature: 'contacts',
          kind: 'contact',
          data: { id: `contact-${n}`, label: long(`Person${n}.`, 60) },
        }) as const,
    );
    const draft = {
      people,
      hours: 168,
      time: '09:00',
      weekday: 0,
      ...NO_SPECIAL_TIMES,
      channel: null,
      texts: false,
    } as const;
    for (let n = 10; n < 10 + MAX_ROTAS; n++)
      await rotas.create(teamId, id, { ...draft, people: [...people], name: long(`Rota${n}.`, 40) }, `${n}`);
    const [first] = await rotas.list(teamId);
    const from = parts.clock.wall();
    for (let n = 0; first && n < MAX_OVERRIDES; n++)
      await rotas.standIn(teamId, id, first.id, {
        place: 'first',
        person: people[n] ?? null,
        from,
        to: from + (n + 1) * 3_600_000,
      });
  });
  const list = await openRotas(stage);
  for (const part of ['Rota10.', 'Rota19.', 'Person29.']) expect(contentOf(list)).toContain(part);
  const pressed = list.content.blocks.find(block => JSON.stringify(block).includes('open_stand_in'));
  for (const [action, part] of [
    ['open_stand_in', 'Person29.'],
    ['change_rota', 'rota_people'],
  ] as const) {
    const view = await opened(stage, ADMIN, () =>
      stage.slack.act(list, action, undefined, String(pressed?.block_id)),
    );
    expect(contentOf(view)).toContain(part);
    await stage.slack.closeView(view);
  }
  await stage.slack.act(list, 'turn_rotas');
  await stage.slack.waitFor(() => contentOf(list).includes('Rota20.'), 'the second page');
  await oncall(stage);
  await stage.slack.waitFor(
    () => JSON.stringify(stage.slack.posts()).includes('Rota39.'),
    'the last of several posts',
  );
  expectNoRefusals(stage);
}, 120_000);
