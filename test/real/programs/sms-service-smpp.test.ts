import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { selfSigned } from '../../contracts/gateway/self-signed.ts';
import { startLeavingService } from '../../support/leaving-service.ts';
import { hasNetSmpp, type Submit, startSmsc } from '../support/smsc.ts';

/** A service whose texts leave by one carrier on Net::SMPP, bound. */
async function start(
  route: Record<string, unknown> = {},
  options: Parameters<typeof startLeavingService>[1] = {},
) {
  const smsc = await startSmsc();
  const leaving = await startLeavingService([smsc.route(route)], options);
  return { smsc, ...leaving, link: await smsc.bound() };
}

function dataDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'sms-service-smpp-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

const bytes = (hex: string) => Buffer.from(hex, 'hex');
const ucs2 = (hex: string) => bytes(hex).swap16().toString('utf16le');

describe.skipIf(!hasNetSmpp())('by SMPP, to a carrier on Net::SMPP', () => {
  it('submits a text to the carrier, and its receipt marks it delivered', async () => {
    const { smsc, link, clock, progress, send, becomes } = await start();
    expect(smsc.pdus('bind_transceiver')[0]).toMatchObject({
      system_id: 'padma',
      password: 'secret',
      interface_version: 0x34,
    });
    const accepted = clock.now();
    const logId = await send('Hi {you} @ €5');
    const [submit] = (await smsc.submitted(1)) as [Submit];
    expect(submit).toMatchObject({
      source_addr: 'PADMA',
      source_addr_ton: 5,
      source_addr_npi: 0,
      destination_addr: '8801712345678',
      dest_addr_ton: 1,
      dest_addr_npi: 1,
      registered_delivery: 1,
      esm_class: 0,
      data_coding: 0,
    });
    // GSM 03.38, with an octet for each septet: { } and € are an escape and a second septet, @ is zero.
    expect(submit.short_message).toBe('4869201b28796f751b292000201b6535');
    await clock.advance(500);
    expect(progress(logId)).toMatchObject({ state: 'accepted', submittedAt: null, route: 'gp' });
    smsc.answer(submit, 'a1');
    await becomes(logId, 'submitted');
    await clock.advance(500);
    smsc.receiptInWords(link, 'a1', 'DELIVRD');
    await becomes(logId, 'delivered');
    expect(progress(logId)).toEqual({
      state: 'delivered',
      submittedAt: accepted + 500,
      endedAt: accepted + 1000,
      route: 'gp',
      reason: null,
    });
    await expect.poll(() => smsc.pdus('deliver_sm_resp').length).toBe(1);
  });

  it.each([
    ['in words', 'DELIVRD', 'delivered', null],
    ['in words', 'UNDELIV', 'failed', 'The carrier’s receipt: UNDELIV, error 034'],
    ['in words', 'REJECTD', 'failed', 'The carrier’s receipt: REJECTD, error 034'],
    ['in words', 'UNKNOWN', 'unknown', 'The carrier’s receipt: UNKNOWN, error 034'],
    ['in parameters', 2, 'delivered', null],
    ['in parameters', 3, 'failed', 'The carrier’s receipt: EXPIRED'],
    ['in parameters', 7, 'unknown', 'The carrier’s receipt: UNKNOWN'],
  ] as const)('reads a receipt %s: %s is %s', async (_, says, state, reason) => {
    const { smsc, link, send, becomes, progress } = await start();
    const logId = await send();
    const [submit] = (await smsc.submitted(1)) as [Submit];
    smsc.answer(submit, 'a1');
    // One is still on its way, the other is about another text: neither ends this one.
    smsc.receiptInWords(link, 'a1', 'ENROUTE');
    smsc.receiptInParameters(link, 'other', 2);
    if (typeof says === 'string')
      smsc.receiptInWords(link, 'a1', says, state === 'delivered' ? '000' : '034');
    else smsc.receiptInParameters(link, 'a1', says);
    await becomes(logId, state);
    expect(progress(logId).reason).toBe(reason);
    await expect.poll(() => smsc.pdus('deliver_sm_resp').length).toBe(3);
  });

  it.each([
    ['hex', 'decimal', '00FF07', '65287'],
    ['decimal', 'hex', '65287', 'ff07'],
    ['decimal', 'decimal', '0012', '12'],
  ])(
    'matches the text if ids are %s in the answer and %s in the receipt',
    async (answer, receipt, answeredId, receiptId) => {
      const { smsc, link, send, becomes } = await start({ messageIds: { answer, receipt } });
      const logId = await send();
      const [submit] = (await smsc.submitted(1)) as [Submit];
      smsc.answer(submit, answeredId);
      await becomes(logId, 'submitted');
      smsc.receiptInWords(link, receiptId, 'DELIVRD');
      await becomes(logId, 'delivered');
    },
  );

  it('keeps a receipt that comes before the answer to the submit', async () => {
    const { smsc, link, send, becomes, progress } = await start();
    const logId = await send();
    const [submit] = (await smsc.submitted(1)) as [Submit];
    smsc.receiptInWords(link, 'a1', 'DELIVRD');
    await expect.poll(() => smsc.pdus('deliver_sm_resp').length).toBe(1);
    expect(progress(logId).state).toBe('accepted');
    smsc.answer(submit, 'a1');
    await becomes(logId, 'delivered');
  });

  it('has at most the window in flight, and accepts answers in any order', async () => {
    const { smsc, send, becomes, progress } = await start({ window: 3 });
    const logIds: number[] = [];
    for (let at = 0; at < 5; at++) logIds.push(await send(`text ${at}`));
    const first = await smsc.submitted(3);
    smsc.answer(first[2] as Submit, 'c');
    smsc.answer(first[0] as Submit, 'a');
    await smsc.submitted(5);
    await Promise.all([becomes(logIds[0] ?? 0, 'submitted'), becomes(logIds[2] ?? 0, 'submitted')]);
    expect(progress(logIds[1] ?? 0).state).toBe('accepted');
    const texts = smsc.submits().map(it => bytes(it.short_message).toString('latin1'));
    expect(texts).toEqual([0, 1, 2, 3, 4].map(at => `text ${at}`));
    for (const [at, submit] of smsc.submits().entries()) smsc.answer(submit, `m${at}`);
    for (const logId of logIds) await becomes(logId, 'submitted');
  });

  it('waits for a carrier that throttles, without losing or doubling a text', async () => {
    const { smsc, clock, send, becomes, progress, service } = await start();
    const logId = await send();
    for (const [count, status, waits] of [
      [1, 0x58, 1_000],
      [2, 0x14, 2_000],
      [3, 0x08, 4_000],
    ] as const) {
      const submits = await smsc.submitted(count);
      smsc.refuse(submits.at(-1) as Submit, status);
      await expect.poll(() => progress(logId).reason).toMatch(/ESME_R(THROTTLED|MSGQFUL|SYSERR)$/);
      await expect.poll(() => service().delivery.routes()[0]?.underway).toBe(0);
      await clock.advance(waits - 1);
      expect(smsc.submits()).toHaveLength(count);
      await clock.advance(1);
      await clock.advance(1000);
    }
    smsc.answer((await smsc.submitted(4))[3] as Submit, 'a1');
    await becomes(logId, 'submitted');
    expect(service().delivery.backlog().waiting).toBe(0);
  });

  it('a text is unknown if the connection ends before the answer, and is never sent again', async () => {
    const { smsc, link, clock, send, becomes, progress, balance } = await start(
      {},
      { creditBackFailed: true },
    );
    const first = await send('first');
    await smsc.submitted(1);
    smsc.cut(link, true);
    await becomes(first, 'unknown');
    expect(progress(first).reason).toMatch(/connection/);
    const second = await send('second');
    await clock.advance(1000);
    await smsc.bound(2);
    const [, submit] = (await smsc.submitted(2)) as [Submit, Submit];
    expect(bytes(submit.short_message).toString('latin1')).toBe('second');
    smsc.answer(submit, 'b1');
    await becomes(second, 'submitted');
    await clock.advance(48 * 3_600_000);
    expect(smsc.submits()).toHaveLength(2);
    expect(progress(first).state).toBe('unknown');
    expect(balance()).toBe('99.3');
  });

  it('credits a text back that the carrier refuses or doesn’t deliver: once, and only if the terms say so', async () => {
    const { smsc, link, service, account, send, becomes, balance, progress } = await start(
      {},
      { creditBackFailed: true },
    );
    const refused = await send('one');
    smsc.refuse((await smsc.submitted(1))[0] as Submit, 0x0b);
    await becomes(refused, 'failed');
    expect(progress(refused).reason).toBe('No route accepts it: The carrier refused it: ESME_RINVDSTADR');
    expect(balance()).toBe('100');
    const undelivered = await send('two');
    smsc.answer((await smsc.submitted(2))[1] as Submit, 'b1');
    for (const stat of ['UNDELIV', 'UNDELIV', 'DELIVRD']) smsc.receiptInWords(link, 'b1', stat);
    await expect.poll(() => smsc.pdus('deliver_sm_resp').length).toBe(3);
    expect(progress(undelivered).state).toBe('failed');
    const kinds = service()
      .ledger.list(account.id)
      .map(it => [it.kind, it.amount, it.logId]);
    expect(kinds.slice(1)).toEqual([
      ['send', '-0.35', refused],
      ['credit back', '0.35', refused],
      ['send', '-0.35', undelivered],
      ['credit back', '0.35', undelivered],
    ]);
    service().accounts.setTerms(account.id, { creditBackFailed: false });
    const third = await send('three');
    smsc.nack((await smsc.submitted(3))[2] as Submit, 0x03);
    await becomes(third, 'failed');
    expect(balance()).toBe('99.65');
  });

  it.each([
    ['GSM', 'Meghna [bridge] closed | '.repeat(14), 0, (hex: string) => bytes(hex).toString('latin1')],
    ['UCS-2', 'নদীর পানি বাড়ছে 😀 '.repeat(8), 8, ucs2],
  ])(
    'sends a long text in %s as parts that the phone joins, delivered when all are',
    async (_, message, coding, read) => {
      const { smsc, link, send, becomes, progress } = await start();
      const [first, second] = [await send(message), await send(message)];
      // The fifth octet of a header is the number of parts.
      await expect.poll(() => smsc.submits().length).toBeGreaterThan(0);
      await smsc.submitted(2 * Number(bytes(smsc.submits()[0]?.short_message ?? '')[4]));
      const ofOne = smsc.submits().slice(0, smsc.submits().length / 2);
      const headers = ofOne.map(it => bytes(it.short_message).subarray(0, 6));
      const reference = headers[0]?.[3];
      expect(headers.map(it => [...it])).toEqual(
        ofOne.map((__, at) => [5, 0, 3, reference, ofOne.length, at + 1]),
      );
      expect(bytes(smsc.submits().at(-1)?.short_message ?? '')[3]).not.toBe(reference);
      for (const it of ofOne) {
        expect(it).toMatchObject({ esm_class: 0x40, data_coding: coding });
        expect(it.short_message.length / 2).toBeLessThanOrEqual(coding === 8 ? 140 : 159);
      }
      const joined = ofOne.map(it => read(it.short_message.slice(12))).join('');
      const unescaped = joined
        .replaceAll('\u001b<', '[')
        .replaceAll('\u001b>', ']')
        .replaceAll('\u001b@', '|');
      expect(unescaped).toBe(message);

      for (const [at, submit] of smsc.submits().entries()) smsc.answer(submit, `p${at}`);
      await becomes(first, 'submitted');
      const last = ofOne.length - 1;
      for (let at = 0; at < last; at++) smsc.receiptInWords(link, `p${at}`, 'DELIVRD');
      await expect.poll(() => smsc.pdus('deliver_sm_resp').length).toBe(last);
      expect(progress(first).state).toBe('submitted');
      smsc.receiptInWords(link, `p${last}`, 'DELIVRD');
      await becomes(first, 'delivered');
      smsc.receiptInWords(link, `p${last + 1}`, 'EXPIRED');
      await becomes(second, 'failed');
    },
  );

  it('submits a throttled part of a text again, and only that part, with the same reference', async () => {
    const { smsc, send, becomes, passing } = await start();
    const logId = await send('x'.repeat(300));
    const [first, two] = (await smsc.submitted(2)) as [Submit, Submit];
    smsc.answer(first, 'p1');
    smsc.refuse(two, 0x58);
    await passing(1000, () => smsc.submits().length).toBe(3);
    const again = smsc.submits()[2] as Submit;
    expect(again.short_message).toBe(two.short_message);
    smsc.answer(again, 'p2');
    await becomes(logId, 'submitted');
  });

  it('sends a long text whole if the carrier accepts that', async () => {
    const { smsc, link, send, becomes } = await start({ longTexts: 'payload' });
    const logId = await send('আমার সোনার বাংলা '.repeat(20));
    const [submit] = (await smsc.submitted(1)) as [Submit];
    expect(submit).toMatchObject({ short_message: '', data_coding: 8, esm_class: 0 });
    expect(ucs2(submit.message_payload ?? '')).toBe('আমার সোনার বাংলা '.repeat(20));
    smsc.answer(submit, 'a1');
    await becomes(logId, 'submitted');
    smsc.receiptInWords(link, 'a1', 'DELIVRD');
    await becomes(logId, 'delivered');
  });

  it('checks that the carrier is still there, and reconnects otherwise', async () => {
    const { smsc, clock, service, send, becomes, passing } = await start({
      enquireLinkSeconds: 20,
      answerSeconds: 5,
    });
    await expect.poll(() => service().delivery.routes()[0]?.health.healthy).toBe(true);
    await clock.advance(20_000);
    await expect.poll(() => smsc.pdus('enquire_link').length).toBe(1);
    smsc.tell({ do: 'enquire', link: 1, seq: 9 });
    await expect.poll(() => smsc.pdus('enquire_link_resp').length).toBe(1);
    smsc.tell({ do: 'silence', on: 1 });
    await expect.poll(() => smsc.seen.some(it => it.what === 'silence')).toBe(true);
    await passing(5_000, () => service().delivery.routes()[0]?.health).toMatchObject({
      healthy: false,
      why: expect.stringMatching(/enquire_link|bind/),
    });
    const logId = await send();
    smsc.tell({ do: 'silence', on: 0 });
    await passing(5_000, () => smsc.submits().length).toBe(1);
    smsc.answer(smsc.submits()[0] as Submit, 'a1');
    await becomes(logId, 'submitted');
  });

  it('waits for a carrier that is away, refuses the bind or ends the session, and says so', async () => {
    const { smsc, link, clock, service, send, becomes, passing } = await start();
    const health = () => service().delivery.routes()[0]?.health;
    const why = (words: RegExp) =>
      expect.poll(health).toMatchObject({ healthy: false, why: expect.stringMatching(words) });
    smsc.tell({ do: 'unbind', link, seq: 5 });
    await why(/ended the session/);
    expect(health()).toMatchObject({ since: clock.now() });
    const logId = await send();
    smsc.tell({ do: 'refuse-binds', status: 0x0e });
    await clock.advance(1_000);
    await why(/refused the bind: ESME_RINVPASWD/);
    smsc.tell({ do: 'away' });
    await expect.poll(() => smsc.seen.some(it => it.what === 'away')).toBe(true);
    await clock.advance(2_000);
    await why(/ECONNREFUSED/);
    expect(service().delivery.backlog()).toEqual({ waiting: 1, oldest: clock.now() - 3_000 });
    smsc.tell({ do: 'refuse-binds', status: 0 });
    smsc.tell({ do: 'back' });
    await passing(4_000, () => smsc.submits().length).toBe(1);
    smsc.answer(smsc.submits()[0] as Submit, 'a1');
    await becomes(logId, 'submitted');
    expect(health()).toEqual({ healthy: true });
  });

  it('gives up a text that no route took for a day: failed, and never sent later', async () => {
    const { smsc, link, clock, send, becomes, progress, balance } = await start(
      {},
      { creditBackFailed: true },
    );
    smsc.tell({ do: 'away' });
    await expect.poll(() => smsc.seen.some(it => it.event === 'closed' && it.link === link)).toBe(true);
    const logId = await send();
    await clock.advance(24 * 3_600_000 + 2_000);
    await becomes(logId, 'failed');
    expect(progress(logId).reason).toMatch(/within 24 hours/);
    expect(balance()).toBe('100');
    expect(smsc.submits()).toEqual([]);
  });

  it('speaks TLS, and only to a carrier whose certificate it trusts', async () => {
    const smsc = await startSmsc();
    const caFile = join(dataDir(), 'ca.pem');
    writeFileSync(caFile, selfSigned.cert);
    const ahead = createServer(selfSigned, socket => {
      const behind = connect(smsc.port, '127.0.0.1');
      for (const [from, to] of [
        [socket, behind],
        [behind, socket],
      ] as const) {
        from.on('error', () => to.destroy()).on('close', () => to.destroy());
        from.pipe(to);
      }
    });
    await new Promise<void>(resolve => ahead.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void ahead.close());
    const { port } = ahead.address() as AddressInfo;

    const strict = await startLeavingService([smsc.route({ port, tls: {} })]);
    await expect
      .poll(() => strict.service().delivery.routes()[0]?.health)
      .toMatchObject({ healthy: false, why: expect.stringMatching(/self-signed certificate/) });
    expect(smsc.pdus('bind_transceiver')).toEqual([]);

    const { send, becomes } = await startLeavingService([smsc.route({ port, tls: { caFile } })]);
    await smsc.bound();
    const logId = await send();
    smsc.answer((await smsc.submitted(1))[0] as Submit, 'a1');
    await becomes(logId, 'submitted');
  });

  it('answers a text that a subscriber sends to the sender’s number, and continues', async () => {
    const { smsc, link, send, becomes } = await start();
    const logId = await send();
    smsc.answer((await smsc.submitted(1))[0] as Submit, 'a1');
    await becomes(logId, 'submitted');
    smsc.tell({
      do: 'deliver',
      link,
      seq: 77,
      from: '8801712345678',
      esm_class: 0,
      short_message: 'id:a1 stat:UNDELIV',
    });
    await expect.poll(() => smsc.pdus('deliver_sm_resp').length).toBe(1);
    smsc.receiptInWords(link, 'a1', 'DELIVRD');
    await becomes(logId, 'delivered');
  });
});
