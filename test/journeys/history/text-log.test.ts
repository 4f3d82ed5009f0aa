import { expect, test } from 'vitest';
import type { View } from '../../../src/playground/index.ts';
import { linkIn, visit } from '../../support/people-page.ts';
import { keepNamed } from '../../support/settings.ts';
import { ADMIN, createLinkedStage, SECOND, type Stage } from '../../support/stage.ts';
import { contentOf, opened } from '../../support/views.ts';

/* All texts in one list: searched, narrowed, page by page, and as a file. */

const PAUSE_MS = 300;

async function openLog(stage: Stage, user = 'rafiq'): Promise<View> {
  const before = stage.slack.posts({ user }).length;
  await stage.slack.command({ user, text: 'log' });
  const log = await stage.slack.waitFor(() => stage.slack.posts({ user })[before], 'the log');
  return opened(stage, user, () => stage.slack.press(log, 'open_text_log', { user }));
}

/** The texts of the list, without its fields. */
const rowsOf = (list: View): string =>
  JSON.stringify(list.content.blocks.filter(({ block_id: id }) => !String(id).startsWith('text_log')));

/** Chooses in the list, or types into it; resolves once the list shows `says`. */
async function narrow(
  stage: Stage,
  list: View,
  action: string,
  value: string | string[],
  says: RegExp,
): Promise<void> {
  await stage.slack.act(list, action, value);
  await stage.pass(PAUSE_MS);
  await stage.slack.waitFor(() => says.test(rowsOf(list)), `a list like ${says}`);
}

/** Three texts of two people, one of which is uncertain. */
async function setUp(): Promise<Stage> {
  const stage = await createLinkedStage();
  await keepNamed(stage, 'farmers', { '01712345671': 'Ranu Begum' });
  await stage.sms('01712345671 The pump is broken');
  await stage.post(/texted/);
  await stage.pass(SECOND);
  await stage.sms('01812345678 Come at noon', { user: 'shirin' });
  await expect.poll(() => stage.posts(/texted/).length).toBe(2);
  await stage.pass(SECOND);
  const mend = stage.service.faults.add({ kind: 'reset', when: 'after' });
  await stage.sms('01912345679 hello');
  await stage.service.requests.decided(3);
  await stage.pass(20 * SECOND);
  mend();
  await stage.post(/may or may not/);
  return stage;
}

test('one’s own texts are found by name, the end of the number, words, day and result; others’ aren’t there', async () => {
  const stage = await setUp();
  const { slack } = stage;
  const list = await openLog(stage);
  expect(contentOf(list)).toMatch(
    /019••••5679.*hello.*send_again.*text_arrived.*Ranu Begum 017••••5671.*pump/,
  );
  expect(contentOf(list)).not.toMatch(/018••••5678|Everyone’s texts/);
  await narrow(stage, list, 'text_log_search_input', 'ranu', /^(?!.*5679).*Ranu Begum/);
  await narrow(stage, list, 'text_log_search_input', '৫৬৭৯', /^(?!.*Ranu).*019••••5679/);
  await narrow(stage, list, 'text_log_search_input', 'PUMP is', /^(?!.*5679).*Ranu Begum/);
  await narrow(stage, list, 'text_log_search_input', 'nobody', /There are none\. Try part/);
  await narrow(stage, list, 'text_log_search_input', '', /5679.*Ranu/);
  await narrow(stage, list, 'text_log_state', 'uncertain', /^(?!.*Ranu).*5679/);
  await narrow(stage, list, 'text_log_state', 'any', /5679.*Ranu/);
  await narrow(stage, list, 'text_log_source', 'broadcast', /There are none/);
  await narrow(stage, list, 'text_log_source', 'people', /5679.*Ranu/);
  const story = await opened(stage, 'rafiq', () => slack.act(list, 'text_story'));
  expect(contentOf(story)).toContain('Nobody knows whether it was sent');
});

test('managers choose everyone’s, without their words, and have them as a file', async () => {
  const stage = await setUp();
  const { slack } = stage;
  const shirin = slack.person('shirin').id;
  await slack.openApp(ADMIN);
  const home = await slack.waitFor(() => slack.home(ADMIN), 'Home');
  const list = await opened(stage, ADMIN, () => slack.act(home, 'open_text_log'));
  expect(contentOf(list)).toContain('No texts yet');
  await narrow(
    stage,
    list,
    'text_log_everybodys',
    '',
    new RegExp(`5679.*<@${shirin}> · .*018••••5678.*Ranu`),
  );
  expect(contentOf(list)).not.toMatch(/noon|pump|hello/);
  await narrow(stage, list, 'text_log_search_input', 'noon', /There are none/);
  await narrow(stage, list, 'text_log_search_input', '5678', /^(?!.*Ranu).*018••••5678/);
  await narrow(stage, list, 'text_log_search_input', '', /5679.*018••••5678.*Ranu/);
  await narrow(stage, list, 'text_log_person_choice', [shirin], /^(?!.*Ranu).*018••••5678/);

  const open = () => slack.act(list, 'text_log_download');
  const modal = await opened(stage, ADMIN, open, view => contentOf(view).includes('/people/texts/'));
  const page = visit(linkIn(stage, modal));
  expect((await page.get()).text).toContain('everyone’s texts that fit your search');
  const file = await page.post('');
  const [header, ...lines] = file.text.trim().split('\r\n');
  expect(header).toBe('Time,Sent by,To,Result,Reason,Parts,Cost,Log ID,Text');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/,Sent,,1,0\.35,\d+,$/);
  expect(lines[0]).toContain('018••••5678');
});

test('pages go on to the first text, and back', async () => {
  const stage = await createLinkedStage();
  for (let turn = 0; turn < 23; turn += 1) {
    await stage.sms(`017123456${String(turn).padStart(2, '0')} number ${turn}`);
    await stage.pass(SECOND);
  }
  await expect.poll(() => stage.posts(/texted/).length).toBe(23);
  const list = await openLog(stage);
  const numbers = (): string[] =>
    [...contentOf(list).matchAll(/“number (\d+)”/g)].map(([, turn]) => turn ?? '');
  const turn = async (label: string, first: string): Promise<void> => {
    const blocks = list.content.blocks as { block_id: string; elements?: unknown }[];
    const block = blocks.find(({ elements }) => JSON.stringify(elements ?? '').includes(`"text":"${label}"`));
    await stage.slack.act(list, 'turn_text_log', undefined, block?.block_id);
    await expect.poll(() => numbers()[0]).toBe(first);
  };
  expect(numbers()).toEqual(Array.from({ length: 10 }, (_, index) => String(22 - index)));
  await turn('More', '12');
  await turn('More', '2');
  expect(numbers()).toEqual(['2', '1', '0']);
  expect(contentOf(list)).not.toContain('"text":"More"');
  await turn('Previous', '12');
  await turn('Previous', '22');
});
