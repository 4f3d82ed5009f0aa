import { createDriver, type Driver } from '../../src/playground/driver.ts';
import { type JsonObject, parseJson } from '../../src/playground/json.ts';
import { answerApi } from '../../src/playground/web-api/answer.ts';
import { answerReplyUrl } from '../../src/playground/web-api/reply-url.ts';
import type { AppConnection, Delivery, Reply, SentRequest } from '../../src/playground/wire/connection.ts';
import { nameOf, noReply, signatureHeaders } from '../../src/playground/wire/delivery.ts';
import { createEvents } from '../../src/playground/wire/events.ts';
import type { SocketHub } from '../../src/playground/wire/sockets.ts';
import { DEFAULT_SCOPES, type WorkspaceSeed } from '../../src/playground/world/seed.ts';
import { createWorld, type World } from '../../src/playground/world/world.ts';
import type { Process, SimClock } from './clock.ts';
import type { Dice } from './dice.ts';
import type { HttpAnswer, HttpAsk } from './http.ts';

export const SLACK = 'https://slack.sim';
export const SIGNING_SECRET = 'a signing secret that only the two of them know';
/** A person is told after that long that the app didn't answer. */
const ACK_MS = 3000;

/** How much goes wrong there, in calls of a hundred. */
export type SlackTrouble = { lost: number; unheard: number; away: number; slow: number };
export const NO_SLACK_TROUBLE: SlackTrouble = { lost: 0, unheard: 0, away: 0, slow: 0 };

export type SimSlack = Driver & {
  world: World;
  trouble: SlackTrouble;
  /** Workspaces of whose people Slack says nothing, for as long as they are in here. */
  silentIn: Set<string>;
  /** Commands with these words in them have an address that takes no answer: it has this status. */
  spent: Map<string, 200 | 404>;
  /** Methods whose next call is carried out, and nobody hears so. */
  unheardOnce: Set<string>;
  /** Calls to the Web API and to `response_url`s from one process of the app. */
  fetchOf(host: Process): typeof fetch;
  /** Addresses elsewhere that the app asked. */
  elsewhere: string[];
  /** Brings a request to the app as if Slack had sent it. */
  forge(sent: SentRequest, change: (body: URLSearchParams) => void): Promise<Reply>;
  /** All bodies that the app sent here. */
  said: { at: number; team: string; method: string; body: string }[];
};

/** Slack: the playground's own world and Web API, with a network between it and the app. */
export function createSlack(parts: {
  clock: SimClock;
  dice: Dice;
  workspaces: readonly WorkspaceSeed[];
  /** Brings a request to some process of the app; null: nobody answered. */
  ask: (request: HttpAsk) => Promise<HttpAnswer | null>;
}): SimSlack {
  const { clock, dice, ask } = parts;
  const time = {
    now: clock.now,
    setTimeout: (run: () => void, ms: number) => clock.after(ms, run),
    clearTimeout: (cancelTimer: unknown) => (cancelTimer as () => void)(),
  };
  const world = createWorld({
    clock: time,
    address: SLACK,
    manifest: {
      features: { slash_commands: [{ command: '/sms', should_escape: true }] },
      settings: { event_subscriptions: { bot_events: ['app_home_opened'] } },
      functions: { send_sms: { title: 'Send an SMS' } },
    },
    workspaces: parts.workspaces.map(seed => ({ ...seed, scopes: DEFAULT_SCOPES })),
    appToken: { value: 'xapp-none', scopes: [] },
    client: { id: '1.1', secret: 'none', redirectUris: [], tokenRotation: false },
  });
  const sockets = { count: 0, opened: 0, connected: async () => undefined } as unknown as SocketHub;
  const said: SimSlack['said'] = [];

  const app: AppConnection = {
    reachable: () => true,
    deliver: delivery => send(sign(delivery)),
    redeliver: sent => send(sent),
    close: async () => undefined,
  };

  function sign(delivery: Delivery): SentRequest {
    const body = encode(delivery);
    const isEvent = delivery.kind === 'events_api';
    const headers = {
      'content-type': isEvent ? 'application/json' : 'application/x-www-form-urlencoded',
      ...signatureHeaders(SIGNING_SECRET, body, clock.now()),
    };
    return { url: '/slack/events', headers, body, operation: nameOf(delivery) };
  }

  const spentUrls = new Map<string, number>();
  function noteSpent(body: string): void {
    const fields = new URLSearchParams(body);
    const words = fields.get('text') ?? '';
    for (const [one, status] of slack.spent)
      if (words.includes(one)) spentUrls.set(fields.get('response_url') ?? '', status);
  }

  /** Slack waits three seconds; the app may answer later, and nobody hears of it. */
  function send(sent: SentRequest): Promise<Reply> {
    if (slack.spent.size > 0) noteSpent(sent.body);
    return new Promise(resolve => {
      clock.after(ACK_MS, () => resolve(noReply(sent, 'operation_timeout', ACK_MS)));
      void ask({ method: 'POST', url: sent.url, headers: sent.headers, body: sent.body }).then(answer => {
        if (!answer) return resolve(noReply(sent, 'dispatch_failed', 0));
        const { status, body, headers } = answer;
        const json = parseJson(body);
        const problem = status === 200 ? {} : ({ problem: 'dispatch_failed' } as const);
        resolve({ status, headers, body, json, ...problem, elapsedMs: 0, request: sent });
      });
    });
  }

  function answerTo(url: URL, headers: Record<string, string>, body: string): Response {
    if (url.pathname.startsWith('/api/')) {
      const method = url.pathname.slice('/api/'.length);
      const answer = answerApi(world, sockets, { method, headers, body, query: url.search });
      return new Response(JSON.stringify(answer.body), {
        headers: { 'content-type': 'application/json', ...answer.headers },
      });
    }
    const spent = spentUrls.get(url.href);
    if (spent) return new Response('{"ok":false,"error":"used_url"}', { status: spent });
    const answer = answerReplyUrl(world, url.pathname, body);
    return new Response(answer.body, { status: answer.status, headers: { 'content-type': answer.type } });
  }

  const slack: SimSlack = {
    ...createDriver(
      { world, app, events: createEvents(world, app, sockets) },
      { waitFor: () => Promise.reject(new Error('In a story, run the clock instead')) },
    ),
    world,
    trouble: NO_SLACK_TROUBLE,
    silentIn: new Set(),
    spent: new Map(),
    unheardOnce: new Set(),
    said,
    elsewhere: [],
    forge(sent, change) {
      const fields = new URLSearchParams(sent.body);
      change(fields);
      const body = fields.toString();
      const headers = { ...sent.headers, ...signatureHeaders(SIGNING_SECRET, body, clock.now()) };
      return send({ ...sent, body, headers });
    },
    fetchOf: host => (input, init) =>
      new Promise((resolve, reject) => {
        const url = new URL(String(input));
        if (url.origin !== SLACK) slack.elsewhere.push(url.href);
        const headers = Object.fromEntries(new Headers(init?.headers as never));
        const body = String(init?.body ?? '');
        const { lost, unheard, away, slow } = slack.trouble;
        const tookMs = () => dice.below(dice.percent(slow) ? 7000 : 90);
        const args = (result: () => void): void => void clock.after(tookMs(), result, host);
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
        const token =
          headers.authorization?.slice('Bearer '.length) ?? new URLSearchParams(body).get('token') ?? '';
        const team = url.pathname.startsWith('/api/')
          ? world.tokens.get(token)?.teamId
          : url.pathname.split('/')[2];
        const isSilent = slack.silentIn.has(team ?? '') && url.pathname.endsWith('/users.info');
        const usual = dice.weighted([
          [lost, 'lost'],
          [unheard, 'unheard'],
          [away, 'away'],
          [100 - lost - unheard - away, 'fine'],
        ] as const);
        const method = url.pathname.split('/').at(-1) ?? '';
        const fate = slack.unheardOnce.delete(method) ? 'unheard' : usual;
        said.push({ at: clock.now(), team: team ?? '', method, body: plain(body) });
        // Whoever asked gives up after a while.
        if (isSilent) return;
        clock.after(tookMs(), () => {
          // Whoever gave up has closed the connection.
          if (init?.signal?.aborted) return;
          if (fate === 'lost') return args(() => reject(new TypeError('fetch failed')));
          if (fate === 'away')
            return args(() =>
              resolve(
                new Response('busy', {
                  status: dice.percent(50) ? 503 : 429,
                  headers: { 'retry-after': '2' },
                }),
              ),
            );
          const answer = answerTo(url, headers, body);
          if (fate === 'unheard') return args(() => reject(new TypeError('fetch failed')));
          args(() => resolve(answer));
        });
      }),
  };
  return slack;
}

function encode({ kind, payload }: Delivery): string {
  if (kind === 'events_api') return JSON.stringify(payload);
  if (kind === 'interactive') return new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  return new URLSearchParams(
    Object.entries(payload as JsonObject).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
}

/** A body as somebody would read it, without the token in it. */
function plain(body: string): string {
  try {
    return decodeURIComponent(body.replaceAll('+', ' ')).replace(/\btoken=[^&]*/, '');
  } catch {
    return body;
  }
}
