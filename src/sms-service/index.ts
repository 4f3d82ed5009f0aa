import { type Clock, systemClock } from './clock.ts';
import { createDashboard } from './dashboard/app.ts';
import { DEFAULT_PRICE_PER_PART } from './decisions.ts';
import { createDelivery, type Delivery } from './delivery/index.ts';
import { createSwitchboard, type Faults } from './faults/switchboard.ts';
import { createHousekeeping } from './housekeeping.ts';
import { callerAddress } from './http/address.ts';
import { createJournal, type Requests } from './http/journal.ts';
import { createOperation } from './http/operation.ts';
import { startHttpServer } from './http/server.ts';
import { createManagement, type Management } from './management.ts';
import { type Text, textOf } from './management-views.ts';
import { Mistake } from './mistake.ts';
import { parseCredits } from './money.ts';
import { createMetrics } from './operating/metrics.ts';
import { startOperatingServer } from './operating/server.ts';
import { createPasswords } from './people/passwords.ts';
import { createPeople } from './people/people.ts';
import type { Health } from './routes/route.ts';
import type { RoutesInput } from './routes/settings.ts';
import { createSend, type Send } from './sending.ts';
import { IN_MEMORY } from './store/database.ts';
import { openStore } from './store/index.ts';
import { createTraces } from './traces.ts';
import { defaultWindow, type WindowKind } from './windows/index.ts';

export type { Clock } from './clock.ts';
export type { ErrorCode, SpecErrorCode } from './decisions.ts';
export type { ErrorShape, Fault, Moment } from './faults/fault.ts';
export type { Faults } from './faults/switchboard.ts';
export type { Requests, SeenRequest } from './http/journal.ts';
export type { Management } from './management.ts';
export type { AccountView, KeyView, Text } from './management-views.ts';
export { Mistake } from './mistake.ts';
export { splitParts } from './parts.ts';
export type { WindowKind } from './windows/index.ts';

/** How to start the service; everything has a default. */
export interface SmsServiceOptions {
  /** Where the database is; `:memory:` (the default) keeps it until `close`. */
  dataDir?: string;
  /** 0, the default, picks a free port. */
  port?: number;
  /** `127.0.0.1` by default. */
  host?: string;
  /** How the 60 requests a minute are counted; `sliding` by default. */
  window?: WindowKind;
  /** Credits for one part, as a decimal above zero; `0.35` by default. */
  pricePerPart?: string;
  /**
   * The address that callers and browsers use, if it isn't the one it listens on; with https, the service is behind a
   * proxy, and the last address in `X-Forwarded-For` is the caller's.
   */
  publicUrl?: string;
  /** Whether a 429 carries `Retry-After`; true by default. */
  retryAfter?: boolean;
  /** How texts leave, in order of preference; by default they don't. */
  routes?: RoutesInput;
  /** Called when a route goes down, with the reason, and when it comes back up. */
  onRoute?(name: string, health: Health): void;
  /** Where to serve `/healthz`, `/readyz` and `/metrics`; by default nowhere. Port 0 picks a free one. */
  operating?: { port: number; host?: string };
  clock?: Clock;
  /** How hard passwords are to guess from what is kept: the logarithm of scrypt's N; 17 by default. */
  passwordCost?: number | undefined;
  /** How many of the received requests are kept; 100,000 by default. */
  keepRequests?: number;
  /** Called with failures that were answered with 500, and with those of listeners that throw. */
  onInternalError?(error: unknown): void;
}

/** The service, listening. */
export interface SmsService extends Management {
  /** The base address, without a trailing slash. */
  url: string;
  /** What goes wrong on purpose. */
  faults: Faults;
  /** Every request that reached the service. */
  requests: Requests;
  /** What becomes of texts after they were accepted. */
  delivery: Delivery;
  /** Whether texts leave: whether a route is set. */
  leaves: boolean;
  /** The base address of `/healthz`, `/readyz` and `/metrics`; null: not served. */
  operatingUrl: string | null;
  /** Calls `listener` with each text accepted from now on; the returned function stops that. */
  onText(listener: (text: Text) => void): () => void;
  /** Drops what hangs, finishes the rest, and closes the database. You may close it again. */
  close(): Promise<void>;
}

/** Starts the SMS service. Throws a `Mistake` if an option is wrong or the port is taken. */
export async function createSmsService(options: SmsServiceOptions = {}): Promise<SmsService> {
  const { clock = systemClock, retryAfter = true, onInternalError = () => {} } = options;
  const { host = '127.0.0.1', port = 0, window = defaultWindow } = options;
  const pricePerPart = parseCredits(options.pricePerPart ?? DEFAULT_PRICE_PER_PART);
  if (!pricePerPart) throw new Mistake('The price per part must be a decimal above zero, such as 0.35.');

  const now = () => clock.now();
  const publicUrl = options.publicUrl === undefined ? null : parseUrl(options.publicUrl);
  const behindProxy = publicUrl?.startsWith('https:') ?? false;
  const faults = createSwitchboard();
  const journal = createJournal(options.keepRequests ?? 100_000);
  const listeners = new Set<(text: Text) => void>();
  const store = openStore(options.dataDir ?? IN_MEMORY);
  const metrics = options.operating ? createMetrics() : null;
  const traces = createTraces(store, clock, onInternalError);
  const housekeeping = createHousekeeping(store, clock, onInternalError);
  let ownUrl = publicUrl ?? '';
  let delivery: ReturnType<typeof createDelivery> | undefined;
  try {
    const { routes } = options;
    const leaving = createDelivery({
      store,
      clock,
      routes,
      onTransition: transition => metrics?.moved(transition),
      onHealth: options.onRoute ?? (() => {}),
      onError: onInternalError,
    });
    delivery = leaving;
    const accept = createSend(store, { window, pricePerPart, leaves: leaving.leaves, now });
    const send: Send = fields => {
      const outcome = accept(fields);
      metrics?.decided(outcome);
      return outcome;
    };
    const windows = store.rateWindows(window);
    const dashboard = createDashboard({
      store,
      people: createPeople(store, createPasswords(options.passwordCost), now),
      manage: by => createManagement(store, now, by),
      flush: traces.flush,
      now,
      ownUrl: () => ownUrl,
      behindProxy,
      pricePerPart,
      usedThisMinute: apiKeyId => windows.used(apiKeyId, now()),
      routes: leaving.routes,
      leaves: leaving.leaves,
      waiting: () => leaving.backlog().waiting,
      onInternalError,
    });
    const operation = createOperation({
      send,
      clock,
      retryAfter,
      faults,
      journal,
      onAccepted: entry => {
        leaving.wake();
        for (const listener of listeners) {
          try {
            listener(textOf(entry));
          } catch (error) {
            onInternalError(error);
          }
        }
      },
      onDecided: (fields, outcome, request) =>
        traces.note(fields, outcome, callerAddress(request, behindProxy)),
      onInternalError,
    });
    const server = await startHttpServer(operation, dashboard, { host, port, clock, behindProxy });
    const operating =
      metrics && options.operating
        ? await startOperatingServer(
            {
              unwritable() {
                try {
                  store.transaction(() => store.facts.writeTime(now()));
                  return null;
                } catch (error) {
                  onInternalError(error);
                  return String(error);
                }
              },
              routes: leaving.routes,
              metrics: () => metrics.text(leaving, now()),
            },
            { host, ...options.operating },
          ).catch(async error => {
            await server.close();
            throw error;
          })
        : null;
    ownUrl = publicUrl ?? server.url;
    store.facts.setPublicUrl(ownUrl);
    housekeeping.start();
    let closed: Promise<void> | undefined;
    return {
      ...createManagement(store, now),
      url: server.url,
      faults,
      requests: journal,
      delivery: leaving,
      leaves: leaving.leaves,
      operatingUrl: operating?.url ?? null,
      onText(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      close() {
        closed ??= server
          .close()
          .then(() => leaving.close())
          .finally(() => operating?.close())
          .finally(() => housekeeping.stop())
          .finally(() => traces.flush())
          .finally(() => store.close());
        return closed;
      },
    };
  } catch (error) {
    await delivery?.close();
    store.close();
    throw error;
  }
}

/** An address without a trailing slash. */
function parseUrl(written: string): string {
  const url = URL.parse(written);
  if (url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '')
    return url.origin;
  throw new Mistake(`"${written}" is not an address such as https://sms-service.example.net.`);
}
