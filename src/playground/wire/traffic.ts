import type { Clock } from '../clock.ts';

/** One request with its response, whichever side started it. */
export interface Exchange {
  at: number;
  /** `to-app`: Slack called the app. `from-app`: the app called Slack. */
  direction: 'to-app' | 'from-app';
  /** For example `slash_commands`, `block_actions`, `chat.postMessage`, `response_url`. */
  what: string;
  request: { method: string; url: string; headers: Record<string, string>; body: string };
  /** Missing while in progress, or if none ever came. */
  response?: { status: number; headers: Record<string, string>; body: string };
  /** What went wrong instead of a response, such as `operation_timeout` or the fault that struck. */
  failure?: string;
}

/** Every exchange between the app and this Slack. */
export function createTraffic(clock: Clock) {
  const all: Exchange[] = [];
  const said = (part: { headers: Record<string, string>; body: string } | undefined) =>
    part ? `${JSON.stringify(part.headers)}\n${part.body}\n${decoded(part.body)}\n` : '';
  return {
    all,
    begin(exchange: Omit<Exchange, 'at'>): Exchange {
      const entry: Exchange = { at: clock.now(), ...exchange };
      all.push(entry);
      return entry;
    },
    /** Exchanges of one kind, such as all `chat.postMessage`. */
    of: (what: string) => all.filter(exchange => exchange.what === what),
    /** Everything the app said as one text, requests and answers; for finding secrets in it. */
    fromApp: () =>
      all
        .map(one =>
          one.direction === 'from-app' ? `${one.request.url}\n${said(one.request)}` : said(one.response),
        )
        .join('\n'),
    /** Everything in both directions as one text. */
    text: () => all.map(one => `${one.request.url}\n${said(one.request)}${said(one.response)}`).join('\n'),
    clear: () => void all.splice(0),
  };
}

export type TrafficLog = ReturnType<typeof createTraffic>;
export type Traffic = Omit<TrafficLog, 'begin'>;

/** Adds a form body in decoded form, so that a search finds what percent-encoding hides. */
function decoded(body: string): string {
  try {
    return /%[0-9a-f]{2}/i.test(body) ? decodeURIComponent(body.replaceAll('+', ' ')) : '';
  } catch {
    return '';
  }
}
