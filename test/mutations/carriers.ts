import type { Mutation } from './mutation.ts';

const SMPP = ['test/real/programs/sms-service-smpp.test.ts'] as const;
const HTTP = ['test/contracts/sms-service-http-carriers.test.ts'] as const;
const KILLED = ['test/real/kills/sms-service-killed.test.ts'] as const;
const DISK = ['test/real/programs/sms-service-disk.test.ts'] as const;
const RULES = 'src/sms-service/delivery/rules.ts';
const NEXT = 'src/sms-service/delivery/next-step.ts';

/** The SMS service submits a text to a carrier once, loses none, and credits back once. */
export const CARRIERS: readonly Mutation[] = [
  {
    guards: 'a text that got no answer is not given to a carrier again',
    file: 'src/sms-service/carriers/sms-net-bd.ts',
    from: 'knowsAgain: () => false,',
    to: 'knowsAgain: () => true,',
    tests: HTTP,
    named: 'cut-after',
  },
  {
    guards: 'an answer with an empty code is not taken for a text that was sent',
    file: 'src/sms-service/carriers/http.ts',
    from: 'return /^\\d+$/.test(digits) ? Number(digits) : Number.NaN;',
    to: 'return Number(digits);',
    tests: HTTP,
    named: 'is no code',
  },
  {
    guards: 'what a carrier knows again is not repeated on another day',
    file: 'src/sms-service/carriers/ssl-wireless.ts',
    from: 'begunAt !== null && dayOf(begunAt) === dayOf(now + BEFORE_MIDNIGHT_MS)',
    to: 'begunAt !== null && now + BEFORE_MIDNIGHT_MS > 0 && dayOf(0) === 0',
    tests: HTTP,
    named: 'day has passed',
  },
  {
    guards: 'what was being submitted when the service was killed is not submitted again',
    file: RULES,
    from: "state: repeatable ? 'waiting' : 'unknown' };",
    to: "state: 'waiting', begunAt: null };",
    tests: KILLED,
    named: 'killed while the carrier has the text and hasn’t answered: unknown, and not submitted again',
  },
  {
    guards: 'a message is on the disk as begun before it leaves',
    file: 'src/sms-service/delivery/dispatcher.ts',
    from: 'recorder.record(logId, step.submissions, null);',
    to: "recorder.record(logId, step.submissions.map(it => ({ ...it, state: 'waiting' as const })), null);",
    tests: KILLED,
    named: 'killed while the carrier has the text and hasn’t answered: unknown, and not submitted again',
  },
  {
    guards: 'the answers that were not given when a line is cut are never waited for as if nothing had left',
    file: 'src/sms-service/carriers/smpp/smpp.ts',
    from: "for (const settle of [...unanswered.values()]) settle({ kind: 'unanswered', why });",
    to: "for (const settle of [...unanswered.values()]) settle({ kind: 'not-now', why });",
    tests: SMPP,
    named: 'a text is unknown if the connection ends before the answer, and is never sent again',
  },
  {
    guards: 'of a text that left in part, no other route gets any',
    file: NEXT,
    from: 'if (begun) return continueOn(waiting, begun.route, carriers, now, late ? hours : null);',
    to: '',
    tests: SMPP,
    named: 'throttled part',
  },
  {
    guards: 'a text that waited for too long is not sent in surprise',
    file: NEXT,
    from: 'if (late) return {',
    to: 'if (late && now < 0) return {',
    tests: SMPP,
    named: 'no route took',
  },
  {
    guards: 'the rest of a text that left in part is not sent in surprise',
    file: NEXT,
    from: 'if (lateAfter !== null) {',
    to: "if (lateAfter === '') {",
    tests: ['test/unit/sms-service/next-step.test.ts'],
    named: 'given up in time',
  },
  {
    guards: 'a failed text is credited back where the terms say so, and only there',
    file: 'src/sms-service/delivery/results.ts',
    from: 'if (!store.accounts.get(accountId).terms.creditBackFailed) return;',
    to: '',
    tests: SMPP,
    named: 'credits a text back',
  },
  {
    guards:
      'a receipt is told to be there only once it is on the disk, and kept if its text is not known yet',
    file: 'src/sms-service/delivery/results.ts',
    from: 'earlyReceipts.keep(route, messageId, { ending, reason }, clock.now());',
    to: '',
    tests: SMPP,
    named: 'before the answer to the submit',
  },
  {
    guards: 'what a restored backup had waiting is not sent a second time',
    file: 'src/sms-service/store/backup.ts',
    from: "database.exec('DELETE FROM queue');",
    to: '',
    tests: ['test/real/programs/sms-service-operating.test.ts'],
    named: 'backed up while it sends',
  },
  {
    guards: 'after a sync that failed, nobody is told that nothing was charged',
    file: 'src/sms-service/accept/operation.ts',
    from: "return mayBeWritten(error) ? 'UNCONFIRMED' : 'INTERNAL_ERROR';",
    to: "return 'INTERNAL_ERROR';",
    tests: DISK,
    named: 'sync that fails',
  },
  {
    guards: 'one process on a data directory sends',
    file: 'src/sms-service/store/database.ts',
    from: "lock.exec('BEGIN EXCLUSIVE');",
    to: '',
    tests: KILLED,
    named: 'two programs',
  },
];
