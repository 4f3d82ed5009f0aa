import { expect } from 'vitest';
import { readManifest } from '../../src/demo/manifest.ts';
import type { Post, View } from '../../src/playground/index.ts';
import { openCalendars, pathIn, pressInList, type Turn, turnsIn } from './calendars.ts';
import { alertmanager, type Caller } from './hooks.ts';
import { inChannel, minutes, postSaying } from './on-call.ts';
import { linkIn, visit } from './people-page.ts';
import { oncall } from './rotas.ts';
import { ADMIN, createLinkedStage, MINUTE, passUntil, type Stage } from './stage.ts';
import { contentOf, opened } from './views.ts';

/*
 * A team of six on call for a month, and whether all that tells of it agrees: the calendars, `/sms oncall`, Home, `/sms alerts`,
 * the posts, the timelines and the SMS service's log. Nothing here knows whose turn it should be: what each place says is compared
 * with what the others say, and with what the test did itself.
 */

export const NUMBERS = {
  nusrat: '01812345679',
  tahmina: '01911223344',
  rafiq: '01712345678',
  shirin: '01612345678',
  kamal: '01312345678',
  imran: '01555667788',
} as const;
export type Name = keyof typeof NUMBERS;
export const NAMES = Object.keys(NUMBERS) as Name[];
const ROTAS = ['Servers', 'Sites'] as const;
type RotaName = (typeof ROTAS)[number];

/**
 * What the test did about an alert. `hook`: null for a page by hand. `holder`: who has acknowledged it. `policyPeople`: those whom its
 * policy calls, on call or not. `isInStorm`: its texts name some alerts only, and its post shows other incidents.
 */
type Fired = {
  hook: Caller | null;
  isOver: boolean;
  holder: Name | null;
  policyPeople: readonly Name[];
  isInStorm: boolean;
};
const NEW: Omit<Fired, 'hook'> = { isOver: false, holder: null, policyPeople: [], isInStorm: false };

export type Month = {
  stage: Stage;
  /** Lets time pass until a time of day in Bangladesh, such as `2026-11-24 10:00`. */
  until(local: string): Promise<void>;
  /** Who a rota's calendar says is on call now; null: nobody. */
  onCall(rota: RotaName): Name | null;
  /** Who its calendar says is the second in line now. */
  second(rota: RotaName): Name | null;
  /** Fires a critical alert, which has its own group. */
  fire(
    hook: Caller,
    alert: string,
    more?: { labels?: Record<string, string> } & Partial<Pick<Fired, 'policyPeople' | 'isInStorm'>>,
  ): Promise<void>;
  resolve(...alerts: string[]): Promise<void>;
  /** Notes an incident that somebody made by hand. */
  paged(alert: string): void;
  /** Notes what else became of an alert. */
  note(alert: string, changes: Partial<Fired>): void;
  /** Somebody presses "Resolve here" on the alert's post. */
  resolveHere(alert: string, name: Name): Promise<void>;
  /** Somebody presses "Acknowledge" on the alert's post. */
  acknowledge(alert: string, name: Name): Promise<void>;
  /** Who was texted about an alert, oldest first. */
  texted(alert: string): (string | undefined)[];
  post(alert: string): Promise<Post>;
  /** The alerts under "Firing now" on somebody's Home. */
  firingFor(name: Name): Promise<string[]>;
  /** Compares everything with everything else. @param timelines by default, those of what fired since the last time */
  agree(timelines?: 'all'): Promise<void>;
};

const timeOf = (local: string): number => Date.parse(`${local.replace(' ', 'T')}:00+06:00`);

export async function createMonth(start: string): Promise<Stage> {
  const clock = { wall: () => timeOf(start) };
  // The service counts sixty requests a minute, and dates its log, by the time that the team lives in.
  const service = { clock: { now: () => clock.wall(), after: () => () => undefined } };
  const stage = await createLinkedStage({
    startAt: timeOf(start),
    environment: { PUBLIC_URL: 'https://sms.example.com' },
    slack: { manifest: readManifest() },
    service,
  });
  clock.wall = stage.clock.wall;
  stage.slack.person('kamal').phone = NUMBERS.kamal;
  return stage;
}

/** Makes the calendars' addresses, once the rotas are there. */
export async function beginMonth(stage: Stage): Promise<Month> {
  const { slack } = stage;
  const idOf = (name: Name): string => slack.person(name).id;
  const named = (id: string | undefined): Name | null => NAMES.find(name => idOf(name) === id) ?? null;
  const byNumber = (number: string): Name | undefined => NAMES.find(name => NUMBERS[name] === number);
  const { mine, rotas } = await calendarPaths(stage);
  const fired = new Map<string, Fired>();
  /** What was over when all agreed on it. */
  const settled = new Set<string>();
  let turns: Turn[] = [];
  let textCount = 0;

  const turnAt = (rota: string, isSecond: boolean, at: number): Name | null => {
    const turn = turns.find(
      each => each.rota === rota && each.isSecond === isSecond && each.from <= at && at < each.to,
    );
    return NAMES.find(name => name === turn?.name) ?? null;
  };
  const nowIn = (rota: string, isSecond = false) => turnAt(rota, isSecond, stage.clock.wall());
  const textsAbout = (alert: string) =>
    stage.service.log.list().filter(({ message }) => message.includes(alert));
  const noted = (alert: string): Fired => fired.get(alert) ?? { ...NEW, hook: null };
  const note: Month['note'] = (alert, changes) => void fired.set(alert, { ...noted(alert), ...changes });
  const openNow = () => [...fired].filter(([, { isOver }]) => !isOver);

  /** Whoever a rota's calendar, `/sms oncall` and Home say is on call, and in line. */
  async function calendarsAgree(home: Blocks): Promise<void> {
    turns = (await Promise.all(rotas.map(path => turnsIn(stage, path)))).flat();
    const theirs = turns.filter(({ name }) => name === ADMIN).map(turn => JSON.stringify(turn));
    expect((await turnsIn(stage, mine)).map(turn => JSON.stringify(turn)).toSorted()).toEqual(
      theirs.toSorted(),
    );
    const { text } = await oncall(stage, '', ADMIN);
    const homeText = textsIn(home);
    for (const rota of ROTAS) {
      const line = text.split('\n').find(each => each.includes(`*${rota}*:`)) ?? '';
      const first = new RegExp(`\\*${rota}\\*: (?:<@(\\w+)>|nobody) is on call`).exec(line);
      expect(first, `${rota} in: ${text}`).not.toBeNull();
      expect(homeText, `Home about ${rota}`).toContain(first?.[0]);
      const second = /Second in line: (\w+)/.exec(line)?.[1]?.toLowerCase();
      expect([named(first?.[1]), NAMES.find(name => name === second) ?? null]).toEqual([
        nowIn(rota),
        nowIn(rota, true),
      ]);
    }
  }

  /** Home and the list show what is open, and who has it, and nothing else. */
  async function listsAgree(home: Blocks): Promise<void> {
    const open = Object.fromEntries(openNow().map(([alert, { holder }]) => [alert, holder]));
    const count = Object.keys(open).length;
    const firing = firingIn(home);
    const list = await opened(stage, ADMIN, () => slack.command({ user: ADMIN, text: 'alerts' }));
    expect(contentOf(list)).toContain(`Open (${count})`);
    for (const blocks of [firing, list.content.blocks]) {
      const shown = rowsIn(blocks, [...fired.keys()]).map(({ alert, holder }) => [alert, named(holder)]);
      if (count <= 5) expect(Object.fromEntries(shown)).toEqual(open);
      else expect(open).toMatchObject(Object.fromEntries(shown));
    }
    if (count > 5) expect(JSON.stringify(firing)).toContain(`${count - 5} more incidents open`);
    await slack.closeView(list);
    // Whoever was texted, or has it, sees it, too.
    for (const name of NAMES) {
      const theirs = openNow().filter(
        ([alert, { holder }]) =>
          holder === name || textsAbout(alert).some(({ number }) => number === NUMBERS[name]),
      );
      if (theirs.length === 0 || theirs.length > 5) continue;
      expect(await month.firingFor(name), `Home of ${name}`).toEqual(
        expect.arrayContaining(theirs.map(([alert]) => alert)),
      );
    }
  }

  /** Each incident's timeline has the texts that the service's log has, and ends as its post does. */
  async function timelineAgrees(alert: string): Promise<void> {
    const { isOver, holder } = noted(alert);
    const post = await month.post(alert);
    const view = await opened(
      stage,
      ADMIN,
      () => slack.press(post, 'open_timeline', { user: ADMIN }),
      each => contentOf(each).includes('download_timeline'),
    );
    const story = contentOf(view);
    await slack.closeView(view);
    const accepted = [...story.matchAll(/The SMS service accepted the text to ((?:<@\w+>(?:, )?)+)/g)]
      .flatMap(([, to = '']) => [...to.matchAll(/<@(\w+)>/g)].map(([, id]) => named(id)))
      .toSorted();
    expect(accepted, `the timeline of ${alert}: ${story}`).toEqual(month.texted(alert).toSorted());
    expect(/ · over </.test(story), `the end in the timeline of ${alert}`).toBe(isOver);
    expect(/: it’s over|resolved: /.test(post.text), `the end in ${post.text}`).toBe(isOver);
    if (holder === null) return;
    expect(story).toContain(`<@${idOf(holder)}> acknowledged it`);
    if (!isOver) expect(post.text).toContain(`Acknowledged by <@${idOf(holder)}>`);
  }

  /** The page behind a text's link says whether anybody has it. */
  async function phoneAgrees(alert: string, holder: Name | null): Promise<void> {
    const [path] = textsAbout(alert).flatMap(({ message }) => /\/a\/\w+$/.exec(message)?.[0] ?? []);
    if (path === undefined) return;
    const page = await (await fetch(stage.appUrl + path)).text();
    expect(/(have|has) it, since/.test(page), `the page about ${alert}: ${page}`).toBe(holder !== null);
  }

  /** Since the last time, only those on call at that moment were texted, those who had it, and those who were to hear of its end. */
  function textsAgree(): void {
    const all = stage.service.log.list();
    for (const [index, { number, message, sentAt }] of all.slice(textCount).entries()) {
      const name = byNumber(number);
      expect(name, `somebody else got: ${message}`).toBeDefined();
      const about = [...fired].filter(([alert]) => message.includes(alert)).map(([, each]) => each);
      const isOnCall = ROTAS.some(rota =>
        [true, false].some(second => turnAt(rota, second, sentAt) === name),
      );
      const isTheirs = about.some(
        ({ holder, policyPeople }) => holder === name || policyPeople.some(each => each === name),
      );
      const before = all.slice(0, textCount + index).filter(text => text.number === number);
      const heard =
        message.includes('RESOLVED') &&
        before.some(text =>
          [...fired.keys()].some(alert => [text, { message }].every(each => each.message.includes(alert))),
        );
      expect(isOnCall || isTheirs || heard, `${name} got: ${message}`).toBe(true);
    }
    textCount = all.length;
  }

  const month: Month = {
    stage,
    async until(local) {
      await stage.sleep(timeOf(local) - stage.clock.wall() - 2 * MINUTE);
      await minutes(stage, 2);
    },
    onCall: rota => nowIn(rota),
    second: rota => nowIn(rota, true),
    async fire(hook, alert, { labels = {}, ...more } = {}) {
      fired.set(alert, { ...NEW, ...more, hook });
      expect((await hook.call(callAbout(stage, alert, 'firing', labels))).status).toBe(202);
      await stage.quiet();
    },
    async resolve(...alerts) {
      for (const alert of alerts) {
        expect((await noted(alert).hook?.call(callAbout(stage, alert, 'resolved')))?.status).toBe(202);
        note(alert, { isOver: true });
      }
      await minutes(stage, 3);
    },
    async resolveHere(alert, name) {
      await slack.press(await month.post(alert), 'resolve_alerts', { user: name });
      note(alert, { isOver: true });
      await minutes(stage, 3);
    },
    paged: alert => void fired.set(alert, { ...NEW, hook: null }),
    note,
    async acknowledge(alert, name) {
      await slack.press(await month.post(alert), 'take_alerts', { user: name });
      note(alert, { holder: name });
      await passUntil({ pass: () => stage.pass(500) }, () =>
        inChannel(stage).some(
          ({ text }) => text.includes(alert) && text.includes(`Acknowledged by <@${idOf(name)}>`),
        ),
      );
    },
    texted: alert => textsAbout(alert).map(({ number }) => byNumber(number)),
    post: alert => postSaying(stage, new RegExp(alert)),
    firingFor: async name =>
      rowsIn(firingIn(await homeOf(stage, name)), [...fired.keys()]).map(({ alert }) => alert),
    async agree(timelines) {
      await stage.quiet();
      textsAgree();
      const home = await homeOf(stage, ADMIN);
      await calendarsAgree(home);
      await listsAgree(home);
      for (const [alert, { hook, holder, isOver, isInStorm }] of fired) {
        if (isInStorm || (timelines !== 'all' && settled.has(alert))) continue;
        await timelineAgrees(alert);
        if (isOver) settled.add(alert);
        else if (hook) await phoneAgrees(alert, holder);
      }
    },
  };
  await calendarsAgree(await homeOf(stage, ADMIN));
  return month;
}

/** The file with all timelines of a post's hook, as `time,happened` lines of the alerts whose names match. */
export async function timelineFile(stage: Stage, post: Post, fits: RegExp): Promise<string[]> {
  const open = (action: () => Promise<unknown>, says: string) =>
    opened(stage, ADMIN, action, view => contentOf(view).includes(says));
  const view = await open(
    () => stage.slack.press(post, 'open_timeline', { user: ADMIN }),
    'download_timeline',
  );
  const link = await open(() => stage.slack.act(view, 'download_timeline'), '/people/');
  const browser = visit(linkIn(stage, link));
  await browser.get();
  const { text } = await browser.post('');
  return text.split('\r\n').filter(line => fits.test(line));
}

function callAbout({ clock }: Stage, alert: string, status: 'firing' | 'resolved', labels = {}) {
  const body = alertmanager(`of ${alert}`, { [alert]: { severity: 'critical', status } });
  const startsAt = new Date(clock.wall()).toISOString();
  return {
    ...body,
    alerts: body.alerts.map(each => ({ ...each, startsAt, labels: { ...each.labels, ...labels } })),
  };
}

/** Nusrat's addresses of her own turns' calendar and of both rotas'. */
async function calendarPaths(stage: Stage): Promise<{ mine: string; rotas: string[] }> {
  const list = await openCalendars(stage, ADMIN);
  const paths: string[] = [];
  for (const nth of [0, 1, 2]) {
    // The list shows the newest address only.
    const before = paths.at(-1)?.slice('/calendar/'.length) ?? 'none';
    const says = new RegExp(`calendar/(?!${before})[\\w-]+\\.ics`);
    paths.push(pathIn(await pressInList(stage, list, 'make_calendar', says, nth)));
  }
  await stage.slack.closeView(list);
  const [mine = '', ...rotas] = paths;
  return { mine, rotas };
}

type Blocks = View['content']['blocks'];

/** A person's Home tab, published anew. */
async function homeOf({ slack }: Stage, user: string): Promise<Blocks> {
  const before = slack.home(user)?.hash;
  await slack.openApp(user);
  await slack.waitFor(() => slack.home(user)?.hash !== before, `another Home tab of ${user}`);
  return slack.home(user)?.content.blocks ?? [];
}

/** The part of a Home tab about what fires now: above everything else. */
function firingIn(blocks: Blocks): Blocks {
  const from = blocks.findIndex(block => /"(Firing now|এখন যা চলছে)"/.test(JSON.stringify(block)));
  if (from < 0) return [];
  const length = blocks.slice(from + 1).findIndex(({ type }) => type === 'header');
  return length < 0 ? blocks.slice(from) : blocks.slice(from, from + 1 + length);
}

const textsIn = (blocks: Blocks): string =>
  blocks.map(block => JSON.parse(JSON.stringify(block)).text?.text ?? '').join('\n');

/** The incidents among blocks, with who has them: each ends in its buttons. */
function rowsIn(blocks: Blocks, alerts: readonly string[]) {
  let before = '';
  return blocks.flatMap(block => {
    if (block.type !== 'actions') {
      before += JSON.stringify(block);
      return [];
    }
    const [text, alert] = [before, alerts.find(each => before.includes(each))];
    before = '';
    return alert === undefined ? [] : [{ alert, holder: /Acknowledged by <@(\w+)>/.exec(text)?.[1] }];
  });
}
