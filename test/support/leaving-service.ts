import { expect, onTestFinished } from 'vitest';
import {
  createSmsService,
  type SmsService,
  type SmsServiceOptions,
} from '../../src/sms-service/testing/service.ts';
import { createManualClock } from './manual-clock.ts';

/** An SMS service that sends texts by these routes, with a funded account and a clock that stands still until a test moves it. */
export async function startLeavingService(
  routes: NonNullable<SmsServiceOptions['routes']>['routes'],
  options: SmsServiceOptions & { creditBackFailed?: boolean } = {},
) {
  const clock = createManualClock();
  const errors: unknown[] = [];
  const { creditBackFailed = false, ...rest } = options;
  const open = () =>
    createSmsService({ clock, routes: { routes }, onInternalError: error => errors.push(error), ...rest });
  let service: SmsService = await open();
  onTestFinished(async () => {
    await service.close();
    expect(errors).toEqual([]);
  });
  const account = service.accounts.create({ name: 'Padma', credits: '100' });
  service.accounts.setTerms(account.id, { creditBackFailed });
  const { key } = service.keys.create(account.id);
  const progress = (logId: number) => service.delivery.progress(logId);
  return {
    clock,
    account,
    service: () => service,
    /** Stops the service as SIGTERM does, and starts it again on the same data. */
    async restart(whileAway: () => Promise<void> = async () => {}) {
      await service.close();
      await whileAway();
      service = await open();
    },
    close: () => service.close(),
    async send(message = 'hello', number = '01712345678') {
      const body = new URLSearchParams({ api_key: key, number, message });
      const response = await fetch(`${service.url}/api/send-sms.php`, { method: 'POST', body });
      return ((await response.json()) as { log_id: number }).log_id;
    },
    progress,
    /** Polls `look`, advancing the clock by `ms` each time. */
    passing: <T>(ms: number, look: () => T) =>
      expect.poll(async () => {
        await clock.advance(ms);
        return look();
      }),
    becomes: (logId: number, state: string) => expect.poll(() => progress(logId).state).toBe(state),
    balance: () => service.accounts.get(account.id).balance,
  };
}
