import { expect, test } from 'vitest';
import { NO_FACTS } from '../../../src/alerts/alert.ts';
import type { AlertKind } from '../../../src/alerts/alert-list-text.ts';
import { worded } from '../../../src/alerts/alert-text.ts';
import { readAlertTemplate } from '../../../src/alerts/hook-words.ts';
import type { Statement } from '../../../src/alerts/statement.ts';
import { wordingIn } from '../../../src/features.ts';
import { fillIn, parsePlaceholders, valuesOf } from '../../../src/texts/parse/placeholders.ts';

const en = wordingIn('en');

const HIGH_CPU: AlertKind = { occasion: 'firing', severity: 'critical', called: 'HighCPU', alerts: 1 };

function statement(fields: Partial<Statement> = {}, summary = 'CPU {above} 90%'): Statement {
  return {
    occasion: 'firing',
    severity: 'critical',
    name: 'HighCPU',
    place: 'web-1',
    facts: { ...NO_FACTS, summary, labels: { alertname: 'HighCPU' } },
    kinds: [HIGH_CPU],
    still: 0,
    follows: false,
    ...fields,
  };
}

/** The text of a statement by a template, as its reader gets it. */
function read(template: string, content = statement(), name = ''): string | null {
  const parsedTemplate = readAlertTemplate(template);
  if (!parsedTemplate.ok) throw new Error(parsedTemplate.why);
  const own = { firing: null, resolved: null };
  const filled = worded(
    content,
    { name: 'Ops', templates: own, pieces: parsedTemplate.pieces, unicodeParts: 2 },
    en,
  );
  const parsed = filled.template ? parsePlaceholders(filled.message) : null;
  const text = parsed?.ok ? fillIn(parsed.pieces, valuesOf({ name, columns: {} }, null)) : null;
  return text?.ok ? text.text : null;
}

test('fills an alert’s own fields first, and each recipient’s later', () => {
  const template = '{name|All}: {severity} {what}: {summary}{value} {{x} ({hook})';
  expect(read(template)).toBe('All: CRITICAL HighCPU: CPU {above} 90% {x} (Ops)');
  expect(read(template, statement(), 'Ranu')).toBe('Ranu: CRITICAL HighCPU: CPU {above} 90% {x} (Ops)');
  expect(read('{state}: {value|no value}', statement({ occasion: 'resolved' }))).toBe('resolved: no value');
  const kinds: AlertKind[] = [
    { ...HIGH_CPU, alerts: 3 },
    { ...HIGH_CPU, called: 'Disk {full}', alerts: 2 },
  ];
  expect(read('{what}', statement({ kinds }))).toBe('HighCPU (+2 more); CRITICAL Disk {full} x2');
  expect(read('{what} {more}', statement({ kinds }))).toBe('HighCPU (+2 more); CRITICAL Disk {full} x2');
  expect(read('{count} {what}', statement({ kinds }))).toBe('3 HighCPU; CRITICAL Disk {full} x2');
});

test.each([
  ['{name}: {what}', { ok: false, why: 'needs', columns: ['name'] }],
  ['{what} {stop}', { ok: false, why: 'stop' }],
  ['{what', { ok: false, why: 'broken' }],
])('%s can’t word alerts, because it may leave somebody without a text', (template, expected) => {
  expect(readAlertTemplate(template)).toEqual(expected);
});

test('a text is never too long or empty, and a message that the sender composed goes unchanged', () => {
  const long = read('{name|x} {summary}', statement({}, 'y'.repeat(3000)), 'n'.repeat(60)) ?? '';
  expect([...long].length).toBeLessThanOrEqual(1600);
  expect(long).toMatch(/^n{60} y+\.\.\.$/);
  expect(read('{name|}{value}')).toBeNull();
  expect(read('z'.repeat(1601))).toBeNull();
  const { facts } = statement();
  expect(
    read('{what}', statement({ facts: facts && { ...facts, composed: true, message: 'as it is' } })),
  ).toBeNull();
});
