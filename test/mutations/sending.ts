import type { Mutation } from './mutation.ts';

const DISPATCHER = 'src/sending/dispatcher.ts';
const CLIENT = 'src/gateway/client.ts';
const REPLY = 'src/gateway/reply.ts';

/** From the claim to the outcome: never two texts instead of one, and nothing claimed that isn't known. */
export const SENDING: readonly Mutation[] = [
  {
    guards: 'a claim begins its request within 5 s',
    file: DISPATCHER,
    from: 'clock.now() - claim.claimedAt <= CLAIM_FRESH_MS',
    to: 'clock.now() - claim.claimedAt <= 3_600_000',
    tests: ['test/contracts/dispatcher.test.ts'],
  },
  {
    guards: 'after the claim, the key is compared with the priority',
    file: DISPATCHER,
    from: 'if (isAway || key.fingerprint !== fingerprint) {',
    to: 'if (isAway) {',
    tests: ['test/contracts/dispatcher.test.ts'],
  },
  {
    guards: 'a request that met 429 was counted by the service',
    file: DISPATCHER,
    from: "why: 'RATE_LIMITED', counted: true",
    to: "why: 'RATE_LIMITED', counted: false",
    tests: ['test/contracts/dispatcher.test.ts'],
  },
  {
    guards: 'a bare status holds no key',
    file: 'src/domain/problem.ts',
    from: "problem.kind !== 'SERVICE_REFUSED' || !problem.proven",
    to: "problem.kind !== 'SERVICE_REFUSED'",
    tests: ['test/unit/domain/problem.test.ts'],
  },
  {
    guards: 'an outcome is recorded with patience',
    file: DISPATCHER,
    from: "log.error({ err: error }, 'can’t record a text’s result; trying again');",
    to: "return log.error({ err: error }, 'can’t record a text’s result; trying again');",
    tests: ['test/contracts/dispatcher.test.ts'],
  },
  {
    guards: 'what is under way is ended before the app stops',
    file: DISPATCHER,
    from: 'await Promise.allSettled(underWay);',
    to: 'underWay.clear();',
    tests: ['test/journeys/stopping.test.ts'],
  },
  {
    guards: '"not sent" is said only if no byte left',
    file: CLIENT,
    from: '      left = true;',
    to: '      left = false;',
    tests: ['test/contracts/gateway-wire.test.ts'],
  },
  {
    guards: 'what lies in the socket is read before the 20 s are judged',
    file: CLIENT,
    from: 'onceRead(() => stop.abort(',
    to: '[0].forEach(() => stop.abort(',
    tests: ['test/contracts/gateway-wire.test.ts'],
  },
  {
    guards: 'a connection that the server has closed is not written to',
    file: CLIENT,
    from: 'if (request.reusedSocket) onceRead(resolve);',
    to: 'if (request.reusedSocket) resolve();',
    tests: ['test/contracts/gateway-wire.test.ts', 'test/contracts/gateway-replies.test.ts'],
  },
  {
    guards: 'a 5xx leaves it open whether the text went',
    file: REPLY,
    from: 'if (status >= 500 || status < 200',
    to: 'if (status >= 600 || status < 200',
    tests: ['test/contracts/gateway-replies.test.ts'],
  },
  {
    guards: 'a success is said in the body',
    file: REPLY,
    from: 'if (object && isTrue(success)) return sent(object);',
    to: 'if (object) return sent(object);',
    tests: ['test/contracts/gateway-replies.test.ts'],
  },
  {
    guards: 'a redirect leaves it open whether the text went',
    file: REPLY,
    from: "if (status >= 300 && status < 400) return uncertain('redirect', status);",
    to: '',
    tests: ['test/contracts/gateway-replies.test.ts'],
  },
  {
    guards: 'a key whose requests stay unanswered is tried one at a time',
    file: 'src/sending/circuit-breaker.ts',
    from: 'if (isOpen && trying.has(fingerprint)) return null;',
    to: '',
    tests: ['test/unit/circuit-breaker.test.ts'],
  },
  {
    guards: 'what surely was uncertain is said in a post that lasts',
    file: 'src/slack/delivery.ts',
    from: 'return lasting(uncertainMessage(',
    to: 'return toPerson(uncertainMessage(',
    tests: ['test/journeys/uncertain.test.ts', 'test/journeys/settings-receipts.test.ts'],
  },
  {
    guards: 'a workspace that has computed for 50 ms goes on for a tenth of the time',
    file: 'src/domain/in-turns.ts',
    from: 'if (tooMuch <= 0) return;',
    to: 'return;',
    tests: ['test/unit/in-turns.test.ts'],
  },
  {
    guards: 'one workspace computes in a turn of the event loop, and for a few milliseconds',
    file: 'src/domain/in-turns.ts',
    from: 'while (loop.now() - began < TURN_MS);',
    to: 'while (true);',
    tests: ['test/unit/in-turns.test.ts'],
  },
  {
    guards: 'plans for many people are written one by one',
    file: 'src/sending/resolve.ts',
    from: "await (isLong ? oneByOne('', written) : written());",
    to: 'await written();',
    tests: ['test/unit/resolver.test.ts'],
  },
  {
    guards: 'a decision that takes longer than its lease is not begun again beside itself',
    file: 'src/alerts/inbox-worker.ts',
    from: 'if (underWay.has(which)) return;',
    to: '',
    tests: ['test/unit/alerts/inbox-worker.test.ts'],
  },
  {
    guards: 'an inbox is looked at as far as it comes to a megabyte',
    file: 'src/alerts/inbox.ts',
    from: 'if (characters >= MAX_CHARACTERS) break;',
    to: '',
    tests: ['test/unit/alerts/inbox.test.ts'],
  },
  {
    guards: 'beyond the budget of a workspace, alerts are counted',
    file: 'src/alerts/deciding/budget.ts',
    from: 'if (there.alerts >= most.alerts || there.bytes + more > most.bytes) return false;',
    to: '',
    tests: ['test/unit/alerts/budget.test.ts'],
  },
];
