import type { AlertFacts, Severity } from '../domain/alert.ts';
import { countParts, MAX_CHARACTERS } from '../domain/parts.ts';
import { fillIn, type Pieces, parsePlaceholders } from '../domain/placeholders.ts';
import type { Wording } from '../wording/index.ts';
import type { Occasion } from './deciding/state.ts';
import { summaryIn } from './facts.ts';
import { type Pattern, type PatternName, type Patterns, parsePattern, renderPattern } from './pattern.ts';
import { oneLine } from './payloads/payload.ts';
import { fillAlert, suitsEverybody } from './template-for-alerts.ts';

/** What one text says: one alert in words, the others as counts. */
export type Statement = {
  occasion: Occasion;
  severity: Severity;
  name: string;
  /** Null: a storm brought so many alerts that this one's labels weren't kept. */
  facts: AlertFacts | null;
  /** Alerts of the same group and occasion, including this one. */
  inGroup: number;
  /** What else this text reports. */
  others: { alerts: number; groups: number; resolved: number };
};

/** The message of a text, at most `MAX_CHARACTERS`. */
export function phrase(
  statement: Statement,
  hook: { name: string; templates: Patterns },
  words: Wording,
): string {
  const { occasion, facts, others } = statement;
  const status = occasion === 'resolved' ? 'resolved' : 'firing';
  const own = hook.templates[status];
  const before = occasion === 'reminder' ? words.alerts.reminder : '';
  const after = others.alerts + others.resolved > 0 ? words.alerts.others(others) : '';
  // A message that the sender composed goes out as it is; patterns are for senders that only name what is wrong.
  if (facts?.composed) return withRoomFor(facts.message, message => joined(before + message, after));
  const pattern = patternOf(own ?? words.alerts.template[status]);
  const render = (summary: string): string => {
    const text = renderPattern(pattern, valuesOf(statement, hook.name, words, summary));
    // The default texts have a colon before the summary, and there may be no summary.
    const said = own === null && summary === '' ? text.replace(/:(?= \(|$)/, '') : text;
    return joined(before + said, after);
  };
  const summary = summaryOf(statement);
  return own === null ? inOnePart(summary, render) : withRoomFor(summary, render);
}

/**
 * The same by a template of the workspace: a template still, for what is known of each recipient. Null: it doesn't suit this
 * alert, or the sender composed the message.
 */
export function phraseByTemplate(
  statement: Statement,
  hook: { name: string; pieces: Pieces },
  words: Wording,
): string | null {
  const { occasion, facts, others } = statement;
  if (facts?.composed) return null;
  const around = {
    before: occasion === 'reminder' ? words.alerts.reminder : '',
    after: others.alerts + others.resolved > 0 ? words.alerts.others(others) : '',
  };
  const render = (summary: string): string =>
    fillAlert(hook.pieces, valuesOf(statement, hook.name, words, summary), around);
  return shortened(summaryOf(statement), render, suitsEverybody);
}

const joined = (text: string, after: string): string => (after === '' ? text : `${text} ${after}`);

/** Patterns were checked when they were saved; if one is broken all the same, the text shows it as it is. */
function patternOf(source: string): Pattern {
  const parsed = parsePattern(source);
  return parsed.ok ? parsed.pattern : [source];
}

function summaryOf({ facts }: Statement): string {
  if (!facts) return '';
  const { annotations, message, labels } = facts;
  const summary = summaryIn(annotations);
  return oneLine((summary ? annotations[summary] : message || labels.instance) ?? '');
}

function valuesOf(statement: Statement, hook: string, words: Wording, summary: string) {
  const { occasion, severity, name, facts, inGroup } = statement;
  const plain: Record<string, string> = {
    alert: facts?.labels.alertname || facts?.title || name || hook,
    summary,
    severity: words.alerts.severity[severity],
    status: words.alerts.status[occasion === 'resolved' ? 'resolved' : 'firing'],
    count: String(inGroup),
    more: inGroup > 1 ? words.alerts.more(inGroup - 1) : '',
    hook,
    title: facts?.title ?? '',
    message: facts?.message ?? '',
    value: facts?.value ?? '',
  };
  return (pattern: PatternName): string => {
    const [where = '', ...rest] = pattern.split('.');
    if (rest.length === 0) return Object.hasOwn(plain, where) ? oneLine(plain[where] ?? '') : '';
    const fields = where === 'labels' ? facts?.labels : facts?.annotations;
    const field = rest.join('.');
    return fields && Object.hasOwn(fields, field) ? oneLine(fields[field] ?? '') : '';
  };
}

/** The text with as much of its summary as fits into one part; in full if it doesn't fit even without a summary. */
function inOnePart(summary: string, render: (summary: string) => string): string {
  const fits = (text: string): boolean => countParts(text).parts <= 1;
  return shortened(summary, render, fits) ?? withRoomFor(summary, render);
}

function withRoomFor(summary: string, render: (summary: string) => string): string {
  const fits = (text: string): boolean => [...text].length <= MAX_CHARACTERS;
  return shortened(summary, render, fits) ?? [...render('')].slice(0, MAX_CHARACTERS).join('');
}

/** `render` with the longest start of `long` that fits, found by bisection; null if none fits. */
function shortened(
  long: string,
  render: (text: string) => string,
  fits: (text: string) => boolean,
): string | null {
  const whole = render(long);
  if (fits(whole)) return whole;
  const characters = [...long];
  const upTo = (length: number): string =>
    render(withEllipsis(characters.slice(0, length).join('').trimEnd()));
  let [low, high] = [0, characters.length - 1];
  if (high < 0 || !fits(upTo(0))) return null;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(upTo(middle))) low = middle;
    else high = middle - 1;
  }
  return upTo(low);
}

/** Three dots in GSM-7, which has no `…`; the single character if the text is Unicode anyway. */
function withEllipsis(text: string): string {
  if (text === '') return '';
  return countParts(text).encoding === 'GSM-7' ? `${text}...` : `${text}…`;
}

/** The preview for a template: the text for somebody we know nothing about; null: it doesn't suit an alert. */
export function templatePreviewOf(
  hook: { name: string; pieces: Pieces },
  occasion: Occasion,
  words: Wording,
): string | null {
  const filled = phraseByTemplate({ ...SAMPLE, occasion }, hook, words);
  const read = filled === null ? null : parsePlaceholders(filled);
  const text = read?.ok ? fillIn(read.pieces, () => null) : null;
  return text?.ok ? text.text.trim() : null;
}

/** The preview for somebody who writes a pattern: a text about a typical alert. */
export function previewOf(
  hook: { name: string; templates: Patterns },
  occasion: Occasion,
  words: Wording,
): string {
  return phrase({ ...SAMPLE, occasion }, hook, words);
}

const SAMPLE: Statement = {
  occasion: 'firing',
  severity: 'critical',
  name: 'HighCPU web-1',
  facts: {
    labels: { alertname: 'HighCPU', instance: 'web-1', severity: 'critical' },
    annotations: { summary: 'CPU above 90% on web-1 for 10 minutes' },
    title: '[FIRING:3] HighCPU',
    message: '',
    value: 'A=93.4',
    composed: false,
  },
  inGroup: 3,
  others: { alerts: 0, groups: 0, resolved: 0 },
};
