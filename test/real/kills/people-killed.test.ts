import { expect, test } from 'vitest';
import { farmers, farmersXlsx } from '../../support/farmers.ts';
import { openPeople, said } from '../../support/people-modal.ts';
import { fieldsOf, type PageVisitor, peopleLink, visit } from '../../support/people-page.ts';
import { createStage, type Stage } from '../../support/stage.ts';
import { runProgram } from '../support/program.ts';

/* The real program, ended by `kill -9` while it imports 2,000 people. */

const REFUSED = new Set(['rounded', 'landline', 'foreign', 'too short', 'missing', 'old font', 'twice']);
const COMING = farmers().filter(({ fault }) => !(fault && REFUSED.has(fault))).length;

async function ready(stage: Stage): Promise<{ page: PageVisitor; fields: Record<string, string> }> {
  const page = visit(await peopleLink(stage, 'import'));
  await page.post('');
  const read = await page.post('/file', farmersXlsx());
  expect(read.text).toContain(`Import ${COMING.toLocaleString('en')} people`);
  return { page, fields: { ...fieldsOf(read.text), group: 'new', groupName: 'Farmers' } };
}

async function killAndStart(stage: Stage): Promise<void> {
  stage.program().kill('SIGKILL');
  expect(await stage.program().ended).toBe('SIGKILL');
  await stage.start();
}

/** How many people there are, and how many of them in the group; null: there is no group. */
async function counted(stage: Stage): Promise<[people: number, farmers: number | null]> {
  const list = said(await openPeople(stage));
  const people = Number(/(\d+) (?:person|people|contacts?)/.exec(list)?.[1] ?? 0);
  const members = /\*Farmers\*[^"]*?(\d+)/.exec(list)?.[1];
  return [people, members === undefined ? null : Number(members)];
}

test('once it is decided, all come, though it was killed in the middle', async () => {
  const stage = await createStage({ program: runProgram });
  const { page, fields } = await ready(stage);
  const begun = await page.post('/import', fields);
  const importId = /import=([\w-]+)/.exec(begun.text)?.[1] ?? '';
  let done = 0;
  while (done === 0) {
    const { text } = await page.get(`/progress?import=${importId}`);
    done = Number(/Importing: (\d+) of/.exec(text)?.[1] ?? Number.NaN);
  }
  expect(done, 'it was in the middle').toBeLessThan(COMING);
  expect(await counted(stage).then(([, members]) => members), 'nobody is in the group before all are').toBe(
    0,
  );
  await killAndStart(stage);
  // On Redis it is first seen to be gone.
  await expect.poll(() => counted(stage), { timeout: 90_000 }).toEqual([COMING, COMING]);
  page.link = page.link.replace(/^http:\/\/[^/]+/, stage.appUrl);
  expect((await page.get(`/progress?import=${importId}`)).text).toContain(`${COMING} new`);
}, 150_000);

test('killed before it is decided, nothing has come', async () => {
  const stage = await createStage({ program: runProgram });
  const { page, fields } = await ready(stage);
  const unanswered = page.post('/import', fields).catch(() => null);
  stage.program().kill('SIGKILL');
  const answer = await unanswered;
  await stage.program().ended;
  await stage.start();
  const all = answer?.text.includes('data-again') ? [COMING, COMING] : [0, null];
  await expect.poll(() => counted(stage)).toEqual(all);
});
