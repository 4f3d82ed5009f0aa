import { onTestFinished } from 'vitest';
import type { LocalNumber } from '../../../src/kit/number.ts';
import { createGateway } from '../../../src/texts/gateway/client.ts';
import type { RequestOutcome } from '../../../src/texts/gateway/reply.ts';
import { createManualClock } from '../../support/manual-clock.ts';

export const TEXT = { apiKey: 'sk_test+/=&', number: '01712345678' as LocalNumber, message: 'hello' };

/** A gateway to an address, with its own clock. */
export function gatewayTo(baseUrl: string) {
  const clock = createManualClock();
  const gateway = createGateway({ baseUrl, clock });
  onTestFinished(() => gateway.close());
  const send = (overrides: Partial<typeof TEXT> = {}, mayLeave = () => true): Promise<RequestOutcome> =>
    gateway.send({ ...TEXT, ...overrides }, mayLeave);
  return { gateway, clock, send };
}
