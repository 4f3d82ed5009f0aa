import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { systemTime } from '../../../src/kit/clock.ts';
import { NO_HOLIDAYS } from '../../../src/rotas/plan.ts';
import { NO_SPECIAL_TIMES, rotaDraftSchema } from '../../../src/rotas/rota.ts';
import { createRotas } from '../../../src/rotas/service.ts';
import type { Recipient } from '../../../src/texts/recipient.ts';
import { openStorage } from '../../../src/wiring/storage.ts';

const teammate = (userId: string): Recipient => ({ kind: 'teammate', userId, label: userId });
const DRAFT = {
  people: [teammate('A')],
  hours: 24 as const,
  time: '09:00',
  weekday: 0,
  ...NO_SPECIAL_TIMES,
  channel: null,
  texts: false,
};

test('a workspace has 30 rotas of up to 30 people, and no two have the same name', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sms-rotas-'));
  const log = pino({ level: 'silent' });
  const storage = await openStorage(
    { kind: 'sqlite', dataDir },
    { time: systemTime, newId: randomUUID, log, failed: () => undefined },
  );
  onTestFinished(async () => {
    await storage.close();
    rmSync(dataDir, { recursive: true });
  });
  const clock = { now: Date.now, wall: Date.now, after: () => () => undefined };
  const rotas = createRotas({
    ...storage,
    clock,
    newId: randomUUID,
    requestCheck: async () => undefined,
    holidays: async () => NO_HOLIDAYS,
  });
  const people = Array.from({ length: 31 }, (_, n) => teammate(`U${n}`));
  const create = (name: string, more: object = {}) =>
    rotas.create('T1', 'U1', { ...DRAFT, name, ...more }, name);
  await expect(create('Crowd', { people })).rejects.toThrow('people');
  for (let n = 1; n <= 30; n++)
    expect(await create(`Rota ${n}`, { people: people.slice(0, 30) })).toMatchObject({ rota: {} });
  expect(await create('rota  7')).toBe('taken');
  expect(await create('One more')).toBe('too_many');
  expect(await rotas.list('T1')).toHaveLength(30);
});

test('a shift is from 1 hour to 8 weeks; teammates, contacts and numbers take turns', () => {
  const fits = (more: object) => rotaDraftSchema.safeParse({ ...DRAFT, name: 'Ops', ...more }).success;
  const lengths = Array.from({ length: 1400 }, (_, hours) => hours).filter(hours => fits({ hours }));
  expect([lengths[0], lengths.at(-1), lengths.length]).toEqual([1, 1344, 1344]);
  expect(['1.5', 2.5, null].some(hours => fits({ hours }))).toBe(false);
  const contact = { feature: 'contacts', kind: 'contact', data: { id: 'c1', label: 'Ranu' } };
  const number = { kind: 'number', number: '01712345678' };
  expect(fits({ people: [teammate('A'), contact, number] })).toBe(true);
  expect(fits({ people: [{ kind: 'usergroup', id: 'S1', label: 'oncall' }] })).toBe(false);
});
