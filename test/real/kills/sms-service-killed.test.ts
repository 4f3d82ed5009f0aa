import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createSmsService } from '../../../src/sms-service/testing/service.ts';
import { BANGLADESH_MS, startIsms } from '../../support/http-carriers.ts';
import { runProgram } from '../support/program.ts';
import { hasNetSmpp, type Submit, startSmsc } from '../support/smsc.ts';

/*
 * Kills the SMS service around the moment a text leaves: no text is lost, and none goes to the carrier twice.
 */

/** The real program on a data directory with an account and its keys, which can be killed and restarted. */
async function stage(routes: unknown[], keyCount = 1) {
  const dir = mkdtempSync(join(tmpdir(), 'sms-service-killed-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const dataDir = join(dir, 'data');
  const routesFile = join(dir, 'routes.json');
  writeFileSync(routesFile, JSON.stringify({ routes }));

  const before = await createSmsService({ dataDir });
  const account = before.accounts.create({ name: 'Padma', credits: '1000' });
  const keys = Array.from({ length: keyCount }, () => before.keys.create(account.id).key);
  await before.close();

  const args = ['--import', './src/node-version.mjs', 'src/sms-service/main.ts', 'serve', '--port', '0'];
  async function start() {
    const program = runProgram({}, { args: [...args, '--data', dataDir, '--routes', routesFile] });
    await program.says('listening on');
    const [url = ''] = /http:\S+/.exec(program.output()) ?? [];
    return {
      /** The log id, or null if the program died before it answered. */
      async send(message: string, key = keys[0] ?? ''): Promise<number | null> {
        const body = new URLSearchParams({ api_key: key, number: '01712345678', message });
        try {
          const response = await fetch(`${url}/api/send-sms.php`, { method: 'POST', body });
          return ((await response.json()) as { log_id: number }).log_id;
        } catch {
          return null;
        }
      },
      says: program.says,
      async kill(): Promise<void> {
        program.kill('SIGKILL');
        await program.ended;
      },
      async stop(): Promise<void> {
        program.kill('SIGTERM');
        expect(await program.ended).toBe(0);
      },
    };
  }
  /** All texts on the disk, read beside a program or without one. */
  async function look() {
    const service = await createSmsService({ dataDir });
    const texts = service.log
      .list()
      .map(({ logId, message }) => ({ message, ...service.delivery.progress(logId) }));
    await service.close();
    return texts;
  }
  return { start, look, keys };
}

const wordsOf = (submit: Submit) => Buffer.from(submit.short_message, 'hex').toString('latin1');

describe.skipIf(!hasNetSmpp())('by SMPP', () => {
  test('killed before its route was up: the text waits, and is sent once', async () => {
    const smsc = await startSmsc();
    smsc.tell({ do: 'away' });
    await expect.poll(() => smsc.seen.some(it => it.what === 'away')).toBe(true);
    const { start, look } = await stage([smsc.route()]);
    const first = await start();
    expect(await first.send('hello')).toBe(1);
    await first.says('Route gp is down: ');
    await first.kill();
    smsc.tell({ do: 'back' });
    const second = await start();
    smsc.answer((await smsc.submitted(1))[0] as Submit, 'a1');
    await second.says('Route gp is up.');
    await expect.poll(look).toMatchObject([{ state: 'submitted' }]);
    await second.stop();
    expect(smsc.submits()).toHaveLength(1);
  });

  test('killed while the carrier has the text and hasn’t answered: unknown, and not submitted again', async () => {
    const smsc = await startSmsc();
    const { start, look } = await stage([smsc.route()]);
    const first = await start();
    await first.send('in doubt');
    await smsc.submitted(1);
    await first.kill();
    expect(await look()).toMatchObject([{ state: 'accepted' }]);
    const second = await start();
    await smsc.bound(2);
    await second.send('next');
    expect((await smsc.submitted(2)).map(wordsOf)).toEqual(['in doubt', 'next']);
    smsc.answer(smsc.submits()[1] as Submit, 'a2');
    await expect
      .poll(look)
      .toMatchObject([
        { state: 'unknown', reason: 'The service stopped before the answer', endedAt: expect.any(Number) },
        { state: 'submitted' },
      ]);
    await second.stop();
  });

  test('killed repeatedly while many keys send and the carrier answers: the carrier has every accepted text once, or it is unknown', async () => {
    const smsc = await startSmsc();
    const { start, look, keys } = await stage([smsc.route({ window: 20 })], 10);
    smsc.onSubmit(submit => smsc.answer(submit, `id ${submit.seq} ${submit.link}`));
    const accepted = new Set<string>();
    let number = 0;
    for (const killAt of [10, 35, 60]) {
      const program = await start();
      const enough = Promise.withResolvers<void>();
      const sending = keys.map(async key => {
        for (let at = 0; at < 12; at++) {
          number += 1;
          const message = `text ${number}`;
          const logId = await program.send(message, key);
          if (logId === null || logId === undefined) return;
          accepted.add(message);
          if (accepted.size >= killAt) enough.resolve();
        }
      });
      await enough.promise;
      await program.kill();
      await Promise.all(sending);
    }
    const last = await start();
    const pending = async () => (await look()).filter(({ state }) => state === 'accepted');
    await expect.poll(pending, { timeout: 60_000 }).toEqual([]);
    await last.stop();

    const texts = await look();
    const submitted = smsc.submits().map(wordsOf);
    expect(new Set(submitted).size).toBe(submitted.length);
    // Every text with a successful answer is in the log; the log may have more, whose answers the kill cut
    // off.
    expect(texts.map(({ message }) => message)).toEqual(expect.arrayContaining([...accepted]));
    for (const { message, state } of texts) {
      expect(['submitted', 'unknown'], message).toContain(state);
      if (state === 'submitted') expect(submitted, message).toContain(message);
    }
    expect(texts.filter(({ state }) => state === 'submitted').length).toBeGreaterThan(10);
  });
});

/** SSL Wireless recognises a name until the day ends in Bangladesh. */
const dayEnds = (Date.now() + BANGLADESH_MS) % 86_400_000 > 86_400_000 - 10 * 60_000;

test.skipIf(dayEnds)(
  'killed while SSL Wireless has the text and hasn’t answered: submitted again under the same name, so SSL Wireless has it once',
  async () => {
    const isms = await startIsms(Date.now);
    const { start, look } = await stage([isms.route()]);
    isms.trouble('hang');
    const first = await start();
    await first.send('hello');
    await expect.poll(isms.requests).toBe(1);
    await first.kill();
    const second = await start();
    await expect.poll(look).toMatchObject([{ state: 'submitted' }]);
    await second.stop();
    expect(isms.requests()).toBe(2);
    expect(isms.texts).toHaveLength(1);
  },
);

test.skipIf(dayEnds)(
  'two programs on one data directory: one of them sends, and the other takes over when it is killed',
  async () => {
    const isms = await startIsms(Date.now);
    const { start, look } = await stage([isms.route()]);
    isms.trouble('hang');
    const first = await start();
    await first.send('held');
    await expect.poll(isms.requests).toBe(1);
    // The second program leaves the first one's requests alone.
    const second = await start();
    await second.send('by the other');
    await expect.poll(look).toMatchObject([{ state: 'accepted' }, { state: 'submitted' }]);
    expect(isms.requests()).toBe(2);
    await first.kill();
    await expect.poll(look).toMatchObject([{ state: 'submitted' }, { state: 'submitted' }]);
    await second.send('alone');
    await expect.poll(() => isms.texts.map(it => it.sms)).toEqual(['held', 'by the other', 'alone']);
    await second.stop();
    expect(isms.requests()).toBe(4);
  },
);
