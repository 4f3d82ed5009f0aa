import type { DedupeKey } from '../../kit/inbox/model.ts';
import { abridged } from '../../kit/slack-text.ts';
import { type Alert, type AlertFacts, LINKS, NO_FACTS, type SenderLink } from '../alert.ts';
import { oneLine } from './plain.ts';
import type { Sender } from './senders/names.ts';

/** A call in our terms, whatever its sender. */
export type HookPayload = {
  group: string;
  alerts: Alert[];
  /** The number of further alerts, which are only counted. */
  leftOut: number;
  /** True if the sender has no call that ends the alerts. */
  single: boolean;
  test: boolean;
  /** The recipients that the call names instead of the hook's, as written; null if it names none. */
  to: string | null;
  /** Null if a repeated call is a new one. */
  dedupe: DedupeKey | null;
};

/** Why a body can't be read: the path of the field (null: the whole body), and one sentence. */
export type PayloadProblem = {
  field: string | null;
  error: string;
  /** Harmless names of fields in a body of unknown shape. */
  seen?: string[];
};

/** The outcome of reading one body. */
export type CallReading =
  | { kind: 'read'; payload: HookPayload }
  /** The body is about nothing that fires or is over; `why` is one sentence. */
  | { kind: 'nothing'; why: string; subscription?: { topic: string; url: string } }
  | { kind: 'wrong'; problem: PayloadProblem };

/** The outcome of reading a whole call, which may list several unrelated bodies. `sender`: null if its shape is unknown. */
export type ReadCall = (
  | { kind: 'read'; payloads: HookPayload[] }
  | Exclude<CallReading, { kind: 'read' }>
) & { sender: Sender | null };

export type CallContext = {
  /** The header Idempotency-Key; null if it is missing. */
  idempotencyKey: string | null;
  /** Identifies an alert that came without a key. */
  callId: string;
};

/** Recognises and reads one kind of call. `fits` looks only at the shape; fields may still have wrong values. */
export type CallReader = {
  fits: (body: object) => boolean;
  read: (body: object, context: CallContext) => CallReading;
};

export const nothing = (why: string): CallReading => ({ kind: 'nothing', why });

/** A call about one alert. `details`: replace the defaults of the payload. */
export function reading(
  {
    facts,
    ...alert
  }: Omit<Alert, 'facts' | 'match' | 'endsAt'> & {
    facts: Partial<AlertFacts>;
    match?: Alert['match'];
  },
  details: Partial<HookPayload>,
): CallReading {
  const alerts = [{ match: null, endsAt: null, ...alert, facts: { ...NO_FACTS, ...facts } }];
  const defaults = { leftOut: 0, single: false, test: false, to: null, dedupe: null };
  return { kind: 'read', payload: { ...defaults, group: alert.fingerprint, alerts, ...details } };
}

const NAME_CHARACTERS = 120;

/** The first candidate that isn't blank, in one line and shortened to a name. */
export function nameFrom(...candidates: (string | undefined)[]): string {
  const [name = ''] = candidates.map(candidate => oneLine(candidate ?? '')).filter(Boolean);
  return abridged(name, NAME_CHARACTERS);
}

type MaybeText = string | null | undefined;
/** One or several candidates or pieces; empty ones don't count. */
export type SentTexts = MaybeText | readonly MaybeText[];

const PLACE_CHARACTERS = 120;

/** Pieces of a place in one line, each once, and addresses of pages without `https://`. */
export function placeFrom(...pieces: MaybeText[]): string {
  const texts = pieces.map(piece =>
    oneLine(piece ?? '')
      .replace(/^https?:\/\//i, '')
      .replace(/(?<=.)\/$/, ''),
  );
  return abridged([...new Set(texts.filter(Boolean))].join(', '), PLACE_CHARACTERS);
}

/** Longer addresses are dropped, because half an address leads nowhere. */
const MAX_ADDRESS_CHARACTERS = 700;

/** A sender's links by kind. Of several candidates, the first address counts. */
export type SentLinks = { [Kind in SenderLink['what']]?: SentTexts };

/** The links that a browser can open, at most one of each kind. */
export function linksFrom(links: SentLinks): SenderLink[] {
  return LINKS.flatMap(kind => {
    const url = [links[kind] ?? []]
      .flat()
      .find(candidate => typeof candidate === 'string' && isAddress(candidate.trim()));
    return url ? [{ what: kind, url: url.trim() }] : [];
  });
}

/** True for a whole address without spaces or Slack's own marks. */
function isAddress(url: string): boolean {
  return (
    url.length <= MAX_ADDRESS_CHARACTERS && /^https?:\/\/[^\s<>|"\\]{3,}$/i.test(url) && URL.canParse(url)
  );
}
