import { createDecide, createAnswer as plainAnswer } from './accept/operation.ts';
import { type RateWindow, slidingWindow } from './accept/rate-limit.ts';
import { createSend } from './accept/send.ts';
import { createUsage } from './accept/usage.ts';
import type { Health } from './carriers/carrier.ts';
import type { RoutesInput } from './carriers/carriers.ts';
import { createApp } from './dashboard/app.ts';
import { DEFAULT_PRICE_PER_PART } from './decisions.ts';
import { createDelivery } from './delivery/delivery.ts';
import { createHousekeeping } from './housekeeping.ts';
import { InputError } from './input-error.ts';
import { createManagement, type Management } from './management.ts';
import { parseCredits } from './money.ts';
import { createPasswords } from './people/credentials.ts';
import { createPeople } from './people/sign-in.ts';
import { createMetrics, startOperatingServer } from './server/operating.ts';
import { callerAddress, startHttpServer } from './server/server.ts';
import { IN_MEMORY } from './store/database.ts';
import { openStore } from './store/store.ts';
import { type Clock, systemClock } from './time.ts';

export interface ServiceOptions {
  /** The directory of the database; `:memory:` (the default) keeps the data in memory until `close`. */
  dataDir?: string;
  /** 0, the default, picks a free port. */
  port?: number;
  /** `127.0.0.1` by default. */
  host?: string;
  /** Credits for one part, as a decimal above zero; `0.35` by default. */
  pricePerPart?: string;
  /**
   * The address that callers and browsers use, if it differs from the one the service listens on. With https the
   * service is behind a proxy, and the last address in `X-Forwarded-For` is the caller's.
   */
  publicUrl?: string;
  /** The routes, in order of preference; by default texts don't leave. */
  routes?: RoutesInput;
  /** Called when a route goes down, with the reason, and when it comes back up. */
  onRoute?(name: string, health: Health): void;
  /** Called with a receipt that can't be read or that belongs to no known text. `description` is safe to log. */
  onLostReceipt?(route: string, description: string): void;
  /** The address for `/healthz`, `/readyz` and `/metrics`, which aren't served by default. Port 0 picks a free one. */
  operating?: { port: number; host?: string };
  /** Texts go to the demo's phone: the dashboard says so instead of warning that no route is set. */
  isDemo?: boolean;
  clock?: Clock;
  /** Cost of guessing a password from its hash: the logarithm of scrypt's N; 17 by default. */
  passwordCost?: number | undefined;
  /** Called with internal failures, such as requests answered with 500, and with errors thrown by listeners. */
  onInternalError?(error: unknown): void;
}

/** Parts of the service that the test double in testing/ replaces. */
export interface Replacements {
  window?: RateWindow;
  createAnswer?: typeof plainAnswer;
}

export interface Service extends Management {
  /** The base address, without a trailing slash. */
  url: string;
  delivery: Pick<ReturnType<typeof createDelivery>, 'routes' | 'backlog' | 'progress'>;
  /** True if a route is set, so that texts leave. */
  leaves: boolean;
  /** The base address of `/healthz`, `/readyz` and `/metrics`; null if they aren't served. */
  operatingUrl: string | null;
  /** Finishes the requests that have arrived, and closes the database. May be called again. */
  close(): Promise<void>;
}

/** Starts the SMS service. Throws an `InputError` if an option is wrong or the port is in use. */
export async function startService(
  options: ServiceOptions = {},
  { window = slidingWindow, createAnswer = plainAnswer }: Replacements = {},
): Promise<Service> {
  const { clock = systemClock, onInternalError = () => {}, onLostReceipt = () => {} } = options;
  const { host = '127.0.0.1', port = 0 } = options;
  const pricePerPart = parseCredits(options.pricePerPart ?? DEFAULT_PRICE_PER_PART);
  if (!pricePerPart) throw new InputError('The price per part must be a decimal above zero, such as 0.35.');

  const now = () => clock.now();
  const publicUrl = options.publicUrl === undefined ? null : parseUrl(options.publicUrl);
  const behindProxy = publicUrl?.startsWith('https:') ?? false;
  // Closes everything in reverse order, on `close` or if a later step fails.
  await using opened = new AsyncDisposableStack();
  const store = opened.adopt(openStore(options.dataDir ?? IN_MEMORY), it => it.close());
  const usage = opened.adopt(createUsage(store, clock, onInternalError), it => it.flush());
  const housekeeping = opened.adopt(
    createHousekeeping(store, clock, { onLostReceipt, onError: onInternalError }),
    it => it.stop(),
  );
  const metrics = options.operating ? createMetrics() : null;
  let ownUrl = publicUrl ?? '';
  const delivery = opened.adopt(
    createDelivery({
      store,
      clock,
      routes: options.routes,
      onTransition: transition => metrics?.moved(transition),
      onHealth: options.onRoute ?? (() => {}),
      onLostReceipt,
      onError: onInternalError,
    }),
    it => it.close(),
  );
  const decide = createDecide({
    send: createSend(store, { window, pricePerPart, leaves: delivery.leaves, now }),
    onDecided(fields, outcome, request) {
      metrics?.decided(outcome);
      if (outcome.accepted) delivery.wake();
      usage.note(fields, outcome, callerAddress(request, behindProxy));
    },
    onInternalError,
  });
  const app = createApp(createAnswer(decide), {
    store,
    people: createPeople(store, createPasswords(options.passwordCost), now),
    manage: by => createManagement(store, now, by),
    flush: usage.flush,
    now,
    ownUrl: () => ownUrl,
    behindProxy,
    pricePerPart,
    usedThisMinute: apiKeyId => window.used(store.rateStates.read(apiKeyId), now()),
    delivery,
    isDemo: options.isDemo ?? false,
    onInternalError,
  });
  const server = opened.adopt(await startHttpServer(app, { host, port, behindProxy }), it => it.close());
  let operatingUrl: string | null = null;
  if (metrics && options.operating) {
    const unwritable = () => {
      try {
        store.transaction(() => store.shared.writeTime(now()));
        return null;
      } catch (error) {
        onInternalError(error);
        return String(error);
      }
    };
    const operating = await startOperatingServer(
      { unwritable, routes: delivery.routes, metrics: () => metrics.text(delivery, now()) },
      { host, ...options.operating },
    );
    operatingUrl = opened.adopt(operating, it => it.close()).url;
  }
  ownUrl = publicUrl ?? server.url;
  store.shared.setPublicUrl(ownUrl);
  housekeeping.start();
  const running = opened.move();
  let closed: Promise<void> | undefined;
  return {
    ...createManagement(store, now),
    url: server.url,
    delivery,
    leaves: delivery.leaves,
    operatingUrl,
    close() {
      closed ??= running.disposeAsync();
      return closed;
    },
  };
}

function parseUrl(address: string): string {
  const url = URL.parse(address);
  if (url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '')
    return url.origin;
  throw new InputError(`"${address}" is not an address such as https://sms-service.example.net.`);
}
