import { expect, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import type { LocalNumber } from '../../../src/kit/number.ts';
import { ON_CALL } from '../../support/hooks.ts';
import { inChannel, tells } from '../../support/on-call.ts';
import { oncall } from '../../support/rotas.ts';
import {
  ADMIN,
  createLinkedStage,
  HOUR,
  MINUTE,
  passUntil,
  SECOND,
  type Stage,
} from '../../support/stage.ts';
import {
  askForSwap,
  buttonsOf,
  changeKept,
  hears,
  keepDailyRota,
  memberNamed,
  openSwap,
  optionsOf,
} from '../../support/swaps.ts';
import { contentOf, opened } from '../../support/views.ts';

/*
 * Swaps: somebody asks people of their rota to take a turn, and it moves when one of them says yes. The clock starts on Saturday at
 * 15:00 in Dhaka; Nusrat is on call until 21:00, then Rafiq, then Shirin, each for a day.
 */

const RAFIQ = '<@U0RAFIQ0001>';
const SHIRIN = '<@U0SHIRIN001>';
const NUSRAT = '<@U0NUSRAT001>';
const RAFIQS_TURN = 'Sat 21 Nov, 21:00 to Sun 22 Nov, 21:00';
const SHIRINS_TURN = 'Sun 22 Nov, 21:00 to Mon 23 Nov, 21:00';

const setUp = async (): Promise<Stage> => {
  const stage = await createLinkedStage({ slack: { manifest: readManifest() } });
  await keepDailyRota(stage, ['nusrat', 'rafiq', 'shirin'], { channel: ON_CALL });
  return stage;
};
const press = async (stage: Stage, user: string, action: string, fits: RegExp = /can you take/) =>
  stage.slack.press(await hears(stage, user, fits), action, { user });
/** Who is on call at a moment. */
async function onCallAfter(stage: Stage, ms: number): Promise<string> {
  await stage.sleep(ms);
  return (await oncall(stage, '', ADMIN)).text;
}

test('on a yes both turns move: both are told, the channel hears of it, and a text to the rota reaches the other', async () => {
  const stage = await setUp();
  const { says } = await askForSwap(stage, 'rafiq', {
    ask: ['shirin'],
    inReturn: `Shirin: ${SHIRINS_TURN}`,
  });
  expect(says).toContain('Shirin has been asked');
  const question = await hears(stage, 'shirin', /can you take/);
  expect(question.text).toContain(
    `${RAFIQ} asks: can you take a turn in *Servers*, ${RAFIQS_TURN} (Bangladesh time)?\nIn return, they take your turn, ${SHIRINS_TURN}.`,
  );
  expect(buttonsOf(question)).toEqual(['take_turn', 'decline_turn']);
  expect((await hears(stage, 'rafiq', /You asked/)).text).toContain(`You asked ${SHIRIN}`);
  await stage.slack.press(question, 'take_turn', { user: 'shirin' });
  await hears(stage, 'rafiq', /takes your turn[\s\S]*In return, you take theirs/);
  const answered = await hears(stage, 'shirin', /You said yes: this turn is yours/);
  expect(buttonsOf(answered)).toEqual([]);
  await passUntil(stage, () => inChannel(stage).some(({ text }) => text.includes('takes a turn')));
  expect(inChannel(stage).map(({ text }) => text)).toEqual([
    `:arrows_counterclockwise: *Servers*: ${SHIRIN} takes a turn of ${RAFIQ}’s, ${RAFIQS_TURN} (Bangladesh time). In return, ${RAFIQ} is on call ${SHIRINS_TURN}.`,
  ]);
  expect(await onCallAfter(stage, 7 * HOUR)).toContain(
    `*Servers*: ${SHIRIN} is on call until tomorrow 21:00`,
  );
  await stage.sms('servers disk full', { user: 'nusrat' });
  await passUntil(stage, () => stage.service.log.list().length === 1);
  expect(stage.service.log.list()[0]?.number).toBe('01612345678');
  expect(await onCallAfter(stage, 24 * HOUR)).toContain(
    `*Servers*: ${RAFIQ} is on call until tomorrow 21:00`,
  );
  const settings = await opened(stage, ADMIN, () => stage.slack.command({ user: ADMIN, text: 'settings' }));
  const audit = contentOf(await opened(stage, ADMIN, () => stage.slack.act(settings, 'open_audit')));
  expect(audit).toContain(`took ${RAFIQ}’s turn in the rota “Servers”`);
  expect(audit).toContain(`took ${SHIRIN}’s turn in the rota “Servers”`);
});

test('of several people the first yes counts, over a restart and pressed twice; a no is told, and the last one ends it', async () => {
  const stage = await setUp();
  await askForSwap(stage, 'rafiq', { ask: ['shirin', 'nusrat'] });
  const [shirins, nusrats] = [
    await hears(stage, 'shirin', /They asked 2 people/),
    await hears(stage, 'nusrat', /They asked 2 people/),
  ];
  await stage.restart();
  await stage.slack.press(shirins, 'decline_turn', { user: 'shirin' });
  await hears(stage, 'shirin', /You said no/);
  expect(
    (await hears(stage, 'rafiq', new RegExp(`Your turn in[\\s\\S]*${SHIRIN} said no`))).text,
  ).not.toContain('nobody left');
  await Promise.all([1, 2].map(() => stage.slack.press(nusrats, 'take_turn', { user: 'nusrat' })));
  await hears(stage, 'nusrat', /this turn is yours/);
  await hears(stage, 'rafiq', new RegExp(`${NUSRAT} takes your turn`));
  await stage.pass(SECOND);
  expect(inChannel(stage).filter(({ text }) => text.includes('takes a turn'))).toHaveLength(1);
  expect((await oncall(stage, '', ADMIN)).text).toContain(
    `${NUSRAT} is on call until tomorrow 21:00, then Shirin`,
  );
  await askForSwap(stage, 'shirin', { ask: ['rafiq'] });
  await press(stage, 'rafiq', 'decline_turn');
  await hears(stage, 'shirin', /said no[\s\S]*nobody left to ask, so the turn stays yours/);
});

test('a request ends with a press of whoever asked, or when its turn begins; its buttons go, and nothing moves', async () => {
  const stage = await setUp();
  await askForSwap(stage, 'rafiq', { ask: ['shirin'] });
  const question = await hears(stage, 'shirin', /can you take/);
  const back = stage.slack.faults.add({ kind: 'status', status: 503, on: 'chat.update' });
  await press(stage, 'rafiq', 'withdraw_swap', /You asked/);
  await stage.pass(SECOND);
  // Slack still shows her the buttons.
  await stage.slack.press(question, 'take_turn', { user: 'shirin' });
  await tells(stage, 'shirin', /This question is over/);
  back();
  expect(buttonsOf(await hears(stage, 'shirin', /has withdrawn the question/))).toEqual([]);
  await askForSwap(stage, 'rafiq', { ask: ['shirin'] });
  await hears(stage, 'shirin', /can you take/);
  await stage.sleep(6 * HOUR - MINUTE);
  await stage.pass(2 * MINUTE);
  expect(buttonsOf(await hears(stage, 'shirin', /The turn has begun/))).toEqual([]);
  await hears(stage, 'rafiq', /Your turn in[\s\S]*Nobody said yes before the turn began/);
  expect((await oncall(stage, '', ADMIN)).text).toContain(`${RAFIQ} is on call until tomorrow 21:00`);
});

test('a yes is judged again: whoever takes it is in the rota, and the turn is still theirs', async () => {
  const stage = await setUp();
  await askForSwap(stage, 'rafiq', { ask: ['shirin', 'nusrat'] });
  await hears(stage, 'nusrat', /can you take/);
  await changeKept(stage, async (rotas, workspace, by) => {
    const [rota] = await rotas.list(workspace);
    if (!rota) throw new Error('There is no rota');
    const people = rota.people.filter(
      person => person.kind === 'teammate' && person.userId !== 'U0SHIRIN001',
    );
    await rotas.change(workspace, by, rota.id, { ...rota, people });
  });
  await press(stage, 'shirin', 'take_turn');
  await hears(stage, 'shirin', /no longer in this rota/);
  await hears(stage, 'rafiq', /said yes, but is no longer in the rota/);
  const now = stage.clock.wall();
  await changeKept(stage, async (rotas, workspace, by) => {
    const [rota] = await rotas.list(workspace);
    const person = memberNamed(stage, 'kamal');
    const span = { place: 'first' as const, from: now + 7 * HOUR, to: now + 8 * HOUR, person };
    await rotas.standIn(workspace, by, rota?.id ?? '', span);
  });
  await press(stage, 'nusrat', 'take_turn');
  await hears(stage, 'nusrat', /no longer on call for all of this time, so nothing was changed/);
  await hears(stage, 'rafiq', /Your turn in[\s\S]*no longer on call for all of this time/);
  expect((await oncall(stage, '', ADMIN)).text).toContain('then Rafiq');
});

test('only the people of a request press its buttons', async () => {
  const stage = await setUp();
  await askForSwap(stage, 'rafiq', { ask: ['shirin'] });
  const question = await hears(stage, 'shirin', /can you take/);
  for (const [user, action] of [
    ['kamal', 'take_turn'],
    ['rafiq', 'take_turn'],
    ['kamal', 'decline_turn'],
  ] as const) {
    await stage.slack.press(question, action, { user });
    await tells(stage, user, /isn’t yours|not yours|only/i);
  }
  await stage.pass(SECOND);
  expect(buttonsOf(await hears(stage, 'shirin', /can you take/))).toEqual(['take_turn', 'decline_turn']);
});

test('the form offers coming turns and people with a Slack account, and says who can’t be asked', async () => {
  const stage = await createLinkedStage({ slack: { manifest: readManifest() } });
  const people = [
    ...['nusrat', 'rafiq'].map(name => memberNamed(stage, name)),
    { kind: 'number', number: '01912345678' as LocalNumber } as const,
  ];
  await keepDailyRota(stage, [], { people });
  const form = await openSwap(stage, 'rafiq');
  expect(contentOf(form)).toContain('Can’t be asked here, because they have no Slack account: 019••••5678');
  expect(Object.keys(optionsOf(form, 'swap_ask'))).toEqual(['Nusrat']);
  expect(Object.keys(optionsOf(form, 'swap_turn')).slice(0, 2)).toEqual([
    RAFIQS_TURN,
    'Tue 24 Nov, 21:00 to Wed 25 Nov, 21:00',
  ]);
  expect(Object.keys(optionsOf(form, 'swap_in_return'))[0]).toBe('Nothing');
});
