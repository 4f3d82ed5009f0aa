import pino from 'pino';
import { systemTime } from '../src/kit/clock.ts';
import { type Credits, ofMillionths } from '../src/kit/credits.ts';
import { DAY_MS, dayOf, monthOf } from '../src/kit/day.ts';
import type { LocalNumber } from '../src/kit/number.ts';
import { createDocuments } from '../src/kit/store/documents.ts';
import { createNewId } from '../src/kit/store/ids.ts';
import { openSqlite } from '../src/kit/store/sqlite/index.ts';
import type { Row, Store, Table } from '../src/kit/store/store.ts';
import type { Intent } from '../src/texts/intent.ts';
import { carrying } from '../src/texts/store/intent-records.ts';
import { TEXTS, type TextRecord, textId } from '../src/texts/store/model.ts';
import { newIntent, newText } from '../src/texts/store/plan.ts';
import {
  plus,
  SENDER_USAGE,
  type SenderUsageRecord,
  USAGE,
  type UsageRecord,
} from '../src/texts/store/usage.ts';
import { fingerprintOf } from '../src/workspace/linked-keys.ts';
import { openHome, teamOf } from './commands.ts';
import { quantile } from './parts.ts';
import { connect } from './wire.ts';
import { createWorld } from './world.ts';

const TEXTS_STORED = 1_000_000;
const SENDERS = 3000;
/** Younger than what is deleted at the start. */
const DAYS = 29;
/** One in so many is uncertain. */
const UNCERTAIN_EVERY = 20_000;
const STEP = 5000;
const COST_MILLIONTHS = 350_000;
const OPENED = 50;
/** The first pages find a program that has just started. */
const WARM = 5;
const WORKSPACE = teamOf(0);
const SOURCES = [
  'command',
  'form',
  { feature: 'workflows', kind: 'step', data: {} },
  { feature: 'alerts', kind: 'alert', data: {} },
] as const;

/** How long it takes from Slack's event to the Home tab of an admin whose workspace has a million texts of a month. */
export async function homeWithAMillion(): Promise<{ p50: number; longest: number; facts: string }> {
  const world = await createWorld('sqlite', 1);
  const began = performance.now();
  await fillStore(world.dataDir, fingerprintOf(world.serviceUrl, `key-${WORKSPACE}`));
  const filledMs = performance.now() - began;
  const app = await world.start();
  const line = await connect(app.url);
  const times: number[] = [];
  let cpuBefore = 0;
  for (let index = 0; index < OPENED; index++) {
    if (index === WARM) cpuBefore = app.cpuMs();
    const published = new Promise<number>(resolve => world.onPage(() => resolve(performance.now())));
    const request = openHome(app.url, index);
    const sentAt = performance.now();
    await line.ask(request);
    times.push((await published) - sentAt);
  }
  const cpuMs = (app.cpuMs() - cpuBefore) / (OPENED - WARM);
  line.close();
  await world.close();
  const warm = times.slice(WARM);
  return {
    p50: quantile(warm, 0.5),
    longest: Math.max(...warm),
    facts: `${cpuMs.toFixed(1)} ms of the processor each, the first ${times[0]?.toFixed(0)} ms; ${TEXTS_STORED} texts of ${SENDERS} senders, written in ${(filledMs / 1000).toFixed(0)} s`,
  };
}

async function fillStore(dataDir: string, fingerprint: string): Promise<void> {
  const log = pino({ level: 'silent' });
  const engine = openSqlite({ dataDir, time: systemTime, newId: createNewId(Date.now), log });
  const { store } = engine;
  const facts = { deactivated: false, admin: true, guest: false, otherTeam: false };
  const unknown = { phone: null, zone: null, name: null };
  await createDocuments(store).documents.set(WORKSPACE, 'person U1', {
    facts: { ...facts, ...unknown },
    at: Date.now(),
  });
  const wall = Date.now();
  const [days, senders] = [new Map<number, UsageRecord>(), new Map<string, SenderUsageRecord>()];
  for (let from = 0; from < TEXTS_STORED; from += STEP) {
    const texts = Array.from({ length: STEP }, (_, offset) => textAt(from + offset, fingerprint, wall));
    await insert(store, TEXTS, texts);
    for (const text of texts) count(text, days, senders);
  }
  await insert(store, USAGE, [...days.values()]);
  await insert(store, SENDER_USAGE, [...senders.values()]);
  await engine.close();
}

const insert = <R extends Row>(store: Store, table: Table<R>, rows: readonly R[]): Promise<void> =>
  store.transaction(tx => {
    for (const row of rows) tx.insert(table, row);
  });

const sourceAt = (index: number): Intent['source'] => SOURCES[index % SOURCES.length] ?? 'command';

/** The sent texts of the last month, oldest first. */
function textAt(index: number, fingerprint: string, wall: number): TextRecord {
  const at = wall - Math.round(((TEXTS_STORED - index) / TEXTS_STORED) * DAYS * DAY_MS);
  const number = `017${String(index % 100_000_000).padStart(8, '0')}` as LocalNumber;
  const intent: Intent = {
    id: `bench-${index}`,
    workspace: WORKSPACE,
    source: sourceAt(index),
    resendOf: null,
    actor: `U${(index % SENDERS) + 1}`,
    to: [{ kind: 'number', number }],
    message: 'The meeting is at ten in the head office',
    priority: 'people',
    confirmed: true,
    replyTo: null,
    language: 'en',
    acceptedAt: at,
  };
  const planned = {
    number,
    message: intent.message,
    parts: 1,
    priority: 'people' as const,
    expiresAt: at + DAY_MS,
  };
  const text = newText(textId(intent.id, 0), intent, planned, { fingerprint }, { now: at, wall: at });
  const carried = carrying(text, { ...newIntent(intent, { dueAt: at, leasedBy: null }), state: 'planned' });
  const isUncertain = index % UNCERTAIN_EVERY === 0;
  return isUncertain
    ? { ...carried, state: 'uncertain', uncertain: 'timeout', settledAt: at }
    : { ...carried, state: 'sent', logId: String(index), cost: ofMillionths(COST_MILLIONTHS), settledAt: at };
}

/** Counts a text in the records that the app would have counted it in. */
function count(
  { madeAt, actor, state }: TextRecord,
  days: Map<number, UsageRecord>,
  senders: Map<string, SenderUsageRecord>,
): void {
  const [day, month] = [dayOf(madeAt), monthOf(madeAt)];
  const used = {
    texts: 1,
    millionths: state === 'sent' ? COST_MILLIONTHS : 0,
    open: state === 'sent' ? 0 : 1,
  };
  const none = { texts: 0, millionths: 0, open: 0 };
  const ofDay = days.get(day) ?? {
    id: `${WORKSPACE} ${day}`,
    workspace: WORKSPACE,
    day,
    ...none,
    sources: {},
    withRoom: 0,
    prompt: 0,
  };
  const sources = { ...ofDay.sources, command: plus(ofDay.sources.command ?? none, used) };
  days.set(day, { ...ofDay, ...plus(ofDay, used), sources, balance: '100000' as Credits });
  const id = `${WORKSPACE} ${month} ${actor}`;
  const sender = senders.get(id) ?? {
    id,
    workspace: WORKSPACE,
    month,
    owner: actor,
    ...none,
    day,
    today: none,
  };
  const today = sender.day === day ? plus(sender.today, used) : used;
  senders.set(id, { ...sender, ...plus(sender, used), day, today });
}
