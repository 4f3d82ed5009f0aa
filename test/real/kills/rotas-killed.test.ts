import { expect, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import { ON_CALL } from '../../support/hooks.ts';
import { said } from '../../support/people-modal.ts';
import { makeRota, openOnTop, openRotas, standIn } from '../../support/rotas.ts';
import { createLinkedStage, MINUTE } from '../../support/stage.ts';
import { runProgram } from '../support/program.ts';

/* The real program, killed while somebody comes on call. */

const HOUR = 60 * MINUTE;

test('a program that is killed at any moment of a hand-over texts whoever comes on once', async () => {
  const stage = await createLinkedStage({
    program: runProgram,
    mode: 'http',

    slack: { manifest: readManifest() },
  });
  await makeRota(stage, { channel: ON_CALL });
  const texts = (to: string) => stage.service.log.list().filter(({ number }) => number === to).length;
  const posts = (who: string) => stage.posts(new RegExp(`<@${who}> is on call now`)).length;
  const uncertain = (to: string) =>
    stage.posts(/may or may not/).filter(({ text }) => text.includes(to.slice(-4))).length;
  const now = Math.floor(Date.now() / MINUTE) * MINUTE;
  const turns = [
    { name: 'rafiq', number: '01712345678', id: 'U0RAFIQ0001', killed: async () => undefined },
    {
      ...{ name: 'shirin', number: '01612345678', id: 'U0SHIRIN001' },
      killed: () => stage.until(() => texts('01612345678') > 0),
    },
    {
      ...{ name: 'tahmina', number: '01911223344', id: 'U0TAHMINA01' },
      killed: () => stage.until(() => posts('U0TAHMINA01') > 0),
    },
  ];
  for (const [turn, { name, number, id, killed }] of turns.entries()) {
    const form = await openOnTop(stage, await openRotas(stage), 'open_stand_ins');
    // Whoever comes on does so at once, since it begins in the past.
    await standIn(stage, form, name, now - HOUR + turn * MINUTE, now + HOUR);
    expect(said(form)).toContain('Added.');
    await killed();
    stage.program().kill('SIGKILL');
    await stage.program().ended;
    await stage.start();
    await expect.poll(() => texts(number) + uncertain(number), { timeout: 60_000 }).toBeGreaterThan(0);
    await expect.poll(() => posts(id), { timeout: 60_000 }).toBeGreaterThan(0);
    for (const view of stage.slack.openViews('nusrat')) await stage.slack.closeView(view);
  }
  await stage.restart();
  await stage.sms('01912345678 the last one');
  await stage.until(() => texts('01912345678') > 0);
  for (const { number } of turns) {
    expect(texts(number)).toBeLessThan(2);
    expect(texts(number) + uncertain(number)).toBeGreaterThan(0);
  }
}, 200_000);
