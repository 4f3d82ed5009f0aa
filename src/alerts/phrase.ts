import type { AlertFacts, Severity } from '../domain/alert.ts';
import { countParts, MAX_CHARACTERS } from '../domain/parts.ts';
import type { Wording } from '../wording/index.ts';
import type { Occasion } from './deciding/state.ts';
import { summaryIn } from './facts.ts';
import { oneLine } from './payloads/payload.ts';
import {
  parseTemplate,
  renderTemplate,
  type Template,
  type TemplateName,
  type Templates,
} from './template.ts';

/** What one text says: one alert in words, the others as numbers. */
export type Statement = {
  occasion: Occasion;
  severity: Severity;
  name: string;
  /** Null: a storm brought so many that this one's labels were not kept. */
  facts: AlertFacts | null;
  /** Alerts of the same group and occasion, this one included. */
  inGroup: number;
  /** What else this one text tells. */
  others: { alerts: number; groups: number; resolved: number };
};

/** The message of a text, `MAX_CHARACTERS` at most. */
export function phrase(
  statement: Statement,
  hook: { name: string; templates: Templates },
  words: Wording,
): string {
  const { occasion, facts, others } = statement;
  const status = occasion === 'resolved' ? 'resolved' : 'firing';
  const own = hook.templates[status];
  const before = occasion === 'reminder' ? words.alerts.reminder : '';
  const after = others.alerts + others.resolved > 0 ? words.alerts.others(others) : '';
  // Whoever composed the message meant it so; a template is for those who only name what is wrong.
  if (facts?.composed) return withRoomFor(facts.message, message => joined(before + message, after));
  const template = templateOf(own ?? words.alerts.template[status]);
  const render = (summary: string): string => {
    const text = renderTemplate(template, valuesOf(statement, hook.name, words, summary));
    // The defaults have a colon before the summary, which may be none.
    const said = own === null && summary === '' ? text.replace(/:(?= \(|$)/, '') : text;
    return joined(before + said, after);
  };
  const summary = summaryOf(statement);
  return own === null ? inOnePart(summary, render) : withRoomFor(summary, render);
}

const joined = (text: string, after: string): string => (after === '' ? text : `${text} ${after}`);

/** Templates were checked when they were saved; one that is bad all the same is said as it stands. */
function templateOf(source: string): Template {
  const parsed = parseTemplate(source);
  return parsed.ok ? parsed.template : [source];
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
  return (template: TemplateName): string => {
    const [where = '', ...rest] = template.split('.');
    if (rest.length === 0) return Object.hasOwn(plain, where) ? oneLine(plain[where] ?? '') : '';
    const fields = where === 'labels' ? facts?.labels : facts?.annotations;
    const field = rest.join('.');
    return fields && Object.hasOwn(fields, field) ? oneLine(fields[field] ?? '') : '';
  };
}

/** The text with as much of its summary as fits one part; whole when even without a summary one part is not enough. */
function inOnePart(summary: string, render: (summary: string) => string): string {
  const fits = (text: string): boolean => countParts(text).parts <= 1;
  return shortened(summary, render, fits) ?? withRoomFor(summary, render);
}

function withRoomFor(summary: string, render: (summary: string) => string): string {
  const fits = (text: string): boolean => [...text].length <= MAX_CHARACTERS;
  return shortened(summary, render, fits) ?? [...render('')].slice(0, MAX_CHARACTERS).join('');
}

/** `render` with the longest beginning of `long` that fits, found by halves; null when none does. */
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

/** Three dots in GSM-7, which has no `…`; one character where Unicode is used anyway. */
function withEllipsis(text: string): string {
  if (text === '') return '';
  return countParts(text).encoding === 'GSM-7' ? `${text}...` : `${text}…`;
}

/** What somebody who writes a template sees before it is saved: a text about an alert as it might come. */
export function previewOf(
  hook: { name: string; templates: Templates },
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
