import { abridged } from '../../kit/slack-text.ts';
import { type Alert, type AlertFacts, LINKS, NO_FACTS, type SenderLink, type Severity } from '../alert.ts';
import type { Sender } from '../recent-calls.ts';
import { digestOf } from './identity.ts';
import { oneLine } from './plain.ts';

/** A call repeated within this time is a redelivery (or the other one of a pair): we answer it, and change nothing. */
export const REDELIVERY_MS = 10 * 60_000;
/** How long we remember a key that the sender chose, or that names one moment for good. */
export const KEY_MS = 8 * 24 * 3_600_000;

/** What makes two calls the same. */
export type Sameness = {
  identity: string;
  /** Tells calls with the same identity but different content apart; null: the content doesn't matter. */
  digest: string | null;
  forMs: number;
  /** Identities that this call ends: after a resolve, the same key may fire again. */
  ends: readonly string[];
};

/** A call from its sender, in our terms. */
export type HookPayload = {
  group: string;
  alerts: Alert[];
  leftOut: number;
  single: boolean;
  test: boolean;
  /** Whom the sender wants told instead of the hook's recipients, as written; null: not given. */
  to: string | null;
  /** Null: every such call is new. */
  sameness: Sameness | null;
};

/** What we can't read: the path of the field, and one sentence. */
export type PayloadProblem = {
  field: string | null;
  error: string;
  /** Some names in a body that wasn't recognised, as far as they may be shown. */
  seen?: string[];
};

/** What a body of a known kind says. */
export type CallReading =
  | { kind: 'read'; payload: HookPayload }
  /** It is about nothing that fires or is over; one sentence says why. */
  | { kind: 'nothing'; why: string; subscription?: { topic: string; url: string } }
  | { kind: 'wrong'; problem: PayloadProblem };

/** What a call says: one thing, or a list of things that have nothing to do with each other. */
export type ReadCall = (
  | { kind: 'read'; payloads: HookPayload[] }
  | Exclude<CallReading, { kind: 'read' }>
) & {
  /** Null: nobody whom we know sends that. */
  sender: Sender | null;
};

/** What a call says beside its body. */
export type CallAbout = {
  /** The header of that name; null: none. */
  idempotencyKey: string | null;
  /** Identifies an alert that came without a key. */
  callId: string;
};

/** How the calls of one program are recognised and read. */
export type SenderReader = {
  sender: Sender;
  /** Whether a body has this program's shape, right or wrong in its fields. */
  fits: (body: object) => boolean;
  read: (body: object, about: CallAbout) => CallReading;
};

const NAME_CHARACTERS = 120;

/** A call about nothing that fires or is over. */
export const nothing = (why: string): CallReading => ({ kind: 'nothing', why });

/** A text, or nothing. */
type Said = string | null | undefined;

/** What a program says of one thing that is wrong, or is right again. */
export type OneAlert = {
  /** What the thing is, as ids that stay the same from the alert to its end. */
  thing: readonly string[];
  status: 'firing' | 'resolved';
  severity: Severity;
  /** What people call it. */
  alert: string;
  /** Where it is, in one or several pieces; empty: not said. */
  place?: Said | readonly Said[];
  /** What is wrong, in the sender's words. */
  summary: string;
  description?: string;
  links?: GivenLinks;
  /** Somebody pressed a test button. */
  test?: boolean;
  /** It can’t resolve: nothing says later which one is over. */
  single?: boolean;
  /** Other facts, which a hook's own texts can name: `labels.…` and `annotations.…`; null: not said. */
  labels?: Record<string, string | null>;
  annotations?: Record<string, string | null>;
  /** By the sender's clock, in epoch milliseconds; null: not said. */
  startsAt?: number | null;
  /** What tells two calls about it apart; a call with the same one is a redelivery for `forMs`. */
  moment: string;
  forMs?: number;
  occursOnce?: true;
};

/** A call about one thing, in our terms. */
export function oneAlert(sent: OneAlert): CallReading {
  const { thing, status, severity, startsAt = null, moment, forMs = KEY_MS, single, test, occursOnce } = sent;
  const [alert, summary, place] = [
    oneLine(sent.alert),
    oneLine(sent.summary),
    placeFrom(...[sent.place].flat()),
  ];
  return reading(
    {
      ...{ fingerprint: digestOf(...thing), status, severity, name: nameFrom(alert), place, startsAt },
      ...(occursOnce && { occursOnce }),
      facts: {
        ...{ summary, description: sent.description ?? '', links: linksFrom(sent.links ?? {}) },
        labels: said({ alertname: alert, instance: place, severity, ...sent.labels }),
        annotations: said({ summary, ...sent.annotations }),
      },
    },
    {
      ...{ single: single ?? false, test: test ?? false },
      sameness: samenessOf(forMs, ['moment', ...thing, status, moment]),
    },
  );
}

/**
 * A call about one alert: what isn't said of it is empty.
 *
 * @param about what isn't as with most calls
 */
export function reading(
  {
    facts,
    ...alert
  }: Omit<Alert, 'facts' | 'match' | 'endsAt'> & {
    facts: Partial<AlertFacts>;
    match?: Alert['match'];
  },
  about: Partial<HookPayload>,
): CallReading {
  const alerts = [{ match: null, endsAt: null, ...alert, facts: { ...NO_FACTS, ...facts } }];
  const usual = { leftOut: 0, single: false, test: false, to: null, sameness: null };
  return { kind: 'read', payload: { ...usual, group: alert.fingerprint, alerts, ...about } };
}

function said(fields: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
}

/** Calls with these in common are one, whatever else they say. */
const samenessOf = (forMs: number, common: readonly string[]): Sameness => ({
  identity: digestOf(JSON.stringify(common)),
  digest: null,
  forMs,
  ends: [],
});

/** What both senders of a pair, and every redelivery, have in common. */
export function samenessOfGroup(group: string, alerts: readonly Alert[]): Sameness {
  const of = (statusOf: (alert: Alert) => string): Sameness =>
    samenessOf(REDELIVERY_MS, [
      'group',
      group,
      ...alerts.map(one => `${one.fingerprint} ${statusOf(one)} ${one.startsAt} ${one.severity}`).sort(),
    ]);
  // Without a start, what fires after its end looks like what fired before it.
  const isTimeless = alerts.every(({ startsAt }) => startsAt === null);
  const other = { firing: 'resolved', resolved: 'firing' };
  return {
    ...of(({ status }) => status),
    ends: isTimeless ? [of(({ status }) => other[status]).identity] : [],
  };
}

/** One line, no longer than a name may be. */
export function nameFrom(...candidates: (string | undefined)[]): string {
  const [name = ''] = candidates.map(candidate => oneLine(candidate ?? '')).filter(Boolean);
  return abridged(name, NAME_CHARACTERS);
}

const PLACE_CHARACTERS = 120;

/** Pieces of a place in one line, each once; addresses of pages without what they all begin with. */
export function placeFrom(...pieces: Said[]): string {
  const said = pieces.map(piece =>
    oneLine(piece ?? '')
      .replace(/^https?:\/\//i, '')
      .replace(/(?<=.)\/$/, ''),
  );
  return abridged([...new Set(said.filter(Boolean))].join(', '), PLACE_CHARACTERS);
}

/** Longer addresses are left out: half an address leads nowhere. */
const MAX_CHARACTERS = 700;

/** What a sender gave as links: of each kind one, or several of which the first address counts. */
export type GivenLinks = { [What in SenderLink['what']]?: Said | readonly Said[] };

/** The links that a sender gave, as far as they are addresses that a browser may open. */
export function linksFrom(given: GivenLinks): SenderLink[] {
  return LINKS.flatMap(what => {
    const url = [given[what] ?? []].flat().find(one => typeof one === 'string' && isAddress(one.trim()));
    return url ? [{ what, url: url.trim() }] : [];
  });
}

/** Whether it is a whole address of a page, without spaces or what Slack would read as its own marks. */
function isAddress(url: string): boolean {
  return url.length <= MAX_CHARACTERS && /^https?:\/\/[^\s<>|"\\]{3,}$/i.test(url) && URL.canParse(url);
}
