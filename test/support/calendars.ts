import { expect } from 'vitest';
import type { View } from '../../src/playground/index.ts';
import { oncall } from './rotas.ts';
import { passUntil, type Stage } from './stage.ts';
import { contentOf, opened } from './views.ts';

/* Calendars behind secret addresses; the stage's `PUBLIC_URL` is `https://sms.example.com`. */

export async function openCalendars(stage: Stage, user = 'rafiq'): Promise<View> {
  const post = await oncall(stage, '', user);
  return opened(stage, user, () => stage.slack.press(post, 'open_calendars', { user }));
}

/** Presses a button of the list, the nth with this action, and waits until the list says this. */
export async function pressInList(
  stage: Stage,
  list: View,
  action: string,
  says: RegExp,
  nth = 0,
): Promise<string> {
  const buttons = list.content.blocks.filter(
    block => block.type === 'actions' && JSON.stringify(block).includes(`"${action}"`),
  );
  const block = buttons[nth];
  await stage.slack.act(list, action, undefined, String(block?.block_id));
  await passUntil({ pass: () => stage.pass(100) }, () => says.test(contentOf(list)));
  return contentOf(list);
}

/** The path of the address that a list shows. */
export const pathIn = (shown: string): string =>
  /https:\/\/sms\.example\.com(\/calendar\/[\w-]+\.ics)/.exec(shown)?.[1] ?? '';

export async function fetchCalendar(
  stage: Stage,
  path: string,
): Promise<{ status: number; lines: string[] }> {
  const response = await fetch(stage.appUrl + path);
  // Long lines are folded (RFC 5545, 3.1).
  const lines = (await response.text()).replaceAll('\r\n ', '').split('\r\n');
  return { status: response.status, lines };
}

/** Somebody's time in a place of a rota, as its calendar has it. */
export type Turn = { rota: string; isSecond: boolean; name: string | null; from: number; to: number };

/** The turns in a calendar. */
export async function turnsIn(stage: Stage, path: string): Promise<Turn[]> {
  const { status, lines } = await fetchCalendar(stage, path);
  expect(status).toBe(200);
  const valuesOf = (key: string) =>
    lines.flatMap(line => (line.startsWith(`${key}:`) ? line.slice(key.length + 1) : []));
  const [starts, ends] = [valuesOf('DTSTART'), valuesOf('DTEND')].map(all => all.map(instant));
  return valuesOf('SUMMARY').map((summary, index) => {
    const [, rota = '', second, person = ''] = /^(\w+)( \(second in line\))?: (.*)$/.exec(summary) ?? [];
    const name = person === 'nobody on call' ? null : (person.split(' ')[0]?.toLowerCase() ?? null);
    return { rota, isSecond: second !== undefined, name, from: starts?.[index] ?? 0, to: ends?.[index] ?? 0 };
  });
}

/** `20261121T150000Z` */
const instant = (text: string): number =>
  Date.parse(text.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/, '$1-$2-$3T$4:$5:$6Z'));
