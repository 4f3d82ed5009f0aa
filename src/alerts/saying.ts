import type { InboxCommit } from '../kit/inbox/model.ts';
import { pack, type UnreadableNews } from '../kit/inbox/reading.ts';
import { type News, noNews } from './deciding/news.ts';
import type { AlertState } from './deciding/state.ts';
import { NO_ALERTS, tallyOf, totalOf } from './deciding/tally.ts';
import type { PlannedIntent } from './planning.ts';
import type { FeedEvent, NewsEvent } from './posts/feed.ts';
import { MAX_TO } from './posts/fold.ts';

/** What each hook's channel was last told is held back; it is told again only when that changes. */
export type SaidHeld = Readonly<Record<string, string>>;

/** Events for the hooks whose channels have something to read, and what is held back now. */
export function eventsOf(
  workspace: string,
  allNews: readonly News[],
  planned: readonly PlannedIntent[],
  { incidents }: Pick<AlertState, 'incidents'>,
  heldBefore: SaidHeld,
): { events: InboxCommit['events']; held: SaidHeld } {
  const byId = new Map(incidents.map(incident => [incident.id, incident]));
  const postsOf = (hook: string, about: ReadonlySet<number>): number[] => {
    const its = [...about].flatMap(id => byId.get(id) ?? []).filter(incident => incident.hook === hook);
    return [...new Set(its.map(({ post }) => post))];
  };
  const held: Record<string, string> = {};
  const events: InboxCommit['events'] = [];
  for (const news of allNews) {
    const texts = planned
      .filter(({ hooks }) => hooks.has(news.hook))
      .map(({ intent, about }) => ({
        intent: intent.id,
        posts: postsOf(news.hook, about),
        to: intent.to.flatMap(one => (one.kind === 'number' ? one.number : [])).slice(0, MAX_TO),
      }));
    const nowHeld = news.held.length > 0 ? JSON.stringify(news.held) : '';
    if (nowHeld) held[news.hook] = nowHeld;
    const isNews = texts.length > 0 || saysSomething(news) || nowHeld !== (heldBefore[news.hook] ?? '');
    if (isNews) events.push(eventFor(workspace, news, texts));
  }
  for (const hook of Object.keys(heldBefore)) {
    // Nothing is held any more, and there is no other news about it.
    const isSaid = allNews.some(news => news.hook === hook);
    if (!isSaid) events.push(eventFor(workspace, noNews(hook), []));
  }
  return { events, held };
}

/**
 * What couldn't be read is reported by the hook it names; otherwise by every hook, since we don't know which it was.
 */
export function withUnreadable(
  news: readonly News[],
  unreadable: readonly UnreadableNews[],
  hooks: readonly string[],
): News[] {
  const all = new Map(news.map(one => [one.hook, one]));
  for (const { id, about } of unreadable.filter(({ isKnown }) => !isKnown)) {
    for (const hook of about !== null && hooks.includes(about) ? [about] : hooks) {
      const before = all.get(hook) ?? noNews(hook);
      all.set(hook, { ...before, unreadable: [...before.unreadable, id] });
    }
  }
  return [...all.values()];
}

function saysSomething(news: News): boolean {
  const { held: _held, moreHeld: _more, hook: _hook, ...rest } = news;
  return Object.values(rest).some(value =>
    typeof value === 'number' ? value > 0 : 'names' in value ? totalOf(value) > 0 : value.length > 0,
  );
}

function eventFor(
  workspace: string,
  { hook, fired, resolved, lapsed, posts, ...notes }: News,
  texts: NewsEvent['texts'],
): InboxCommit['events'][number] {
  const [firedIn, resolvedIn, lapsedIn] = [fired, resolved, lapsed].map(told =>
    Map.groupBy(told, ({ post }) => post),
  );
  const shown = new Set<number | null>(posts.map(({ post }) => post));
  const event: FeedEvent = {
    kind: 'news',
    ...notes,
    lapsed: NO_ALERTS,
    resolved: tallyOf(resolved.filter(({ post }) => !shown.has(post))),
    posts: posts.map(standing => ({
      standing,
      fired: tallyOf(firedIn?.get(standing.post) ?? []),
      lapsed: tallyOf(lapsedIn?.get(standing.post) ?? []),
      resolved: tallyOf(resolvedIn?.get(standing.post) ?? []),
    })),
    texts,
  };
  return { address: { kind: 'posts', workspace, name: hook }, body: pack(JSON.stringify(event)) };
}
