import type { Mutation } from './mutation.ts';

const INCIDENTS = ['test/unit/alerts/incidents.test.ts'] as const;
const ACT = 'src/alerts/deciding/act.ts';
const ESCALATE = 'src/alerts/deciding/escalate.ts';
const HEARTBEAT = 'src/alerts/deciding/heartbeat.ts';
const RIGHTS = 'src/alerts/rights.ts';

/** Alerts that somebody answers: who is texted, and who no more. */
export const ALERTS: readonly Mutation[] = [
  {
    guards: 'no step fires once somebody has acknowledged',
    file: ACT,
    from: 'incident.taken = { by, at };\n  stopEscalation(incident);',
    to: 'incident.taken = { by, at };',
    tests: INCIDENTS,
  },
  {
    guards: 'an alert that begins later starts no steps for what somebody has acknowledged',
    file: 'src/alerts/deciding/incidents.ts',
    from: 'if (first && !incident.taken) incident.escalation ??=',
    to: 'if (first) incident.escalation ??=',
    tests: INCIDENTS,
  },
  {
    guards: 'who acknowledged second doesn’t take it from who was first',
    file: ACT,
    from: 'if (incident.taken) return false;',
    to: '',
    tests: INCIDENTS,
  },
  {
    guards: 'only who acknowledged gives it back, and for a minute',
    file: ACT,
    from: 'if (!taken || !sameResponder(taken.by, by) || at - taken.at > GIVE_BACK_MS) return false;',
    to: 'if (!taken || at - taken.at > GIVE_BACK_MS) return false;',
    tests: INCIDENTS,
  },
  {
    guards: 'what is over is nobody’s to do anything about',
    file: ACT,
    from: 'if (incident.endedAt === null && carryOut(',
    to: 'if (carryOut(',
    tests: [...INCIDENTS, 'test/unit/alerts/lapse.test.ts'],
  },
  {
    guards: 'a late redelivery reopens no group that is over',
    file: 'src/alerts/deciding/admit.ts',
    from: "if (known.status === 'resolved') return laterBy(alert, known) <= 0;",
    to: "if (known.status === 'resolved') return laterBy(alert, known) < 0;",
    tests: ['test/unit/alerts/decide.test.ts', ...INCIDENTS],
  },
  {
    guards: 'steps go round as often as their hook says',
    file: ESCALATE,
    from: 'if (!step || turn >= steps.length * rounds) {',
    to: 'if (!step || turn > steps.length * rounds) {',
    tests: INCIDENTS,
  },
  {
    guards: 'each step has its own time',
    file: ESCALATE,
    from: 'incident.escalation = { turn, dueAt: now + step.waitMs };',
    to: 'incident.escalation = { turn, dueAt: now + (steps[0]?.waitMs ?? 0) };',
    tests: INCIDENTS,
  },
  {
    guards: 'acknowledging cancels each text that may still wait',
    file: 'src/alerts/deciding/incidents.ts',
    from: 'return texts.slice(-Math.max(MAX_TEXTS, waiting));',
    to: 'return texts.slice(-MAX_TEXTS);',
    tests: INCIDENTS,
  },
  {
    guards: 'a text that somebody else still needs isn’t cancelled',
    file: 'src/alerts/deciding/fates.ts',
    from: 'intent => !needed.has(intent),',
    to: 'intent => intent !== undefined || needed.has(intent),',
    tests: INCIDENTS,
  },
  {
    guards: 'whoever’s text was cancelled doesn’t hear that it is over',
    file: 'src/alerts/deciding/fates.ts',
    from: 'one.told = crowds.without(one.told, untold);',
    to: '',
    tests: INCIDENTS,
  },
  {
    guards: 'whom no text about an alert reached doesn’t hear that it is over',
    file: 'src/alerts/deciding/fates.ts',
    from: 'resolved: crowds.without(one.waits.resolved, untold)',
    to: 'resolved: one.waits.resolved',
    tests: ['test/unit/alerts/fates.test.ts'],
  },
  {
    guards: 'whoever may have heard of an alert hears that it is over',
    file: 'src/alerts/deciding/fates.ts',
    from: "new Set(['coming', 'sent', 'uncertain'])",
    to: "new Set(['coming', 'sent'])",
    tests: ['test/unit/alerts/fates.test.ts'],
  },
  {
    guards: 'time in which nobody could call is no heartbeat’s silence',
    file: HEARTBEAT,
    from: 'byHook.set(hook, { ...heartbeat, silentMs, countsFrom: heartbeat.countsFrom + gap });',
    to: 'byHook.set(hook, { ...heartbeat, silentMs });',
    tests: ['test/unit/alerts/heartbeats.test.ts'],
  },
  {
    guards: 'a heartbeat that stopped is said once',
    file: HEARTBEAT,
    from: 'if (stopped || called.has(hook)) continue;',
    to: 'if (called.has(hook)) continue;',
    tests: ['test/unit/alerts/heartbeats.test.ts'],
  },
  {
    guards: 'a limit in credits holds while no price is known',
    file: 'src/alerts/deciding/allowance.ts',
    from: 'if (past === null && spent.texts === 0) return true;',
    to: 'if (past === null) return true;',
    tests: ['test/unit/alerts/daily.test.ts'],
  },
  {
    guards: 'a hook’s daily limit is its own day’s',
    file: 'src/alerts/deciding/allowance.ts',
    from: 'spent.day === day)',
    to: 'spent.day <= day)',
    tests: ['test/unit/alerts/daily.test.ts'],
  },
  {
    guards: 'what follows a critical text within seconds goes in one more',
    file: 'src/alerts/deciding/texting.ts',
    from: 'return Math.max(roomAt(CRITICAL_BUCKETS, times, now), gathered);',
    to: 'return roomAt(CRITICAL_BUCKETS, times, now);',
    tests: ['test/unit/alerts/decide.test.ts', 'test/unit/alerts/decide.property.test.ts'],
  },
  {
    guards: 'an alert without a key is for people to do something about for an hour',
    file: 'src/alerts/deciding/escalate.ts',
    from: 'if (!tooMany.has(incident) && mayStay(incident)) continue;',
    to: 'if (!tooMany.has(incident)) continue;',
    tests: ['test/unit/alerts/lapse.test.ts'],
  },
  {
    guards: 'only who was texted, or is named, acknowledges if the workspace’s rules keep them out otherwise',
    file: RIGHTS,
    from: 'number === parsed.number && TEXTED.has(state)',
    to: 'TEXTED.has(state)',
    tests: ['test/unit/alerts/rights.test.ts'],
  },
  {
    guards: 'a text that never went gives nobody rights',
    file: RIGHTS,
    from: 'number === parsed.number && TEXTED.has(state)',
    to: 'number === parsed.number && state !== undefined',
    tests: ['test/unit/alerts/rights.test.ts'],
  },
  {
    guards: 'a link leads to the incidents of its own text',
    file: 'src/alerts/deciding/incidents.ts',
    from: "if ('intent' in which) return texts.some(({ intent }) => intent === which.intent);",
    to: "if ('intent' in which) return texts.length > 0;",
    tests: INCIDENTS,
  },
  {
    guards: 'no name or summary makes a second part of a text',
    file: 'src/alerts/phrase.ts',
    from: "noMoreParts(counted({ ...whole, name: '', summary: '' }));",
    to: 'noMoreParts(counted(whole));',
    tests: ['test/unit/alerts/texts.test.ts'],
  },
  {
    guards: 'a text leaves room for its link',
    file: 'src/alerts/phrase.ts',
    from: 'const partsOf = (text: string): number => countParts(text + ending).parts;',
    to: 'const partsOf = (text: string): number => countParts(text).parts;',
    tests: ['test/unit/alerts/linked-texts.test.ts'],
  },
];
