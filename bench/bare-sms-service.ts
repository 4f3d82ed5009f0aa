import { systemClock } from '../src/sms-service/clock.ts';
import { createSwitchboard } from '../src/sms-service/faults/switchboard.ts';
import { createJournal } from '../src/sms-service/http/journal.ts';
import { createOperation } from '../src/sms-service/http/operation.ts';
import { startHttpServer } from '../src/sms-service/http/server.ts';

/* What the SMS service is measured against: the same loop from request to answer, without storing anything. */

let logId = 0;
const operation = createOperation({
  send({ number, message }) {
    logId += 1;
    const text = { logId, accountId: 1, apiKeyId: 1, number: number ?? '', message: message ?? '', parts: 1 };
    return { accepted: true, entry: { ...text, cost: 3500n, balance: 10_000n, sentAt: Date.now() } };
  },
  clock: systemClock,
  retryAfter: true,
  faults: createSwitchboard(),
  journal: createJournal(0),
  onAccepted: () => {},
  onDecided: () => {},
  onInternalError: () => {},
});
const noDashboard = { handles: () => false, serve: () => {} };
const { url } = await startHttpServer(operation, noDashboard, {
  host: '127.0.0.1',
  port: 0,
  clock: systemClock,
  behindProxy: false,
});
process.on('SIGTERM', () => process.exit(0));
process.stdout.write(`${JSON.stringify({ port: Number(new URL(url).port) })}\n`);
