import { expect, test } from 'vitest';
import { z } from 'zod';
import { readManifest } from '../../../src/demo/manifest.ts';
import { fetchCalendar, openCalendars, pathIn, pressInList } from '../../support/calendars.ts';
import { makeRota, openOnTop, openRotas, standIn } from '../../support/rotas.ts';
import { inStore } from '../../support/settings.ts';
import { createLinkedStage, MINUTE, type Stage } from '../../support/stage.ts';
import { contentOf } from '../../support/views.ts';

/* Calendars behind secret addresses. The clock starts on Saturday at 15:00 in Dhaka, and turns begin at 21:00. */

const HOUR = 60 * MINUTE;

const setUp = (): Promise<Stage> =>
  createLinkedStage({
    environment: { PUBLIC_URL: 'https://sms.example.com' },
    slack: { manifest: readManifest() },
  });

const summariesIn = (lines: readonly string[]): string[] =>
  lines.flatMap(line => /^SUMMARY:(.*)$/.exec(line)?.[1] ?? []);

test('a rota as a calendar has twelve weeks of turns, stand-ins and gaps; it is shown once, and ends with a press', async () => {
  const stage = await setUp();
  await makeRota(stage);
  const list = await openRotas(stage);
  const now = stage.clock.wall();
  const form = await openOnTop(stage, list, 'open_stand_in');
  await standIn(stage, form, null, now + 30 * HOUR, now + 36 * HOUR);

  const calendars = await openCalendars(stage);
  const shown = await pressInList(stage, calendars, 'make_calendar', /shown only this once/, 1);
  const path = pathIn(shown);
  expect(path).toMatch(/^\/calendar\/T0PADMA0001-smsc_[\w-]{43}\.ics$/);
  const later = await openCalendars(stage);
  expect(contentOf(later)).not.toContain(path);
  const [, token = ''] = /-(smsc_[\w-]{43})\.ics/.exec(path) ?? [];
  const stored = await inStore(stage, ({ documents }) =>
    documents.get('T0PADMA0001', 'calendars', z.unknown()),
  );
  expect(JSON.stringify(stored), 'only a hash is stored').toContain('hash');
  expect(JSON.stringify(stored)).not.toContain(token);

  const { status, lines } = await fetchCalendar(stage, path);
  expect(status).toBe(200);
  const summaries = summariesIn(lines);
  // A hand-over on each of 84 days, the turn that is on, and the gap, after which the turn goes on.
  expect(summaries).toHaveLength(84 + 1 + 1);
  expect(summaries.slice(0, 2)).toEqual(['Servers: Nusrat', 'Servers: Rafiq']);
  expect(summaries.filter(summary => summary === 'Servers: nobody on call')).toHaveLength(1);
  expect(lines).toContain('DTEND:20261121T150000Z');
  expect(lines.filter(line => line.startsWith('UID:'))).toHaveLength(
    new Set(lines.filter(line => line.startsWith('UID:'))).size,
  );

  expect((await fetchCalendar(stage, path.replace(/.{5}\.ics/, 'AAAAA.ics'))).status).toBe(404);
  await pressInList(stage, later, 'revoke_calendar', /Revoked/);
  expect((await fetchCalendar(stage, path)).status).toBe(404);
});

test('my turns are mine alone; a new address ends the last one, and it ends with its maker’s permission', async () => {
  const stage = await setUp();
  await makeRota(stage);
  const calendars = await openCalendars(stage);
  const first = pathIn(await pressInList(stage, calendars, 'make_calendar', /shown only this once/));
  const { lines } = await fetchCalendar(stage, first);
  expect(new Set(summariesIn(lines))).toEqual(new Set(['Servers: Rafiq']));
  expect(lines).toContain('X-WR-CALNAME:My turns on call');
  const second = pathIn(
    await pressInList(stage, calendars, 'make_calendar', new RegExp(`calendar/(?!${first.slice(10)})`)),
  );
  expect(second).not.toBe(first);
  expect((await fetchCalendar(stage, first)).status).toBe(404);
  expect((await fetchCalendar(stage, second)).status).toBe(200);
  stage.slack.person('rafiq').deleted = true;
  await stage.clock.sleep(30 * MINUTE);
  expect((await fetchCalendar(stage, second)).status).toBe(404);
});

test('a manager ends everyone’s addresses of a rota', async () => {
  const stage = await setUp();
  await makeRota(stage);
  const path = pathIn(
    await pressInList(stage, await openCalendars(stage), 'make_calendar', /shown only this once/, 1),
  );
  const list = await openCalendars(stage, 'nusrat');
  expect(contentOf(list)).toContain('1 other person has one.');
  await pressInList(stage, list, 'revoke_calendars', /Revoked/);
  expect((await fetchCalendar(stage, path)).status).toBe(404);
});

test('a deleted rota’s addresses go with it', async () => {
  const stage = await setUp();
  await makeRota(stage);
  const calendars = await openCalendars(stage);
  const path = pathIn(await pressInList(stage, calendars, 'make_calendar', /shown only this once/, 1));
  await pressInList(stage, await openRotas(stage), 'delete_rota', /Deleted/i);
  expect((await fetchCalendar(stage, path)).status).toBe(404);
  const addresses = await inStore(stage, ({ documents }) =>
    documents.get('T0PADMA0001', 'calendars', z.unknown()),
  );
  expect(addresses).toEqual([]);
});
