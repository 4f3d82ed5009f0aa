import { expect, test } from 'vitest';
import { contactAs, groupAs } from '../../../src/contacts/contact.ts';
import { NO_HOLIDAYS } from '../../../src/rotas/plan.ts';
import { NO_SPECIAL_TIMES, rotaAs } from '../../../src/rotas/rota.ts';
import { createRotas } from '../../../src/rotas/service.ts';
import type { Recipient } from '../../../src/texts/recipient.ts';
import { openGroup } from '../../support/groups.ts';
import { makeHook, NUSRAT } from '../../support/hooks.ts';
import { openContact, openPeople } from '../../support/people-modal.ts';
import { fieldsOf, peopleLink, visit } from '../../support/people-page.ts';
import { makeRota, openRotas } from '../../support/rotas.ts';
import { inStore, keepContacts } from '../../support/settings.ts';
import { ADMIN, createStage, passUntil, type Stage } from '../../support/stage.ts';
import { contentOf, opened } from '../../support/views.ts';

/* Before a group, a rota, a person or an import is deleted, its uses are named. */

const PADMA = 'T0PADMA0001';
const RANU = contactAs({ id: 'kept-0', name: 'Ranu Begum' });
const TEAM = groupAs({ id: 'kept-group', name: 'Field team' });

const keepTeam = (stage: Stage, ...names: string[]): Promise<void> =>
  keepContacts(
    stage,
    names.map((name, index) => ({ name, number: `0171234567${index}`, columns: {} })),
    'Field team',
  );

/** Stores a rota with these members. */
const keepRota = (stage: Stage, name: string, people: Recipient[]): Promise<string> =>
  inStore(stage, async parts => {
    const rotas = createRotas({
      ...parts,
      newId: () => `rota ${name}`,
      requestCheck: async () => {},
      holidays: async () => NO_HOLIDAYS,
    });
    const draft = {
      name,
      people,
      hours: 24,
      time: '09:00',
      weekday: 0,
      ...NO_SPECIAL_TIMES,
      channel: null,
      texts: false,
    } as const;
    await rotas.create(PADMA, NUSRAT, { ...draft, people }, name);
    return `rota ${name}`;
  });

test('a group that a hook texts can’t be deleted: the hook is named; without the hook, the group can', async () => {
  const stage = await createStage();
  await keepTeam(stage, 'Ranu Begum');
  const hook = await makeHook(stage, { name: 'Prod', recipients: [TEAM] });
  const remove = async () => {
    const list = await openGroup(stage, 'Field team');
    await stage.slack.act(list, 'delete_group');
    await stage.slack.waitFor(() => /[Nn]ot deleted|is deleted/.test(contentOf(list)));
    return contentOf(list);
  };
  expect(await remove()).toContain(
    'Not deleted: “Field team” is used by the hook “Prod”. Take it out there first.',
  );
  await hook.change({ recipients: [{ kind: 'teammate', userId: NUSRAT, label: 'n' }] });
  expect(await remove()).toContain('*Field team* is deleted');
});

test('nor can a person whom a hook texts, directly or as the only member of a group', async () => {
  const stage = await createStage();
  await keepTeam(stage, 'Ranu Begum');
  const hook = await makeHook(stage, { name: 'Prod', recipients: [TEAM] });
  const remove = async () => {
    const form = await openContact(stage, await openPeople(stage), 'Ranu Begum');
    await stage.slack.act(form, 'delete_contact');
    await stage.slack.waitFor(() => /[Nn]ot deleted|is deleted/.test(contentOf(form)));
    await stage.slack.closeView(form);
    return contentOf(form);
  };
  const refused = 'Not deleted: “Ranu Begum” is used by the hook “Prod”. Take it out there first.';
  expect(await remove()).toContain(refused);
  await hook.change({ recipients: [RANU] });
  expect(await remove()).toContain(refused);
  await hook.change({ recipients: [{ kind: 'teammate', userId: NUSRAT, label: 'n' }] });
  expect(await remove()).toContain('*Ranu Begum* is deleted');
});

test('nor can a rota that a step of a hook texts', async () => {
  const stage = await createStage();
  await makeRota(stage, { name: 'Nights' });
  const id = await inStore(stage, async parts => {
    const rotas = createRotas({
      ...parts,
      newId: () => '',
      requestCheck: async () => {},
      holidays: async () => NO_HOLIDAYS,
    });
    return (await rotas.list(PADMA))[0]?.id ?? '';
  });
  await makeHook(stage, {
    name: 'Prod',
    escalation: {
      firstMinutes: 5,
      steps: [{ to: [rotaAs({ id, name: 'Nights' })], minutes: 5 }],
      rounds: 1,
      severities: ['critical'],
    },
  });
  const list = await openRotas(stage);
  await stage.slack.act(list, 'delete_rota');
  await stage.slack.waitFor(() => contentOf(list).includes('“Nights” is used by the hook “Prod”'));
  expect(contentOf(list)).toContain('change_rota');
});

test('before erasing a person, a manager reads what texts them, and what would have nobody left', async () => {
  const stage = await createStage();
  await keepTeam(stage, 'Ranu Begum');
  await makeHook(stage, { name: 'Prod', recipients: [TEAM] });
  await makeHook(stage, {
    name: 'Edge',
    recipients: [RANU, { kind: 'teammate', userId: NUSRAT, label: 'n' }],
  });
  await keepRota(stage, 'Nights', [RANU]);
  const form = await openContact(stage, await openPeople(stage), 'Ranu Begum');
  const question = contentOf(await opened(stage, ADMIN, () => stage.slack.act(form, 'ask_forget')));
  expect(question).toMatch(/used by:\* (?=.*the hook “Prod”)(?=.*the hook “Edge”)(?=.*the rota “Nights”)/);
  expect(question).toMatch(
    /Nobody is left in (the rota “Nights” and the hook “Prod”|the hook “Prod” and the rota “Nights”)\./,
  );
});

test('before undoing an import, a manager reads which hooks text its people and groups', async () => {
  const stage = await createStage();
  const page = visit(await peopleLink(stage, 'import'));
  await page.post('');
  const read = await page.post('/file', 'Name,Mobile\nRanu Begum,01712345671\n');
  const importPage = await page.post('/import', {
    ...fieldsOf(read.text),
    group: 'new',
    groupName: 'Farmers',
  });
  const importId = /import=([\w-]+)/.exec(importPage.text)?.[1] ?? '';
  await expect.poll(async () => (await page.get(`/progress?import=${importId}`)).text).toContain('Done.');
  const { group, ranu } = await inStore(stage, async (_parts, { teamId }, { contacts }) => {
    const matches = await contacts.find(teamId, { names: ['Farmers', 'Ranu Begum'], contactsToo: true });
    return { group: matches.groups[0], ranu: matches.contacts[0] };
  });
  if (!group || !ranu) throw new Error('Nothing was imported');
  await makeHook(stage, { name: 'Prod', recipients: [groupAs(group)] });
  await keepRota(stage, 'Nights', [contactAs(ranu), { kind: 'teammate', userId: NUSRAT, label: 'n' }]);
  const again = visit(await peopleLink(stage, 'import'));
  await again.post('');
  const confirmation = (await again.post('/undo', { import: importId })).text;
  expect(confirmation).toMatch(/are used by (?=.*the hook “Prod”)(?=.*the rota “Nights”)/);
  expect(confirmation).toContain('Nobody may be left in the hook “Prod”.');
  await again.post('/undo', { import: importId, sure: 'yes' });
  await passUntil(stage, () => stage.posts(/The hook \*Prod\* has nobody left/).length > 0);
});
