import { waitingOf } from '../../../src/domain/broadcast.ts';
import { toMillionths } from '../../../src/domain/credits.ts';
import type { SeenRequest, SmsService, Text } from '../../../src/sms-service/index.ts';
import type { RowOutcome } from '../../../src/storage/ports.ts';
import type { Broadcasted } from './broadcasting.ts';

/** One row, seen from both sides. */
type Account = { of: Broadcasted; row: RowOutcome; requests: SeenRequest[]; accepted: Text[] };

export type BroadcastLedger = { accounts: Account[]; strays: string[]; own429s: number; charged: number };

/** Combines what the store says of each row with what the SMS service saw. */
export function drawUpBroadcasts(service: SmsService, all: readonly Broadcasted[]): BroadcastLedger {
  const seen = service.requests.list();
  const log = service.log.list();
  const requests = Map.groupBy(seen, request => request.message ?? '');
  const accepted = Map.groupBy(log, text => text.message);
  const accounts = all.flatMap(of =>
    of.rows.map(row => ({
      of,
      row,
      // What was refused with 429 was definitely not sent.
      requests: (requests.get(row.message ?? '') ?? []).filter(({ code }) => code !== 'RATE_LIMITED'),
      accepted: accepted.get(row.message ?? '') ?? [],
    })),
  );
  const meant = new Set(accounts.flatMap(({ row }) => row.message ?? []));
  return {
    accounts: accounts.map(one => (one.row.message === null ? { ...one, requests: [], accepted: [] } : one)),
    // A request that a kill cut off has no message.
    strays: [...requests.keys()].filter(message => message !== '' && !meant.has(message)),
    own429s: seen.filter(({ code, apiKeyId }) => code === 'RATE_LIMITED' && apiKeyId !== null).length,
    charged: log.reduce((sum, { cost }) => sum + millionthsOf(cost), 0),
  };
}

const millionthsOf = (cost: string | null): number =>
  toMillionths((cost ?? '0') as Parameters<typeof toMillionths>[0]);

/** What is wrong with how one row ended, in words; usually nothing. @param interrupted see `judge` */
function faultsOf({ of, row, requests, accepted }: Account, interrupted: ReadonlySet<string>): string[] {
  const { text } = row;
  const [charge] = accepted;
  const isCancelled = text?.state === 'cancelled' || (text === null && row.message !== null);
  const wrong: [boolean, string][] = [
    [requests.length > 1, 'it was texted more than once'],
    [requests.some(({ number }) => number !== row.number), 'it went to another number'],
    [text?.state === 'queued' || text?.state === 'sending', `it is still ${text?.state}`],
    [isCancelled && of.broadcast.endedBy === null, 'it is called cancelled and nobody cancelled it'],
    [isCancelled && requests.length > 0, 'it is called cancelled and was texted'],
    [text === null && requests.length > 0, 'it never became a text and was texted'],
    [text?.state === 'sent' && accepted.length !== 1, 'it is called sent and the service did not accept it'],
    [text?.state === 'sent' && text.logId !== String(charge?.logId), 'its log ID is another'],
    [
      text?.state === 'sent' && millionthsOf(text.cost) !== millionthsOf(charge?.cost ?? null),
      'its cost is another',
    ],
    [
      accepted.length > 0 && text?.state !== 'sent' && text?.state !== 'uncertain',
      'it was sent and is not called so',
    ],
    [
      text?.state === 'uncertain' &&
        requests.length === 0 &&
        !(text.uncertain === 'interrupted' && interrupted.has(text.id)),
      'it is called uncertain and no request had left',
    ],
  ];
  return wrong.filter(([is]) => is).map(([, words]) => words);
}

/** What is wrong with the tallies of a broadcast: they are its rows, counted, and its rows are the service's log. */
function talliesOf({ broadcast, rows }: Broadcasted, accounts: readonly Account[]): string[] {
  const { counts, size } = broadcast;
  const state = (name: string): number => rows.filter(({ text }) => text?.state === name).length;
  const leftOut = rows.filter(({ message }) => message === null).length;
  const log = accounts.filter(({ row }) => row.text?.state === 'sent').flatMap(({ accepted }) => accepted);
  const found = {
    ...{ rows: rows.length, open: 0, leftOut, sent: state('sent'), refused: state('refused') },
    ...{
      uncertain: state('uncertain'),
      cancelled: rows.filter(
        ({ text, message }) => message !== null && (text === null || text.state === 'cancelled'),
      ).length,
    },
    ...{ millionths: log.reduce((sum, { cost }) => sum + millionthsOf(cost), 0), costless: 0, waiting: 0 },
  };
  const told = { rows: size.rows, ...counts, waiting: waitingOf({ rows: size.rows, counts }) };
  return Object.entries(found)
    .filter(([key, value]) => told[key as keyof typeof told] !== value)
    .map(([key, value]) => `${key}: ${told[key as keyof typeof told]} told, ${value} found`);
}

/** All that ended wrongly, in words. */
export function judgeBroadcasts(
  ledger: BroadcastLedger,
  all: readonly Broadcasted[],
  interrupted: ReadonlySet<string>,
): string[] {
  const rows = ledger.accounts.flatMap(one =>
    faultsOf(one, interrupted).map(
      fault =>
        `${one.of.broadcast.id}, row ${one.row.index}: ${fault}: ${JSON.stringify([one.row, one.requests])}`,
    ),
  );
  const tallies = all.flatMap(one => {
    const { state, id } = one.broadcast;
    const accounts = ledger.accounts.filter(({ of }) => of === one);
    return [...(state === 'ended' ? [] : [`it is ${state}`]), ...talliesOf(one, accounts)].map(
      fault => `${id}: ${fault}`,
    );
  });
  // Uncertain texts that the service charged are the only difference between the tallies and its log.
  const counted = all.reduce((sum, { broadcast }) => sum + broadcast.counts.millionths, 0);
  const unsure = ledger.accounts
    .filter(({ row }) => row.text?.state === 'uncertain')
    .reduce(
      (sum, { accepted }) => sum + accepted.reduce((more, { cost }) => more + millionthsOf(cost), 0),
      0,
    );
  const sums =
    counted + unsure === ledger.charged
      ? []
      : [`charged ${ledger.charged}, counted ${counted} and ${unsure}`];
  return [...rows, ...tallies, ...sums, ...ledger.strays.map(stray => `nobody asked for: ${stray}`)];
}

/** The counts, in words. */
export function countsOfBroadcasts(ledger: BroadcastLedger, all: readonly Broadcasted[]): string[] {
  const { accounts, own429s } = ledger;
  const of = (key: 'sent' | 'refused' | 'uncertain' | 'cancelled' | 'leftOut'): number =>
    all.reduce((sum, { broadcast }) => sum + broadcast.counts[key], 0);
  const twice = accounts.filter(({ requests }) => requests.length > 1).length;
  const left = accounts.filter(
    ({ row, requests }) => row.text?.state === 'uncertain' && requests.length > 0,
  ).length;
  return [
    `${all.length} broadcasts, ${accounts.length} rows: ${of('sent')} sent, ${of('refused')} refused, ${of('uncertain')} uncertain (of ${left} the request had left), ${of('cancelled')} cancelled, ${of('leftOut')} left out`,
    `texted more than once: ${twice}; refused with 429 by the minute's count: ${own429s}; charged: ${(ledger.charged / 1e6).toFixed(6)}`,
  ];
}
