import { cpus, totalmem } from 'node:os';
import { acceptance, idleLatency } from './accept.ts';
import { alertTurns } from './alert-policy.ts';
import { homeWithAMillion } from './home.ts';
import { largestCalls } from './hostile.ts';
import { passedByOneText } from './one-text.ts';
import { purgesBesideReader } from './purge.ts';
import { starting } from './start.ts';
import { throughput } from './throughput.ts';
import type { Engine } from './world.ts';

/*
 * `npm run bench`: most figures are ratios within this run, because machines differ and are noisy. Name rows to measure
 * only those: `npm run bench -- accept idle`.
 */

type Row = [what: string, figure: number, limit: `${'≥' | '≤'} ${number}`, facts?: string];

const ENGINES = (process.env.BENCH_ENGINES?.split(',') ?? ['sqlite', 'redis']) as Engine[];

const MEASUREMENTS: Record<string, (engine: Engine) => Promise<Row[]>> = {
  async text(engine) {
    const { functions, files, queries, commits } = await passedByOneText(engine);
    const store: Row[] =
      engine === 'sqlite'
        ? [
            ['SQL statements of one text', queries, '≤ 45'],
            ['commits of one text', commits, '≤ 3'],
          ]
        : [['commands that Redis is asked for one text', queries, '≤ 10']];
    return [
      ['functions that one text passes', functions, '≤ 320'],
      ['in so many files', files, '≤ 75'],
      ...store,
    ];
  },
  async accept(engine) {
    const { ratio, facts } = await acceptance(engine, 'accepted');
    const limit = engine === 'sqlite' ? '≥ 0.35' : '≥ 0.28';
    return [['commands accepted a second, over Bolt alone', ratio, limit, facts]];
  },
  async told(engine) {
    const { ratio, facts } = await acceptance(engine, 'reported');
    const limit = engine === 'sqlite' ? '≥ 0.22' : '≥ 0.18';
    return [['commands accepted, sent and told of a second, over Bolt alone', ratio, limit, facts]];
  },
  async idle(engine) {
    const { p50, p99, receiptMs, facts } = await idleLatency(engine);
    const [toText, toReceipt] =
      engine === 'sqlite' ? (['≤ 3', '≤ 1.5'] as const) : (['≤ 3.5', '≤ 2.5'] as const);
    return [
      ['idle, Slack’s request to the service’s, p50, over Bolt’s round trip', p50, toText, facts],
      ['the same, p99', p99, '≤ 5'],
      ['idle, from the text to its receipt, p50, ms', receiptMs, toReceipt],
    ];
  },
  async throughput(engine) {
    const { perSecond, facts } = await throughput(engine);
    return [['texts a second over 1,000 keys', perSecond, engine === 'sqlite' ? '≥ 2000' : '≥ 1600', facts]];
  },
  async hostile(engine) {
    // Doesn't involve the store, so one engine is enough.
    if (engine !== ENGINES[0]) return [];
    const { ms, facts } = await largestCalls();
    return [['longest turn with calls to hooks of the largest size, ms', ms, '≤ 50', facts]];
  },
  async purge(engine) {
    if (engine !== 'sqlite') return []; // Redis has no log that needs emptying.
    const label = 'longest of 100 purges while another program reads the file, ms';
    return [[label, await purgesBesideReader(), '≤ 50']];
  },
  async alerts(engine) {
    if (engine !== 'sqlite') return []; // Doesn't involve the store.
    const { kib, read, written, repeat, storm, reminders } = alertTurns();
    return [
      ['longest turn with 5,000 alerts, ms: reading them', read, '≤ 20', `${kib} KiB stored`],
      ['the same, writing them', written, '≤ 20'],
      ['the same, a repeat', repeat, '≤ 20'],
      ['the same, all of them at once', storm, '≤ 20'],
      ['the same, reminders of all', reminders, '≤ 20'],
    ];
  },
  async home(engine) {
    if (engine !== 'sqlite') return []; // Writing the million takes Redis too long.
    const { p50, longest, facts } = await homeWithAMillion();
    return [
      ['an admin’s Home with a million texts stored, p50, ms', p50, '≤ 300', facts],
      ['the same, the longest of 45', longest, '≤ 300'],
    ];
  },
  async start(engine) {
    const { seconds, residentMb } = await starting(engine);
    return [
      ['seconds from start to ready', seconds, '≤ 0.7'],
      ['MB at the start', residentMb, engine === 'sqlite' ? '≤ 135' : '≤ 150'],
    ];
  },
};

const [cpu] = cpus();
const names = process.argv.slice(2);
process.stdout.write(
  `${cpus().length} × ${cpu?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}\n\n`,
);
process.stdout.write('| what | figure | to reach | | measured |\n|---|---|---|---|---|\n');
for (const name of names.length > 0 ? names : Object.keys(MEASUREMENTS)) {
  const measure = MEASUREMENTS[name];
  if (!measure) throw new Error(`No measurement is called ${name}: ${Object.keys(MEASUREMENTS).join(', ')}`);
  for (const engine of ENGINES) {
    for (const [label, figure, limit, facts = ''] of await measure(engine)) {
      const bound = Number(limit.slice(2));
      const met = limit.startsWith('≥') ? figure >= bound : figure <= bound;
      const result = `${figure.toFixed(2)} | ${limit} | ${met ? 'met' : 'missed'} | ${facts}`;
      process.stdout.write(`| ${engine}: ${label} | ${result} |\n`);
    }
  }
}
process.exit(0);
