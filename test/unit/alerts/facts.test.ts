import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { type AlertFacts, NO_FACTS } from '../../../src/alerts/alert.ts';
import { keepUsedFacts } from '../../../src/alerts/alert-fields.ts';
import type { AlertKind } from '../../../src/alerts/alert-list-text.ts';
import { worded } from '../../../src/alerts/alert-text.ts';
import { fieldsIn, type OwnTexts } from '../../../src/alerts/hook-words.ts';
import type { Hook } from '../../../src/alerts/hooks.ts';
import { createIntake } from '../../../src/alerts/intake.ts';
import { wordingIn } from '../../../src/features.ts';
import { runToEnd } from '../../../src/kit/fair-scheduler.ts';
import type { Inboxes } from '../../../src/kit/inbox/store.ts';
import { LANGUAGES } from '../../../src/kit/words/languages.ts';
import { alertmanager } from '../../support/hooks.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const facts = (fields: Partial<AlertFacts> = {}): AlertFacts => ({ ...NO_FACTS, ...fields });
const templates = (firing: string | null, resolved: string | null = null) => ({ firing, resolved });
const keptFor = (own: OwnTexts) => keepUsedFacts(fieldsIn(own), false);
const fields = (count: number, length: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`field_${n}`, 'x'.repeat(length)]));

describe('the facts that are kept of an alert', () => {
  test('are those that the hook’s templates name and the default texts need', () => {
    const sent = facts({
      labels: { alertname: 'Disk', instance: 'db-1', team: 'blue', pod: 'p', __proto__: 'x' },
      summary: 'full',
      links: [{ what: 'runbook', url: 'http://runbook.example' }],
      annotations: { summary: '', description: 'full', message: 'm', runbook: 'http://…' },
      title: '[FIRING:1]',
      message: 'All of it',
      value: 'A=1',
    });
    expect(keptFor(templates(null))(sent)).toEqual(facts({ summary: 'full', links: sent.links }));
    const own = templates(
      '{labels.team|labels.gone} {where|title}',
      '{annotations.runbook} {summary|value|"none"}',
    );
    expect(keptFor(own)(sent)).toEqual(
      facts({
        summary: 'full',
        links: sent.links,
        labels: { team: 'blue' },
        annotations: { runbook: 'http://…' },
        title: '[FIRING:1]',
        value: 'A=1',
      }),
    );
  });

  test('are no more than a text can say, however much arrives', () => {
    const sent = facts({
      labels: fields(900, 5000),
      annotations: fields(900, 5000),
      summary: 'y'.repeat(100_000),
      title: 'z'.repeat(100_000),
    });
    const names = Array.from({ length: 60 }, (_, n) => `{labels.field_${n}|annotations.field_${n}}`);
    const used = keptFor(templates(names.join('')))(sent);
    expect(JSON.stringify(used).length).toBeLessThan(6000);
    expect(used.summary).toHaveLength(600);
  });

  test('include short labels only: a call of 244 KiB takes a few hundred characters in the store', async () => {
    const put = vi.fn<Inboxes['put']>(async ({ id }) => ({ kind: 'added', id }));
    const take = createIntake({
      inboxes: { put } as never,
      runFairly: async (_workspace, work) => runToEnd(work),
      lookUp: async () => new Map(),
      clock: createManualClock(),
      newId: () => 'call',
      stored: () => undefined,
    });
    const hook = {
      id: 'hook',
      templates: templates(null),
      severities: [],
      recipients: [],
      routes: [],
      routed: new Map(),
    } as unknown as Hook;
    const body = alertmanager('web', { Disk: { summary: 'full' } });
    Object.assign(body.alerts[0] ?? {}, { labels: { alertname: 'Disk', ...fields(60, 4000) } });
    expect(JSON.stringify(body).length).toBeGreaterThan(240_000);
    expect(await take('T1', hook, { values: [body], idempotencyKey: null })).toMatchObject({
      kind: 'accepted',
    });
    expect(put.mock.lastCall?.[0].body.length).toBeLessThan(600);
  });

  test('are enough for every text to read as if everything had been kept', () => {
    const word = fc.constantFrom('', 'a', ' b ', 'ডিস্ক');
    const names = fc.constantFrom('alertname', 'instance', 'summary', 'description', 'message', 'team');
    const name = fc.constantFrom(
      'what',
      'link',
      'summary',
      'title',
      'message',
      'value',
      'labels.team',
      'annotations.team',
      'annotations.message',
    );
    const template = fc.option(
      fc.array(name, { minLength: 1, maxLength: 3 }).map(some => some.map(field => `{${field}}`).join('-')),
    );
    const sent = fc.record({
      summary: word,
      labels: fc.dictionary(names, word),
      annotations: fc.dictionary(names, word),
      title: word,
      message: word,
      value: word,
      composed: fc.boolean(),
    });
    const ownTexts = fc.record({
      firing: template,
      resolved: template,
      occasion: fc.constantFrom('firing' as const, 'resolved' as const, 'reminder' as const),
      language: fc.constantFrom(...LANGUAGES),
    });
    fc.assert(
      fc.property(sent, ownTexts, (all, { firing, resolved, occasion, language }) => {
        const hook = { name: 'Ops', templates: { firing, resolved }, pieces: null, unicodeParts: 2 };
        const kinds: AlertKind[] = [{ occasion, severity: 'error', called: 'N', alerts: 2 }];
        const text = (fields: Partial<AlertFacts>) =>
          worded(
            {
              occasion,
              severity: 'error',
              name: 'N',
              place: 'db-1',
              facts: facts(fields),
              kinds,
              still: 0,
              follows: false,
            },
            hook,
            wordingIn(language),
          ).message;
        expect(text(keptFor(hook.templates)(facts(all)))).toBe(text(all));
      }),
      { numRuns: 500 },
    );
  });
});
