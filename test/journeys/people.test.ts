import { describe, expect, test } from 'vitest';
import { onBothEngines } from '../support/both-engines.ts';
import { openPeople, said, searchPeople } from '../support/people-modal.ts';
import { decide, keepNamed } from '../support/settings.ts';
import { createStage } from '../support/stage.ts';

const PEOPLE = {
  '01712345671': 'Ranu Begum',
  '01712345672': 'অমল বড়ুয়া',
  '01712345673': 'Shirin Akhter',
};
/** As many more as make a second page. */
const more = Object.fromEntries(
  Array.from({ length: 10 }, (_, n) => [`018${10_000_000 + n}`, `Driver ${String.fromCharCode(65 + n)}`]),
);

onBothEngines(environment => {
  test('people are found as one types, in pages, with numbers as the reader may see them', async () => {
    const stage = await createStage({ environment: environment() });
    expect(said(await openPeople(stage))).toContain('Nobody is here yet');
    await keepNamed(stage, 'Field team', { ...PEOPLE, ...more });
    const list = await openPeople(stage);
    expect(said(list)).toContain('13 people, 1 group');
    expect(said(list)).toContain('1–10 of 14');
    await stage.slack.act(list, 'turn_people');
    await stage.slack.waitFor(() => said(list).includes('11–14 of 14'));
    expect(said(list)).toContain('Group of 13 people');
    expect(said(list)).toContain('*অমল বড়ুয়া* 01712345672\\nIn Field team');

    expect(await searchPeople(stage, list, 'বডু')).toContain('*অমল বড়ুয়া*');
    expect(said(list)).not.toContain('Shirin');
    expect(await searchPeople(stage, list, 'driver')).not.toContain('turn_people');
    expect(await searchPeople(stage, list, '5673')).toContain('*Shirin Akhter*');
    expect(await searchPeople(stage, list, '*Nobody*')).toContain('Nobody fits “∗Nobody∗”');

    const theirs = await openPeople(stage, 'rafiq');
    expect(await searchPeople(stage, theirs, 'ranu'), 'masked for those who do not manage').toContain(
      '*Ranu Begum* 017••••5671',
    );
    await decide(stage, { maskNumbers: false });
    expect(await searchPeople(stage, await openPeople(stage, 'rafiq'), 'ranu')).toContain('01712345671');
  });
});

describe('who may not see what the workspace has', () => {
  test('has no button, and reads so when the modal was open already', async () => {
    const stage = await createStage();
    await keepNamed(stage, 'Field team', PEOPLE);
    await expect(openPeople(stage, 'imran')).rejects.toThrow('open_people');
    const list = await openPeople(stage, 'rafiq');
    stage.slack.person('rafiq').isRestricted = true;
    await stage.pass(24 * 60 * 60_000);
    expect(await searchPeople(stage, list, 'ranu')).toContain('Guests and people from other workspaces');
  });
});
