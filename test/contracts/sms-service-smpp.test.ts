import { describe, expect, it, onTestFinished } from 'vitest';
import { createSmsService, type SmsServiceOptions } from '../../src/sms-service/index.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { hasNetSmpp, type Submit, startSmsc } from '../support/smsc.ts';

const PATH = '/api/send-sms.php';

/** A service whose texts leave by a carrier on Net::SMPP. */
async function start(change: Record<string, unknown> = {}, options: SmsServiceOptions = {}) {
  const smsc = await startSmsc();
  const clock = createManualClock();
  const errors: unknown[] = [];
  const service = await createSmsService({
    clock,
    routes: { routes: [smsc.route(change)] },
    onInternalError: error => errors.push(error),
    ...options,
  });
  onTestFinished(async () => {
    await service.close();
    expect(errors).toEqual([]);
  });
  const account = service.accounts.create({ name: 'Padma', credits: '100' });
  const { key } = service.keys.create(account.id);
  const send = async (message = 'hello', number = '01712345678') => {
    const body = new URLSearchParams({ api_key: key, number, message });
    const response = await fetch(service.url + PATH, { method: 'POST', body });
    const { log_id: logId } = (await response.json()) as { log_id: number };
    return logId;
  };
  const state = (logId: number) => service.delivery.progress(logId).state;
  const becomes = (logId: number, wanted: string) => expect.poll(() => state(logId)).toBe(wanted);
  return { smsc, clock, service, account, send, state, becomes };
}

describe.skipIf(!hasNetSmpp())('by SMPP', () => {
  it('takes a text to the carrier, and its receipt in words makes it delivered', async () => {
    const { smsc, clock, service, send, becomes } = await start();
    const link = await smsc.bound();
    expect(smsc.pdus('bind_transceiver')[0]).toMatchObject({
      system_id: 'padma',
      password: 'secret',
      interface_version: 0x34,
    });
    const accepted = clock.now();
    const logId = await send('Ölçü €5');
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
    });
    // ç is not in the alphabet, whatever the package would make of it.
    expect(submit.data_coding).toBe(8);
    expect(Buffer.from(submit.short_message, 'hex').swap16().toString('utf16le')).toBe('Ölçü €5');
    await clock.advance(500);
    expect(service.delivery.progress(logId)).toMatchObject({ state: 'accepted', submittedAt: null });
    smsc.answer(submit, 'a1');
    await becomes(logId, 'submitted');
    await clock.advance(500);
    smsc.receiptInWords(link, 'a1', 'DELIVRD');
    await becomes(logId, 'delivered');
    expect(service.delivery.progress(logId)).toEqual({
      state: 'delivered',
      submittedAt: accepted + 500,
      endedAt: accepted + 1000,
      route: 'gp',
      reason: null,
    });
    await expect.poll(() => smsc.pdus('deliver_sm_resp').length).toBe(1);
  });
});
