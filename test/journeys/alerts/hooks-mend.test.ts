import { expect, test } from 'vitest';
import { contactAs } from '../../../src/contacts/contact.ts';
import type { Post } from '../../../src/playground/index.ts';
import { NO_HOLIDAYS } from '../../../src/rotas/plan.ts';
import { NO_SPECIAL_TIMES, rotaAs } from '../../../src/rotas/rota.ts';
import { createRotas } from '../../../src/rotas/service.ts';
import type { Recipient } from '../../../src/texts/recipient.ts';
import { alertmanager, makeHook, NUSRAT } from '../../support/hooks.ts';
import { direct, inChannel, RAFIQ, RAFIQS, SHIRIN, textedNumbers } from '../../support/on-call.ts';
import { openContact, openPeople } from '../../support/people-modal.ts';
import { inStore, keepContacts } from '../../support/settings.ts';
import {
  ADMIN,
  createLinkedStage,
  createStage,
  MINUTE,
  passUntil,
  SECOND,
  type Stage,
} from '../../support/stage.ts';
import { contentOf, opened } from '../../support/views.ts';

/* The people who can fix what keeps alerts from being texted are told. Nusrat made these hooks. */

const PADMA = 'T0PADMA0001';
/** Has left the workspace. */
const BABUL = 'U0BABUL0001';
const teammate = (userId: string): Recipient => ({ kind: 'teammate', userId, label: userId });
const critical = { severity: 'critical' };
const disk = (group = 'db') => alertmanager(group, { [`DiskFull${group}`]: critical });

const saying = (posts: readonly Post[], sentence: RegExp): string[] =>
  posts.map(({ text }) => text).filter(text => sentence.test(text));

const keepRota = (stage: Stage, by: string, people: Recipient[] = []): Promise<Recipient> =>
  inStore(stage, async parts => {
    const rotas = createRotas({
      ...parts,
      newId: () => 'nights',
      requestCheck: async () => {},
      holidays: async () => NO_HOLIDAYS,
    });
    const draft = {
      name: 'Nights',
      hours: 24,
      time: '09:00',
      weekday: 0,
      ...NO_SPECIAL_TIMES,
      channel: null,
      texts: false,
    } as const;
    await rotas.create(PADMA, by, { ...draft, people }, 'test');
    return rotaAs({ id: 'nights', name: 'Nights' });
  });

test('without a linked key, the person on call gets a direct message, and they and the admins are mentioned: once, however many incidents; once a key is linked, the step continues and the message says so', async () => {
  const stage = await createStage();
  const hook = await makeHook(stage, { recipients: [teammate(RAFIQ)] });
  await hook.call(disk());
  await passUntil(stage, () => saying(direct(stage, 'rafiq'), /it’s your turn/).length > 0);
  const [post] = direct(stage, 'rafiq');
  expect(post?.text).toMatch(/DiskFulldb.*no API key is linked.*<#C0ONCALL001>/);
  expect(JSON.stringify(post?.blocks)).toContain('"open_link"');
  await passUntil(stage, () => saying(inChannel(stage), /aren’t going out/).length > 0);
  const [warning = ''] = saying(inChannel(stage), /aren’t going out/);
  expect(warning).toContain(`<@${RAFIQ}>`);
  expect(warning).toContain(`<@${NUSRAT}>`);
  expect(warning).not.toContain('no Slack account');
  for (const group of ['web', 'mail']) {
    await stage.pass(5 * MINUTE);
    await hook.call(disk(group));
  }
  await passUntil(stage, () => saying(inChannel(stage), /DiskFullmail/).length > 0);
  await stage.restart();
  await stage.pass(5 * MINUTE);
  expect(saying(direct(stage, 'rafiq'), /it’s your turn/)).toHaveLength(1);
  expect(saying(inChannel(stage), /aren’t going out/)).toHaveLength(1);
  await stage.link();
  await passUntil(stage, () => textedNumbers(stage).includes(RAFIQS));
  await passUntil(stage, () => saying(direct(stage, 'rafiq'), /Mended <!date/).length > 0);
  expect(post?.text).toMatch(/Mended <!date.*Texts about .*DiskFulldb.* weren’t going out\./);
  expect(JSON.stringify(post?.blocks), 'there is nothing to press any more').not.toContain('open_link');
});

test('a person whose turn it is hears at most once an hour that no text can be sent', async () => {
  const stage = await createStage();
  const hook = await makeHook(stage, { recipients: [teammate(RAFIQ)] });
  const heard = () => saying(direct(stage, 'rafiq'), /it’s your turn/);
  await hook.call(disk());
  await passUntil(stage, () => heard().length === 1);
  await stage.pass(50 * MINUTE);
  await hook.call(disk('web'));
  await passUntil(stage, () => saying(inChannel(stage), /DiskFullweb/).length > 0);
  await stage.pass(2 * MINUTE);
  expect(heard()).toHaveLength(1);
  await stage.pass(8 * MINUTE);
  await hook.call(disk('mail'));
  await passUntil(stage, () => heard().length === 2);
  expect(heard()[1]).toContain('DiskFullmail');
});

test('if the person on call isn’t in Slack, the channel is told', async () => {
  const stage = await createStage();
  await (await makeHook(stage, { recipients: [{ kind: 'number', number: '01912345670' as never }] })).call(
    disk(),
  );
  await passUntil(stage, () => saying(inChannel(stage), /aren’t going out/).length > 0);
  expect(saying(inChannel(stage), /aren’t going out/)[0]).toContain(
    '019••••5670 has no Slack account, so nobody on call was told',
  );
});

test('admins hear, once, that too many alerts fire to track them', async () => {
  const stage = await createLinkedStage();
  const hook = await makeHook(stage, { name: 'Flood', severities: ['critical'] });
  for (let call = 0; call < 11; call++) {
    const names = Array.from({ length: 500 }, (_, index) => [`Disk${call}-${index}`, { severity: 'info' }]);
    await hook.call(alertmanager(`g${call}`, Object.fromEntries(names)));
  }
  await passUntil(stage, () => saying(direct(stage, ADMIN), /Too many alerts are firing/).length > 0);
  await hook.call(alertmanager('more', { Disk: { severity: 'info' } }));
  await stage.pass(10 * MINUTE);
  expect(saying(direct(stage, ADMIN), /Too many alerts are firing/)).toHaveLength(1);
  await passUntil(stage, () => saying(inChannel(stage), /not listed or texted: too many/).length > 0);
});

test('the maker of an empty rota hears of it, at most once an hour', async () => {
  const stage = await createLinkedStage();
  const rota = await keepRota(stage, SHIRIN);
  const hook = await makeHook(stage, { name: 'Prod', recipients: [rota] });
  // Besides the warning of the rota's gap.
  const notices = () => saying(direct(stage, 'shirin'), /Nobody is on call in the rota/);
  await hook.call(disk());
  await passUntil(stage, () => notices().length > 0);
  expect(notices()[0]).toMatch(/Nobody is on call in the rota “Nights”.*\*Prod\*/);
  await hook.call(disk('web'));
  await stage.pass(10 * MINUTE);
  expect(notices()).toHaveLength(1);
  await stage.pass(55 * MINUTE);
  await hook.call(disk('mail'));
  await passUntil(stage, () => notices().length > 1);
});

test('an unknown name in a call: the hook’s maker is mentioned in its channel, and the post doesn’t say that nothing was sent', async () => {
  const stage = await createLinkedStage();
  const hook = await makeHook(stage, { name: 'Prod' });
  await hook.call({ message: 'The pump has stopped', to: 'Serverz' });
  await passUntil(stage, () => saying(inChannel(stage), /names “Serverz”/).length > 0);
  expect(saying(inChannel(stage), /names “Serverz”/)[0]).toContain(`<@${NUSRAT}>`);
  await passUntil(stage, () => textedNumbers(stage).includes(RAFIQS));
  const [post = ''] = saying(inChannel(stage), /Not texted to “Serverz”/);
  expect(post).not.toContain('Nothing was sent');
});

test('a deactivated teammate: the hook’s maker is mentioned, and the maker of a rota with that teammate gets a message', async () => {
  const stage = await createLinkedStage();
  const rota = await keepRota(stage, SHIRIN, [teammate(BABUL)]);
  await (await makeHook(stage, { name: 'Prod', recipients: [rota, teammate(RAFIQ)] })).call(disk());
  await passUntil(stage, () => saying(inChannel(stage), /don’t reach everyone/).length > 0);
  const [warning = ''] = saying(inChannel(stage), /don’t reach everyone/);
  expect(warning).toContain(`<@${NUSRAT}>`);
  expect(warning).toContain(`<@${BABUL}>: their Slack account is deactivated`);
  await passUntil(stage, () => saying(direct(stage, 'shirin'), /don’t reach everyone/).length > 0);
});

test('if the hook’s maker has left, admins hear instead; and they get its posts when its channel is closed', async () => {
  const stage = await createLinkedStage();
  const hook = await makeHook(stage, { name: 'Prod', recipients: [teammate(BABUL)], channel: 'C0NOWHERE01' });
  await inStore(stage, async ({ revisions }) => {
    const { z } = await import('zod');
    await revisions.update(PADMA, 'hooks', z.array(z.record(z.string(), z.unknown())), (all = []) =>
      all.map(hook => ({ ...hook, createdBy: BABUL })),
    );
  });
  await hook.call(disk());
  await passUntil(stage, () => saying(direct(stage, ADMIN), /don’t reach everyone/).length > 0);
  expect(saying(direct(stage, ADMIN), /don’t reach everyone/)[0]).toContain('has left this workspace');
  await passUntil(
    stage,
    () => saying(direct(stage, ADMIN), /I can’t post about the hook \*Prod\*/).length > 0,
  );
});

const erase = async (stage: Stage, name: string): Promise<void> => {
  const form = await openContact(stage, await openPeople(stage), name);
  const question = await opened(stage, ADMIN, () => stage.slack.act(form, 'ask_forget'));
  await stage.slack.submit(question);
  await stage.slack.waitFor(() => contentOf(question).includes('Erased'));
};

test('erasing the last person of a hook’s only rota tells the makers of the hook and the rota, before any alert', async () => {
  const stage = await createLinkedStage();
  const contact = { name: 'Ranu Begum', number: '01912345671', columns: {} };
  await keepContacts(stage, [contact], 'Field team');
  const rota = await keepRota(stage, SHIRIN, [contactAs({ id: 'kept-0', name: contact.name })]);
  await makeHook(stage, { name: 'Prod', recipients: [rota] });
  await makeHook(stage, { name: 'Web', recipients: [rota, teammate(RAFIQ)] });
  await erase(stage, contact.name);
  const warning = /The hook \*Prod\* has nobody left.*`\/sms oncall` for “Nights”/;
  await passUntil(stage, () => saying(inChannel(stage), warning).length > 0);
  await stage.pass(2 * SECOND);
  await passUntil(stage, () => saying(direct(stage, 'shirin'), warning).length > 0);
  expect(saying(inChannel(stage), /has nobody left/)).toEqual([
    expect.stringMatching(new RegExp(`<@${NUSRAT}> ${warning.source}`)),
  ]);
  expect(saying(direct(stage, 'shirin'), /has nobody left/)).toHaveLength(1);
});

test('erasing the last person of a hook tells the hook’s maker', async () => {
  const stage = await createLinkedStage();
  await keepContacts(stage, [{ name: 'Ranu Begum', number: '01912345671', columns: {} }], 'Field team');
  await makeHook(stage, { name: 'Prod', recipients: [contactAs({ id: 'kept-0', name: 'Ranu Begum' })] });
  await makeHook(stage, { name: 'Quiet', recipients: [] });
  await erase(stage, 'Ranu Begum');
  await passUntil(stage, () => saying(inChannel(stage), /has nobody left/).length > 0);
  expect(saying(inChannel(stage), /has nobody left/)).toEqual([
    expect.stringMatching(new RegExp(`<@${NUSRAT}> The hook \\*Prod\\*`)),
  ]);
});
