import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { contactAs, contactOf } from '../../../src/contacts/contact.ts';
import { readManifest } from '../../../src/demo/manifest.ts';
import type { View } from '../../../src/playground/index.ts';
import { NO_HOLIDAYS } from '../../../src/rotas/plan.ts';
import { NO_SPECIAL_TIMES, rotaAs } from '../../../src/rotas/rota.ts';
import { createRotas } from '../../../src/rotas/service.ts';
import { makeHook } from '../../support/hooks.ts';
import { openContact, openPeople, saveContact, searchPeople } from '../../support/people-modal.ts';
import { dumpOfRedis } from '../../support/redis-dump.ts';
import { oncall } from '../../support/rotas.ts';
import { inStore, keepNamed } from '../../support/settings.ts';
import { ADMIN, createLinkedStage, SECOND, type Stage } from '../../support/stage.ts';
import { contentOf, opened } from '../../support/views.ts';

const RANU = '01712345678';
const SHIRIN = '01812345679';

/** All stored data. Stops the app. */
async function readStore(stage: Stage): Promise<string> {
  await stage.stop();
  const { REDIS_URL } = stage.environment as { REDIS_URL?: string };
  return REDIS_URL ? dumpOfRedis(REDIS_URL) : stage.stored();
}

/** Presses "Erase this person…" in the form of a person on the list, and returns the question. */
async function askErase(stage: Stage, list: View, name: string, user = ADMIN): Promise<View> {
  const form = await openContact(stage, list, name, user);
  return opened(stage, user, () => stage.slack.act(form, 'ask_forget'));
}

async function forget(stage: Stage, name: string, list?: View): Promise<string> {
  const question = await askErase(stage, list ?? (await openPeople(stage)), name);
  await stage.slack.submit(question);
  await stage.slack.waitFor(() => contentOf(question).includes('Erased'), 'the end of forgetting');
  return (await reports(stage, 1))[0] ?? '';
}

/** The messages to users who erased a person, once there are `count` of them. */
async function reports(stage: Stage, count: number): Promise<string[]> {
  const messages = () => stage.posts(/The person you erased/).map(({ text }) => text);
  const pass = () => stage.pass(10).then(messages);
  await expect.poll(pass, { timeout: 20_000 }).toHaveLength(count);
  return messages();
}

test('nothing about an erased person is left in the store, except counts and costs', async () => {
  const stage = await createLinkedStage({
    slack: { manifest: readManifest() },
  });
  const { slack, service } = stage;
  await keepNamed(stage, 'Field team', { [RANU]: 'Ranu Begum', [SHIRIN]: 'Shirin' });
  const hook = await makeHook(stage, {
    recipients: [
      { kind: 'number', number: RANU as never },
      { kind: 'named', name: 'ranu begum' },
      { kind: 'number', number: SHIRIN as never },
    ],
  });
  const form = await openContact(stage, await openPeople(stage), 'Ranu Begum');
  await saveContact(stage, form, {
    contact_note: 'kingfisher',
    contact_columns: 'Village: Char Kingfisher',
  });

  await hook.call({ message: 'The pump has stopped' });
  const isTexted = () => stage.accepted().some(text => text.includes('The pump'));
  await expect.poll(() => stage.pass(2 * SECOND).then(isTexted), { timeout: 20_000 }).toBe(true);
  await stage.sms('ranu begum kingfisher one');
  await stage.post(/texted/);
  service.faults.add({ kind: 'reset', when: 'after' }, { requests: 1 });
  await stage.sms(`${RANU} kingfisher two`);
  const uncertain = await stage.post(/may or may not have been sent/);
  const { run } = await slack.runFunction('send_sms', {
    recipients: 'Ranu Begum, Field team',
    message: 'for all',
  });
  await slack.waitForRun(run);
  // The workspace remembers numbers that the service refuses.
  service.faults.add({ kind: 'refuse', code: 'INVALID_NUMBER' }, { requests: 1 });
  await stage.sms(`${RANU} kingfisher refused`);
  await stage.post(/doesn’t accept this number/);
  // The app asks before sending, so no text goes out.
  await stage.sms(`${RANU} kingfisher one`);
  const question = await stage.post(/same text/i);
  const before = service.log.list().length;
  await stage.serviceGoesAway();
  await stage.sms(`${RANU} kingfisher three`);
  await stage.post(/on hold/);

  const report = await forget(stage, 'Ranu Begum');
  expect(report).toContain('including in 1 group');
  expect(report).toMatch(/6 texts to them no longer show the number and the message/);
  expect(report).toContain('1 of those was still waiting and got cancelled');
  expect(report).toContain('recipient of “Prometheus”');
  expect(report).not.toMatch(/Ranu|5678/);
  await stage.post(/cancelled|Cancelled/);
  await stage.serviceReturns();

  await slack.press(uncertain, 'send_again', { user: 'rafiq' });
  await stage.post(/was erased, along with their number and the message/);
  await slack.press(question, 'send_anyway', { user: 'rafiq' });
  await slack.waitFor(() => stage.posts(/was erased, along with/).length > 1);
  await stage.pass(5 * SECOND);
  expect(stage.service.log.list().length, 'nothing more was sent').toBe(before);
  const log = (await stage.sms('log')).json as { text: string };
  expect(log.text).toContain('•••••••••••');
  expect(log.text).not.toMatch(/kingfisher|5678/);
  expect(contentOf(await openPeople(stage))).toContain('1 person, 1 group');
  expect(contentOf(slack.home(ADMIN) as View), 'counts and costs are kept').toMatch(
    /This month: \*6 texts\*/,
  );

  const everything = await readStore(stage);
  expect(everything, 'it is looked at in the right place').toContain(SHIRIN);
  expect(everything).toContain('for all');
  expect(everything).not.toContain(RANU);
  expect(everything).not.toContain('Ranu');
  expect(everything).not.toMatch(/kingfisher/i);
});

test('after one Karim is erased, the other is still on call, and is texted', async () => {
  const stage = await createLinkedStage({ slack: { manifest: readManifest() } });
  const both = [
    { id: 'k1', name: 'Karim', number: RANU as never },
    { id: 'k2', name: 'Karim', number: SHIRIN as never },
  ] as const;
  const rota = await inStore(stage, async (parts, { teamId: workspace, id }, { contacts }) => {
    const change = { contacts: both.map(fields => contactOf({ ...fields, workspace })) };
    await contacts.update(workspace, {}, () => ({ change, result: null }));
    const rotas = createRotas({
      ...parts,
      newId: randomUUID,
      requestCheck: async () => undefined,
      holidays: async () => NO_HOLIDAYS,
    });
    const people = [contactAs(both[1]), { kind: 'teammate' as const, userId: id, label: 'Nusrat' }];
    const draft = {
      name: 'Servers',
      people,
      hours: 168,
      time: '09:00',
      weekday: 6,
      ...NO_SPECIAL_TIMES,
    } as const;
    const result = await rotas.create(
      workspace,
      id,
      { ...draft, people, channel: null, texts: false },
      'one',
    );
    if (typeof result === 'string') throw new Error(result);
    return result.rota;
  });
  const hook = await makeHook(stage, { recipients: [rotaAs(rota), contactAs(both[1])] });
  const list = await openPeople(stage);
  await searchPeople(stage, list, RANU);
  expect(await forget(stage, 'Karim', list)).not.toContain('“');
  expect((await oncall(stage)).text).toContain('*Servers*: Karim is on call');
  await hook.call({ message: 'The pump has stopped' });
  const texted = () => stage.service.log.list().map(({ number }) => number);
  await expect.poll(() => stage.pass(2 * SECOND).then(texted), { timeout: 20_000 }).toEqual([SHIRIN]);
});
