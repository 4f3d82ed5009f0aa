import { addCounts } from '../../domain/count.ts';
import { addUnreached, noNews } from '../deciding/news.ts';
import { addTallies, NO_ALERTS } from '../deciding/tally.ts';
import type { AlertMessage, PostedNews } from './feed.ts';

/** What is said in a message beside how its incidents stand. */
export type Content = Omit<PostedNews, 'posts' | 'texts'>;
type HeldNow = Pick<Content, 'held' | 'moreHeld'>;

/** How many people we didn't reach a message names, and how many ends of waits. */
const MAX_UNREACHED = 10;
const MAX_HELD_BEFORE = 5;
/** Of times in which nobody looked, the last. */
const MAX_UNWATCHED = 1;

/** Created each time, because adding changes it. */
export function nothing(): Content {
  const { hook: _hook, posts: _posts, ...news } = noNews('');
  return { ...news, fired: NO_ALERTS, resolved: NO_ALERTS, unlisted: 0 };
}

/** Adds news to a message, except for what is held. */
export function addContent(message: AlertMessage, news: Omit<Content, keyof HeldNow>): void {
  const before = JSON.stringify(message);
  message.fired = addTallies(message.fired, news.fired);
  message.resolved = addTallies(message.resolved, news.resolved);
  for (const one of news.unreached) addUnreached(message, one, MAX_UNREACHED);
  message.unreadable.push(...news.unreadable);
  message.unwatched = [...message.unwatched, ...news.unwatched].slice(-MAX_UNWATCHED);
  for (const count of COUNTS) message[count] = addCounts(message[count], news[count]);
  if (JSON.stringify(message) !== before) message.stale = true;
}

const COUNTS = [
  'unrouted',
  'emptySteps',
  'limitReached',
  'overUntold',
  'repeated',
  'reminded',
  'folded',
  'tried',
  'leftOut',
  'untracked',
  'unlisted',
  'moreUnreached',
] as const;

/**
 * Says in a message what is held now; what isn't any more stays there as what was.
 *
 * @param waiting everything that waits now, whichever message says so
 */
export function setHeld(message: AlertMessage, after: HeldNow, waiting: Content['held'], now: number): void {
  const isIn = (list: Content['held'], { number, until }: Content['held'][number]): boolean =>
    list.some(one => one.number === number && one.until === until);
  for (const one of message.held.filter(held => !isIn(after.held, held))) {
    // It may have gone, or have been called off, before its time.
    const until = isIn(waiting, one) ? one.until : Math.min(one.until, now);
    const same = message.heldBefore.find(before => before.until === until);
    if (same) same.alerts = Math.max(same.alerts, one.alerts);
    else message.heldBefore.push({ until, alerts: one.alerts });
  }
  message.heldBefore = message.heldBefore.slice(-MAX_HELD_BEFORE);
  const isSame =
    JSON.stringify([message.held, message.moreHeld]) === JSON.stringify([after.held, after.moreHeld]);
  if (!isSame) Object.assign(message, { held: after.held, moreHeld: after.moreHeld, stale: true });
}
