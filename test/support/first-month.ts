import { expect } from 'vitest';
import { readManifest } from '../../src/demo/manifest.ts';
import {
  type Blocks,
  barsIn,
  digits,
  homeIn,
  hundredths,
  LANGUAGES,
  type Language,
  linesIn,
  readable,
  SAYS,
  slacksBarsIn,
  sumIn,
  textsIn,
} from './home-tab.ts';
import { createStage, MINUTE, type Stage } from './stage.ts';

/*
 * A team's first month, and whether Home says what happened. Nothing here asks the app what it counted: the test writes down each text
 * as somebody asks for it, the SMS service's log has what went and cost, and Home has to say the same, to each role and in both languages.
 */

/** Where a text comes from, as Home calls it. */
const SOURCES = {
  command: ['Typed as `/sms`', '`/sms` লিখে'],
  form: ['The form', 'ফর্ম থেকে'],
  schedule: ['Scheduled texts', 'শিডিউল করা এসএমএস'],
  resend: ['Sent again', 'আবার পাঠানো'],
  broadcasts: ['Broadcasts', 'ব্রডকাস্ট'],
  alerts: ['Alerts', 'অ্যালার্ট'],
} as const;

/** Who sends where nobody does, as Home calls it. */
const UNATTENDED: Record<string, readonly [string, string]> = { hook: ['An alert', 'অ্যালার্ট'] };

/**
 * What became of a text. `uncertain`: nobody knows whether it went. `by word`: somebody said that it arrived; `sent again`: somebody had
 * another one sent. The service may or may not have these three in its log.
 */
type State =
  | 'sent'
  | 'waiting'
  | 'undoable'
  | 'uncertain'
  | 'by word'
  | 'sent again'
  | 'refused'
  | 'cancelled';
const UNKNOWN: readonly State[] = ['uncertain', 'by word', 'sent again'];

/** A text that the test has somebody ask for. `by`: a handle, or `hook`. `says`: words that no other text has. */
type Asked = {
  says: string;
  to: string;
  by: string;
  source: keyof typeof SOURCES;
  state: State;
  day: number;
};

const DHAKA_MS = 6 * 60 * MINUTE;
const DAY_MS = 24 * 60 * MINUTE;
const dayAt = (at: number): number => Math.floor((at + DHAKA_MS) / DAY_MS);
const timeOf = (local: string): number => Date.parse(`${local.replace(' ', 'T')}:00+06:00`);

/** The roles in the story: an admin, a manager, a member. */
const VIEWERS = { nusrat: 'admin', shirin: 'manager', rafiq: 'member' } as const;
type Viewer = keyof typeof VIEWERS;

export type FirstMonth = {
  stage: Stage;
  /** Lets time pass until a time of day in Bangladesh, such as `2026-11-24 10:00`. */
  until(local: string): Promise<void>;
  /** Writes down a text that somebody asks for. */
  asked(says: string, to: string, by: string, source: Asked['source'], state?: State): void;
  /** Writes down what has become of texts. */
  became(state: State, ...says: string[]): void;
  /** How many texts of the story are in this state. */
  count(state: State): number;
  /** The service's log ids of the texts whose answer was heard, lowest first. */
  heardIds(): number[];
  /** Somebody's Home tab as they read it, opened anew. */
  home(user: string, language?: Language): Promise<string>;
  /** Compares what Home says with what happened, for each role and in both languages. */
  agree(): Promise<void>;
};

export async function createFirstMonth(start: string): Promise<Stage> {
  const clock = { wall: () => timeOf(start) };
  const stage = await createStage({
    startAt: timeOf(start),
    environment: { PUBLIC_URL: 'https://sms.example.com' },
    slack: { manifest: readManifest() },
    service: { clock: { now: () => clock.wall(), after: () => () => undefined } },
  });
  clock.wall = stage.clock.wall;
  return stage;
}

/** @param names of people, groups and the like: they are the same in any language */
export function beginFirstMonth(stage: Stage, names: readonly string[]): FirstMonth {
  const { slack, service } = stage;
  const story: Asked[] = [];
  const log = () => service.log.list();
  const today = () => dayAt(stage.clock.wall());
  const ofThisMonth = ({ day }: { day: number }): boolean => monthOf(day) === monthOf(today());
  /** A text counts while nobody has refused or cancelled it. */
  const counted = () => story.filter(({ state }) => state !== 'refused' && state !== 'cancelled');
  const loggedLike = ({ says, to }: Asked) =>
    log().filter(({ number, message }) => number === to && message.includes(says));
  const alike = ({ says, to }: Asked) => story.filter(text => text.says === says && text.to === to);
  /** The log's entry of a sent text. Where a text was sent again, those whose answer was lost came first. */
  function logged(text: Asked) {
    const sent = alike(text).filter(({ state }) => state === 'sent');
    return loggedLike(text).slice(-sent.length)[sent.indexOf(text)];
  }
  const heard = (texts: readonly Asked[]) =>
    texts.flatMap(text => (text.state === 'sent' ? (logged(text) ?? []) : []));
  /** What the service said that it cost; nothing where nobody heard that. */
  const cost = (texts: readonly Asked[]): number => sum(heard(texts).map(each => hundredths(each.cost)));
  const sums = (texts: readonly Asked[]) => ({ texts: texts.length, credits: cost(texts) });

  /** Each text that was asked for went once at most, and nothing else went. */
  function textsAgree(): void {
    const unexplained = new Set(log().map(({ logId }) => logId));
    for (const text of story) {
      const entries = loggedLike(text);
      for (const { logId } of entries) unexplained.delete(logId);
      const states = alike(text).map(({ state }) => state);
      const sent = states.filter(state => state === 'sent').length;
      const most = sent + states.filter(state => UNKNOWN.includes(state)).length;
      const claim = `times that the log has “${text.says}” to ${text.to}`;
      expect(entries.length, claim).toBeGreaterThanOrEqual(sent);
      expect(entries.length, claim).toBeLessThanOrEqual(most);
    }
    const strange = log().filter(({ logId }) => unexplained.has(logId));
    expect(strange, 'texts that nobody asked for').toEqual([]);
  }

  /** What a person's own part says: their texts of today; nothing to those who have never sent any. */
  function ownAgrees(home: string, user: string, language: Language): void {
    const own = counted().filter(({ by, day }) => by === user && day === today());
    const shown = sumIn(home, SAYS[language].ownToday) ?? { texts: 0, credits: 0 };
    expect(shown, `${user}’s texts of today in: ${home}`).toEqual(sums(own));
  }

  /** What managers read: the sums of today and of the month, by source and by person. */
  function sumsAgree(home: string, language: Language): void {
    const says = SAYS[language];
    const month = counted().filter(ofThisMonth);
    expect(sumIn(home, says.today), `today in: ${home}`).toEqual(
      sums(month.filter(({ day }) => day === today())),
    );
    expect(sumIn(home, says.month), `the month in: ${home}`).toEqual(sums(month));
    const nth = LANGUAGES.indexOf(language);
    const sourceOf = ({ source }: Asked): string => digits(SOURCES[source][nth] ?? '');
    const personOf = ({ by }: Asked): string => UNATTENDED[by]?.[nth] ?? `<@${slack.person(by).id}>`;
    const [bySource = '', byPerson = ''] = home.split(says.byPerson);
    for (const [part, nameOf] of [
      [bySource, sourceOf],
      [byPerson, personOf],
    ] as const) {
      const shares = Object.fromEntries(
        Object.entries(Object.groupBy(month, nameOf)).map(([name, texts = []]) => [name, sums(texts)]),
      );
      expect(linesIn(part, says.line), `the shares in: ${home}`).toEqual(shares);
    }
  }

  /** Each of the last days in the picture of texts a day. */
  function chartAgrees(blocks: Blocks, home: string, language: Language): void {
    const days = counted().map(({ day }) => day);
    const first = Math.max(Math.min(...days), today() - 13);
    const bars = slacksBarsIn(blocks) ?? barsIn(home, SAYS[language].chart);
    if (days.length === 0 || first === today()) return;
    const expected = Array.from(
      { length: today() - first + 1 },
      (_, index) => days.filter(day => day === first + index).length,
    );
    expect(bars, `texts a day in: ${home}`).toEqual(expected);
  }

  /** The balance after the last text whose answer anybody heard. */
  function balanceAgrees(home: string, language: Language): void {
    const last = heard(story)
      .toSorted((one, other) => one.logId - other.logId)
      .at(-1);
    if (last === undefined) return;
    const [, shown] = SAYS[language].balance.exec(home) ?? [];
    expect(hundredths(shown ?? ''), `the balance in: ${home}`).toBe(hundredths(last.balance));
  }

  /** How long it lasts: the pace is that of the last seven days with texts, spread over all days since the first of them. */
  function forecastAgrees(home: string, language: Language): void {
    const costs = Map.groupBy(
      story.filter(({ day, state }) => state === 'sent' && day > today() - 28),
      ({ day }) => day,
    );
    const days = [...costs.keys()].toSorted((one, other) => one - other).slice(-7);
    const [, shown] = SAYS[language].lasts.exec(home) ?? [];
    if (days.length < 2) {
      expect(shown).toBeUndefined();
      return;
    }
    const passed = stage.clock.wall() + DHAKA_MS - (days[0] ?? 0) * DAY_MS;
    const aDay = sum(days.map(day => cost(costs.get(day) ?? []))) / (passed / DAY_MS);
    const [, balance] = SAYS[language].balance.exec(home) ?? [];
    const lasts = hundredths(balance ?? '') / aDay;
    if (lasts > 90) expect(home).toMatch(SAYS[language].lastsLong);
    else if (lasts < 1) expect(home).toMatch(SAYS[language].lastsShort);
    else expect(Number(shown), `${lasts} days in: ${home}`).toBe(Math.floor(lasts));
  }

  /** What waits, and what nobody knows about: managers read how many there are, and everybody sees their own. */
  function troubleAgrees(home: string, user: Viewer, language: Language): void {
    const says = SAYS[language];
    const own = (...states: State[]): number =>
      story.filter(text => text.by === user && states.includes(text.state)).length;
    const shown = (line: RegExp): number => [...home.matchAll(line)].length;
    expect(shown(says.ownWaiting), `own that wait in: ${home}`).toBe(own('waiting'));
    expect(shown(says.ownUncertain), `own uncertain ones in: ${home}`).toBeGreaterThanOrEqual(
      own('uncertain'),
    );
    expect(shown(says.ownUncertain), `own uncertain ones in: ${home}`).toBeLessThanOrEqual(
      own('uncertain', 'sent again'),
    );
    if (VIEWERS[user] === 'member') return;
    const [, waiting] = says.waiting.exec(home) ?? says.held.exec(home) ?? [];
    expect(Number(waiting ?? 0), `what waits in: ${home}`).toBe(month.count('waiting'));
    const [, uncertain] = says.uncertain.exec(home) ?? [];
    expect(Number(uncertain ?? 0), `what nobody knows in: ${home}`).toBe(month.count('uncertain'));
  }

  const month: FirstMonth = {
    stage,
    async until(local) {
      await stage.sleep(timeOf(local) - stage.clock.wall() - 2 * MINUTE);
      for (const _ of [1, 2]) await stage.pass(MINUTE);
    },
    asked: (says, to, by, source, state = 'sent') =>
      void story.push({ says, to, by, source, state, day: today() }),
    became(state, ...says) {
      for (const text of story) if (says.includes(text.says)) text.state = state;
    },
    count: state => story.filter(text => text.state === state).length,
    heardIds: () =>
      heard(story)
        .map(({ logId }) => logId)
        .toSorted((one, other) => one - other),
    async home(user, language = 'en') {
      const blocks = await homeIn(stage, user, language);
      return digits(textsIn(blocks).join('\n'));
    },
    async agree() {
      await stage.quiet();
      textsAgree();
      for (const user of Object.keys(VIEWERS) as Viewer[])
        for (const language of LANGUAGES.toReversed()) {
          const blocks = await homeIn(stage, user, language);
          readable(blocks, language, [...names, ...story.map(({ says }) => says)]);
          const home = digits(textsIn(blocks).join('\n'));
          ownAgrees(home, user, language);
          troubleAgrees(home, user, language);
          balanceAgrees(home, language);
          if (VIEWERS[user] === 'member') {
            expect(home, 'not for members').not.toMatch(SAYS[language].month);
            continue;
          }
          sumsAgree(home, language);
          chartAgrees(blocks, home, language);
          if (VIEWERS[user] === 'admin') forecastAgrees(home, language);
        }
    },
  };
  return month;
}

const monthOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 7);
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
