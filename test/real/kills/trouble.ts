import type { Playground, Fault as SlackFault } from '../../../src/playground/index.ts';
import type { Fault as ServiceFault, SmsService } from '../../../src/sms-service/testing/service.ts';
import type { Dice } from './dice.ts';

const MOMENTS = ['before', 'after'] as const;

/**
 * Each request to the SMS service meets its own fate, for better or worse. Hanging and 5xx come before and after the
 * text was accepted; a 429 and an INVALID_NUMBER come instead.
 *
 * @returns ends it: from then on the service is well
 */
export function troubleService(
  service: SmsService,
  dice: Dice,
  fate: (dice: Dice) => ServiceFault | null = serviceFault,
): () => void {
  let over = false;
  async function run(): Promise<void> {
    for (let seen = service.requests.count() + 1; !over; seen++) {
      const fault = fate(dice);
      if (fault) service.faults.add(fault, { requests: 1 });
      await service.requests.reached(seen);
    }
  }
  void run();
  return () => {
    over = true;
    service.faults.clear();
  };
}

function serviceFault(dice: Dice): ServiceFault | null {
  const when = MOMENTS[Math.floor(dice.below(2))] ?? 'before';
  return dice.weighted<ServiceFault | null>([
    [58, null],
    [10, { kind: 'slow', ms: Math.ceil(dice.below(1500)), when }],
    [6, { kind: 'hang', when }],
    [8, { kind: 'reset', when }],
    [8, { kind: 'html-500', when }],
    [5, { kind: 'refuse', code: 'INVALID_NUMBER' }],
    [5, { kind: 'refuse', code: 'RATE_LIMITED' }],
  ]);
}

/**
 * Slack fails half of what the app asks, sometimes before and sometimes after it did what was asked.
 *
 * @returns ends it
 */
export function troubleSlack(slack: Playground, dice: Dice): () => void {
  const next = (): void => {
    if (slack.faults.active().length === 0) slack.faults.add({ ...slackFault(dice), times: 1 });
  };
  slack.world.changes.on('change', next);
  next();
  return () => {
    slack.world.changes.off('change', next);
    slack.faults.clear();
  };
}

function slackFault(dice: Dice): SlackFault {
  const when = MOMENTS[Math.floor(dice.below(2))] ?? 'before';
  return dice.weighted<SlackFault>([
    [50, { kind: 'slow', delayMs: 0 }],
    [16, { kind: 'status', status: 500, when }],
    [12, { kind: 'rate-limited', retryAfterS: 1, when }],
    [18, { kind: 'reset', when }],
    // A reply URL that is gone for good: the post must come by chat.postMessage.
    [4, { kind: 'status', status: 404, on: 'response_url' }],
  ]);
}
