import { expect } from 'vitest';
import type { View } from '../../src/playground/index.ts';
import type { Stage } from './stage.ts';

/* A person's Home tab as they read it, in each language. */

export const LANGUAGES = ['en', 'bn'] as const;
export type Language = (typeof LANGUAGES)[number];

export type Blocks = View['content']['blocks'];

const SUM = String.raw`\*(\d+) texts?\*, ([\d.]+) credits`;
const SUM_BN = String.raw`\*(\d+)টি এসএমএস\*, ([\d.]+) ক্রেডিট`;

/** What Home says in each language, with plain digits. */
export const SAYS = {
  en: {
    ownToday: /Today you sent \*(\d+) texts?\*[^.]*? for ([\d.]+) credits/,
    today: new RegExp(`Today: ${SUM}`),
    month: new RegExp(`This month: ${SUM}`),
    line: new RegExp(`^• (.+): ${SUM}$`, 'gm'),
    byPerson: '*Who sent them*',
    chart: /^Texts a day\n((?:.* · .*\n?)+)/m,
    balance: /Balance: \*([\d.]+) credits\*/,
    lasts: /it lasts for about \*(\d+) days?\*/,
    lastsLong: /for more than three months/,
    lastsShort: /for less than a day/,
    ownWaiting: /\* waiting · /g,
    ownUncertain: /\* uncertain · /g,
    waiting: /\*(\d+) texts?\* waiting/,
    held: /(\d+) texts? on hold/,
    uncertain: /\*(\d+) texts?\* may or may not have arrived/,
  },
  bn: {
    ownToday: /আজ আপনি \*(\d+)টি এসএমএস\*[^।]*? খরচ ([\d.]+) ক্রেডিট/,
    today: new RegExp(`আজ: ${SUM_BN}`),
    month: new RegExp(`এ মাসে: ${SUM_BN}`),
    line: new RegExp(`^• (.+): ${SUM_BN}$`, 'gm'),
    byPerson: '*কে পাঠিয়েছেন*',
    chart: /^দিনে কয়টি এসএমএস\n((?:.* · .*\n?)+)/m,
    balance: /ব্যালেন্স: \*([\d.]+) ক্রেডিট\*/,
    lasts: /প্রায় \*(\d+) দিন\* চলবে/,
    lastsLong: /তিন মাসের বেশি চলবে/,
    lastsShort: /এক দিনও চলবে না/,
    ownWaiting: /\*: অপেক্ষায় · /g,
    ownUncertain: /\*: নিশ্চিত নয় · /g,
    waiting: /\*(\d+)টি এসএমএস\* অপেক্ষায় আছে/,
    held: /(\d+)টি এসএমএস অপেক্ষায় আছে/,
    uncertain: /\*(\d+)টি এসএমএস\* পৌঁছেছে কি না/,
  },
} as const;

/** Credits as whole hundredths: the service's price has two places. */
export const hundredths = (credits: string): number => Math.round(Number(credits) * 100);
export const digits = (text: string): string =>
  text.replace(/[০-৯]/g, digit => String('০১২৩৪৫৬৭৮৯'.indexOf(digit)));

export function sumIn(home: string, says: RegExp) {
  const [, texts, credits] = says.exec(home) ?? [];
  return texts === undefined ? null : { texts: Number(texts), credits: hundredths(credits ?? '') };
}

export const linesIn = (part: string, says: RegExp): Record<string, { texts: number; credits: number }> =>
  Object.fromEntries(
    [...part.matchAll(says)].map(([, name = '', texts, credits]) => [
      name,
      { texts: Number(texts), credits: hundredths(credits ?? '') },
    ]),
  );

/** The values of the bars, oldest first. */
export const barsIn = (home: string, chart: RegExp): number[] =>
  (chart.exec(home)?.[1] ?? '')
    .split('\n')
    .flatMap(line => /^(?:[█▏▎▍▌▋▊▉]+ )?(\d+) · /.exec(line)?.[1] ?? [])
    .map(Number);

/** The same of Slack's own chart; null if there is none. */
export function slacksBarsIn(blocks: Blocks): number[] | null {
  const charts = blocks.flatMap(block => (block.type === 'data_visualization' ? [block.chart as Chart] : []));
  const [series] = charts.find(({ type }) => type === 'bar')?.series ?? [];
  return series?.data.map(({ value }) => value) ?? null;
}

type Chart = { type: string; series: { data: { value: number }[] }[] };

/** A person's Home tab in a language, published anew. */
export async function homeIn({ slack }: Stage, user: string, language: Language): Promise<Blocks> {
  const before = slack.home(user)?.hash;
  const isIn = (): boolean => {
    const blocks = slack.home(user)?.content.blocks ?? [];
    return blocks.some(
      block => block.type === 'header' && JSON.stringify(block).includes(`"${HEADINGS[language]}"`),
    );
  };
  await slack.openApp(user);
  await slack.waitFor(() => slack.home(user)?.hash !== before, `another Home tab of ${user}`);
  if (!isIn()) {
    await slack.act(slack.home(user) as View, 'choose_language', language);
    await slack.waitFor(isIn, `Home of ${user} in ${language}`);
  }
  return slack.home(user)?.content.blocks ?? [];
}

const HEADINGS = { en: 'Your last texts', bn: 'আপনার শেষ এসএমএসগুলো' };

/** Everything that people read, in its order: of each text its own lines. */
export function textsIn(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(textsIn);
  if (part === null || typeof part !== 'object') return [];
  const { type, text } = part as { type?: string; text?: unknown };
  if (type === 'rich_text') return [richText(part)];
  if ((type === 'mrkdwn' || type === 'plain_text') && typeof text === 'string') return [text];
  return Object.entries(part).flatMap(([name, inside]) => (name === 'confirm' ? [] : textsIn(inside)));
}

function richText(part: unknown): string {
  if (Array.isArray(part)) return part.map(richText).join('');
  if (part === null || typeof part !== 'object') return '';
  const { text, elements } = part as { text?: string; elements?: unknown };
  return typeof text === 'string' ? text : richText(elements);
}

/** Words that are the same in Bangla: names, and what people type. */
const SAME = /^(?:API|CSV|Slack|English|SMS|Alertmanager|Grafana)$/;

/** In Bangla there is no English; and what Slack shows as it is has no marks of formatting. */
export function readable(blocks: Blocks, language: Language, names: readonly string[]): void {
  const plain = JSON.stringify(blocks).matchAll(/"type":"plain_text","text":"((?:[^"\\]|\\.)*)"/g);
  for (const [, text = ''] of plain) expect(text, 'marks in plain text').not.toMatch(/[*`]|<[@#!]/);
  for (const text of textsIn(blocks)) expect(text).not.toMatch(/undefined|\bNaN\b|\[object/);
  if (language === 'en') {
    const bangla = textsIn(blocks).filter(text => /[\u0980-\u09ff]/.test(text) && text !== 'বাংলা');
    expect(bangla, 'Bangla in an English Home').toEqual([]);
    return;
  }
  const text = textsIn(blocks).join('\n');
  expect(englishIn(text, names), `English in: ${text}`).toEqual([]);
}

/**
 * The English words in what a reader of Bangla sees.
 *
 * @param names of people and the like, and what people wrote
 */
export function englishIn(text: string, names: readonly string[]): string[] {
  const words = names
    .reduce((all, part) => all.replaceAll(part, ''), text)
    .replaceAll(/<[@#!][^>]*>|`[^`]*`|“[^”]*”|:[a-z_]+:/g, '')
    .match(/[A-Za-z][A-Za-z’]+/g);
  return (words ?? []).filter(word => !SAME.test(word));
}
