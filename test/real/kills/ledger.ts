import type { Post } from '../../../src/playground/index.ts';
import type { SeenRequest } from '../../../src/sms-service/testing/service.ts';
import type { City } from './city.ts';
import type { Asked } from './load.ts';
import type { Stored, StoredText } from './stored.ts';

/** Everything there is to know about one `/sms`, from the three sides. */
export type Account = {
  asked: Asked;
  /** The requests for its text, except those answered 429: a request refused with 429 was definitely not sent. */
  requests: SeenRequest[];
  refusedWith429: number;
  /** The results that Slack has, in order: sent, refused, uncertain, cancelled. */
  results: string[];
  posts: Post[];
  /** Whether the app knows it; its texts in the store. */
  known: boolean;
  texts: StoredText[];
};

const RESULTS: [kind: string, looks: RegExp][] = [
  ['sent', / texted \*/],
  ['uncertain', /may or may not have been sent/],
  ['refused', /^:no_entry:/],
  ['cancelled', /^Cancelled\./],
];
/** What the app says without naming a number. */
const NAMELESS = /^Too late|couldn’t confirm|nothing was sent or changed/;
const WAITING = /^:hourglass_flowing_sand:/;

export type Ledger = {
  accounts: Account[];
  /** Requests and posts that belong to no `/sms` that was typed. */
  strays: string[];
  /** 429s from the service's own count of the minute, not from a fault. */
  own429s: number;
};

/** Combines what was typed, what the SMS service saw, what Slack has, and what the store has. */
export function drawUp(city: City, asked: Asked[], stored: Stored): Ledger {
  const requests = Map.groupBy(city.service.requests.list(), request => request.message ?? '');
  const posts = Map.groupBy(
    [...city.slack.world.workspaces.values()]
      .flatMap(workspace => workspace.posts)
      .filter(post => post.author.kind === 'app'),
    post => /\*(\d{3}••••\d{4})\*/.exec(post.text)?.[1] ?? '',
  );
  const texts = Map.groupBy(stored.texts, text => text.message);
  const accounts = asked.map(one => {
    const seen = requests.get(one.message) ?? [];
    const told = (posts.get(one.masked) ?? []).toSorted((first, second) => seenAt(first) - seenAt(second));
    return {
      asked: one,
      requests: seen.filter(request => request.code !== 'RATE_LIMITED'),
      refusedWith429: seen.filter(request => request.code === 'RATE_LIMITED').length,
      results: told.map(kindOf).filter(kind => kind !== null),
      posts: told,
      known: stored.identities.has(one.identity),
      texts: texts.get(one.message) ?? [],
    };
  });
  const messages = new Set(asked.map(one => one.message));
  const masked = new Set(asked.map(one => one.masked));
  const strays = [
    // A request that a kill cut off doesn't count.
    ...[...requests.keys()].filter(message => message !== '' && !messages.has(message)),
    ...[...posts]
      .filter(([number]) => !masked.has(number))
      .flatMap(([, told]) => told.map(post => post.text)),
  ].filter(text => !NAMELESS.test(text));
  const own429s = city.service.requests
    .list()
    .filter(request => request.code === 'RATE_LIMITED' && request.apiKeyId !== null).length;
  return { accounts, strays, own429s };
}

export const seenAt = ({ seen }: Post): number => seen[0]?.at ?? Number.POSITIVE_INFINITY;

/** The result that a post gives for a text; null: none yet. */
export function kindOf(post: Post): string | null {
  if (WAITING.test(post.text)) return null;
  return RESULTS.find(([, looks]) => looks.test(post.text))?.[0] ?? `unknown: ${post.text}`;
}
