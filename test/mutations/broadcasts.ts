import { type Mutation, ON_SQLITE } from './mutation.ts';

const RULES = 'src/broadcasts/store/rules.ts';
const FEEDING = 'src/broadcasts/store/rows.ts';
const TALLY = 'src/broadcasts/store/tally.ts';
const OF_RULES = ['test/unit/broadcasts/broadcast.test.ts'];

/** Of a broadcast: nobody gets two texts, each row is counted once, and it stops when it has to. */
export const BROADCASTS: readonly Mutation[] = [
  {
    guards: 'rows that were fed are not fed again',
    file: FEEDING,
    from: "if (one?.state !== 'running' || one.next !== from) return null;",
    to: "if (one?.state !== 'running') return null;",
    tests: ON_SQLITE,
    named: 'few texts open',
  },
  {
    guards: 'whom a broadcast must not text any more is left out',
    file: FEEDING,
    from: 'isText(row) && !leaveOut.has(row.number) ?',
    to: 'isText(row) ?',
    tests: ON_SQLITE,
    named: 'leave out whom',
  },
  {
    guards: 'a day’s limits hold for broadcasts',
    file: FEEDING,
    from: 'return { rows: fits.texts, over: fits.over };',
    to: 'return { rows: texts.length, over: null };',
    tests: ON_SQLITE,
    named: 'limit leaves no room',
  },
  {
    guards: 'a broadcast whose key is held pauses',
    file: FEEDING,
    from: 'const why = held ? whyHeld(held) : whyPause(one, null, now);',
    to: 'const why = whyPause(one, null, now);',
    tests: ON_SQLITE,
    named: 'somebody else’s text',
  },
  {
    guards: 'nothing of a paused broadcast is claimed',
    file: TALLY,
    from: 'tx.put(TEXTS, { ...text, parked: true });',
    to: 'tx.put(TEXTS, { ...text });',
    tests: ON_SQLITE,
    named: 'claim nothing more',
  },
  {
    guards: 'what comes back while a broadcast is paused waits with the rest',
    file: TALLY,
    from: "parked: next.state === 'paused' };",
    to: 'parked: false };',
    tests: ON_SQLITE,
    named: 'claim nothing more',
  },
  {
    guards: 'what comes back after a broadcast was cancelled is cancelled',
    file: TALLY,
    from: "if (one.state === 'ended') {",
    to: "if (one.state === 'dropped') {",
    tests: ON_SQLITE,
    named: 'say how many went',
  },
  {
    guards: 'texts that waited while paused get their time anew',
    file: TALLY,
    from: 'parked: false, notBefore: now, expiresAt });',
    to: 'parked: false, notBefore: now });',
    tests: ON_SQLITE,
    named: 'claim nothing more',
  },
  {
    guards: 'a key that was held is tried when its broadcast goes on',
    file: 'src/broadcasts/steering.ts',
    from: 'if (held && !problem) await keys.tryAgain(workspace, by);',
    to: '',
    tests: ['test/journeys/broadcasts/broadcasts-watched.test.ts'],
  },
  {
    guards: 'a broadcast pauses after ten refusals in a row',
    file: RULES,
    from: 'const REFUSED_IN_A_ROW = 10;',
    to: 'const REFUSED_IN_A_ROW = 11;',
    tests: OF_RULES,
  },
  {
    guards: 'a broadcast pauses when a tenth of the last hundred were refused',
    file: RULES,
    from: 'recent.length === RECENT &&',
    to: '',
    tests: OF_RULES,
  },
  {
    guards: 'a broadcast pauses after five uncertain ones in a row',
    file: RULES,
    from: 'const UNCERTAIN_IN_A_ROW = 5;',
    to: 'const UNCERTAIN_IN_A_ROW = 6;',
    tests: OF_RULES,
  },
  {
    guards: 'a broadcast pauses at its limit',
    file: RULES,
    from: 'counts.millionths >= creditLimit',
    to: 'counts.millionths > creditLimit',
    tests: OF_RULES,
  },
  {
    guards: 'what was looked at doesn’t pause a broadcast again',
    file: RULES,
    from: "pause: null, recent: '', unreachableSince: null,",
    to: 'pause: null, unreachableSince: null,',
    tests: OF_RULES,
  },
  {
    guards: 'a late answer is counted once',
    file: RULES,
    from: '[from]: one.counts[from] - 1 }',
    to: '}',
    tests: OF_RULES,
  },
  {
    guards: 'a broadcast pauses when its key is unlinked, instead of losing its texts',
    file: 'src/texts/store/queue.ts',
    from: 'await pauseBroadcasts(workspace, now);',
    to: '',
    tests: ON_SQLITE,
    named: 'unlinking',
  },
  {
    guards: 'who is forgotten is forgotten by broadcasts',
    file: 'src/broadcasts/store/rows.ts',
    from: 'isRowAbout(job, row) ? withoutThem(job, row, chunk.from + offset >= next) : row,',
    to: 'row,',
    tests: ON_SQLITE,
    named: 'lose everything about somebody',
  },
];
