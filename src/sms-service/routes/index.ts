import { createHttpRoute } from './http/route.ts';
import { smsNetBd } from './http/sms-net-bd.ts';
import { sslWireless } from './http/ssl-wireless.ts';
import type { Route, RouteEvents, RouteParts } from './route.ts';
import type { RouteSettings } from './settings.ts';
import { createSmppRoute } from './smpp/route.ts';

/** Opens the routes, in their order; skips those by which texts don't leave. */
export function openRoutes(
  settings: readonly RouteSettings[],
  { clock }: Pick<RouteParts, 'clock'>,
  eventsOf: (route: string) => RouteEvents,
): Route[] {
  return settings
    .filter(one => one.kind !== 'none')
    .map(one => {
      const parts = { clock, events: eventsOf(one.name) };
      if (one.kind === 'smpp') return createSmppRoute(one, parts);
      return createHttpRoute(
        one.kind === 'sms.net.bd' ? smsNetBd(one) : sslWireless(one),
        timing(one),
        parts,
      );
    });
}

function timing({ name, window, answerSeconds }: { name: string; window: number; answerSeconds: number }) {
  return { name, window, answerMs: answerSeconds * 1000 };
}
