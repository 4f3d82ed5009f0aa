import type { Clock } from '../clock.ts';

/** A request with its response, in either direction. */
export interface Exchange {
  at: number;
  /** `to-app`: Slack called the app. `from-app`: the app called Slack. */
  direction: 'to-app' | 'from-app';
  /** For example `slash_commands`, `block_actions`, `chat.postMessage`, `response_url`. */
  operation: string;
  request: { method: string; url: string; headers: Record<string, string>; body: string };
  /** Missing while in progress, or if none came. */
  response?: { status: number; headers: Record<string, string>; body: string };
  /** Why the exchange failed, such as `operation_timeout` or the fault that struck. */
  failure?: string;
}

export function createTraffic(clock: Clock) {
  const all: Exchange[] = [];
  const textOf = (part: { headers: Record<string, string>; body: string } | undefined) =>
    part ? `${JSON.stringify(part.headers)}\n${part.body}\n${decoded(part.body)}\n` : '';
  return {
    all,
    begin(exchange: Omit<Exchange, 'at'>): Exchange {
      const entry: Exchange = { at: clock.now(), ...exchange };
      all.push(entry);
      return entry;
    },
    /** Exchanges of one operation, such as all `chat.postMessage`. */
    of: (operation: string) => all.filter(exchange => exchange.operation === operation),
    /** Everything that the app sent, as one text, to search it for secrets. */
    fromApp: () =>
      all
        .map(exchange =>
          exchange.direction === 'from-app'
            ? `${exchange.request.url}\n${textOf(exchange.request)}`
            : textOf(exchange.response),
        )
        .join('\n'),
    /** Everything in both directions, as one text. */
    text: () =>
      all
        .map(exchange => `${exchange.request.url}\n${textOf(exchange.request)}${textOf(exchange.response)}`)
        .join('\n'),
    clear: () => void all.splice(0),
  };
}

export type TrafficLog = ReturnType<typeof createTraffic>;
export type Traffic = Omit<TrafficLog, 'begin'>;

/** Decodes a form body, so that a search finds percent-encoded text. */
function decoded(body: string): string {
  try {
    return /%[0-9a-f]{2}/i.test(body) ? decodeURIComponent(body.replaceAll('+', ' ')) : '';
  } catch {
    return '';
  }
}
