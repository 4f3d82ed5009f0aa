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
/** Slack shows a timeout to the person after this long. */
const ACK_MS = 3000;

/** The faults of the network to and from Slack, in percent of calls. */
export type SlackTrouble = { lost: number; unheard: number; away: number; slow: number };
export const NO_SLACK_TROUBLE: SlackTrouble = { lost: 0, unheard: 0, away: 0, slow: 0 };

export type SimSlack = Driver & {
  world: World;
  trouble: SlackTrouble;
  /** Workspaces in which Slack doesn't answer `users.info`. */
  silentIn: Set<string>;
  /** Commands that contain these words get a `response_url` that answers every post with this status. */
  spent: Map<string, 200 | 404>;
  /** Methods whose next call is carried out, but whose answer is lost. */
  unheardOnce: Set<string>;
  /** The `fetch` of one process of the app, for the Web API and `response_url`s. */
  fetchOf(host: Process): typeof fetch;
  /** Addresses other than Slack's that the app requested. */
  elsewhere: string[];
  /** Sends the app a changed copy of a request, signed as Slack signs. */
  forge(sent: SentRequest, change: (body: URLSearchParams) => void): Promise<Reply>;
  /** Every call of the app, with its body. */
  calls: { at: number; team: string; method: string; body: string }[];
};

/** Slack: the playground's world and Web API, with a network between it and the app. */
export function createSlack(parts: {
  clock: SimClock;
  dice: Dice;
  workspaces: readonly WorkspaceSeed[];
  /** Passes a request to one process of the app; null if none answered. */
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
  const calls: SimSlack['calls'] = [];

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
    for (const [marker, status] of slack.spent)
      if (words.includes(marker)) spentUrls.set(fields.get('response_url') ?? '', status);
  }

  /** Slack waits three seconds and ignores a later answer. */
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
    calls,
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
        const deliver = (result: () => void): void => void clock.after(tookMs(), result, host);
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
        calls.push({ at: clock.now(), team: team ?? '', method, body: plain(body) });
        // The app gives up after its own timeout.
        if (isSilent) return;
        clock.after(tookMs(), () => {
          // The app gave up and closed the connection.
          if (init?.signal?.aborted) return;
          if (fate === 'lost') return deliver(() => reject(new TypeError('fetch failed')));
          if (fate === 'away')
            return deliver(() =>
              resolve(
                new Response('busy', {
                  status: dice.percent(50) ? 503 : 429,
                  headers: { 'retry-after': '2' },
                }),
              ),
            );
          const answer = answerTo(url, headers, body);
          if (fate === 'unheard') return deliver(() => reject(new TypeError('fetch failed')));
          deliver(() => resolve(answer));
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

/** A body in readable form, without the token. */
function plain(body: string): string {
  try {
    return decodeURIComponent(body.replaceAll('+', ' ')).replace(/\btoken=[^&]*/, '');
  } catch {
    return body;
  }
}
