import type { StandingPost } from '../../kit/slack/standing-post.ts';
import type { Store, Tx } from '../../kit/store/store.ts';
import type { Intent } from '../intent.ts';
import { carriedBy, carrying, findIntent, getIntent, intentAt, putIntent } from './intent-records.ts';
import {
  type IntentRecord,
  type Needed,
  REPORTS,
  type Report,
  type ReportRecord,
  reportId,
  TEXTS,
  type TextRecord,
  toText,
} from './model.ts';
import { isSettled } from './plan.ts';
import {
  outlineOf,
  quarantine,
  quarantinedAmong,
  REPORT_KIND,
  readOrQuarantine,
  storedOf,
  TEXT_KIND,
} from './quarantine.ts';
import { addReport, NO_DETAILS, type StepDeps } from './text-changes.ts';

const NAMES_RECIPIENTS: readonly Report['kind'][] = ['question', 'waiting'];

type TextReport = NonNullable<TextRecord['report']>;

/** Leases reports, and keeps them until Slack has them. */
export function createReports(store: Store, deps: StepDeps) {
  function leaseRecord(tx: Tx, record: ReportRecord, leaseUntil: number, now: number): Report | null {
    const report = reportOf(tx, record);
    if (report === 'deleted') {
      tx.delete(REPORTS, record.id); // Its intent was deleted after the retention time.
      return null;
    }
    if (report === 'unreadable') {
      const entry = { id: record.id, score: record.dueAt, why: 'what it is about' };
      quarantine(tx, REPORT_KIND, { index: REPORTS.index('due'), ...entry }, { ...deps, now }, true);
      return null;
    }
    // An earlier lease that ended without a result counts as a failed attempt.
    const attempts = record.attempts + (record.leasedBy === null ? 0 : 1);
    tx.put(REPORTS, { ...record, dueAt: leaseUntil, leasedBy: store.owner, stale: false, attempts });
    return { ...report, attempts };
  }

  function leaseText(tx: Tx, text: TextRecord, due: TextReport, now: number): Report | null {
    tx.put(TEXTS, { ...text, lease: { owner: store.owner, since: now }, report: { ...due, isStale: false } });
    return reportOfText(text);
  }

  return {
    /**
     * Reports an unattended intent's outcome to `follower` once it is settled, or at `deadline` as far as it is by then.
     * Further calls for the same follower change nothing until that report is closed.
     */
    follow: (workspace: string, intentId: string, follower: string, deadline: number, now: number) =>
      store.transaction(tx => {
        const intent = getIntent(tx, intentId);
        // The id makes repeated calls one report.
        const id = reportId(`follower ${follower}`, intentId);
        if (intent?.workspace !== workspace || tx.get(REPORTS, id)) return;
        addReport(
          tx,
          { id, kind: 'outcome', intentId, follower, dueAt: isSettled(intent) ? now : deadline },
          now,
        );
      }),

    /**
     * Leases due reports, so that one reporter works on each: until `leaseUntil`, or for results of texts as long as a
     * request may last (see reap.ts).
     *
     * An unattended intent has no report for each text, but an `outcome` when it is settled, and another if an uncertain
     * text is corrected. The `outcome` of a person's texts to several people is one report: due soon after each change, and
     * kept until the intent is settled.
     */
    leaseReports: (now: number, leaseUntil: number, limit: number) =>
      store.transaction((tx): Report[] => {
        const ctx = { ...deps, now };
        const due = (index: string) => ({ index, to: now, limit });
        const texts = readOrQuarantine(tx, TEXT_KIND, due(TEXTS.index('due')), ctx, true);
        const records = readOrQuarantine(tx, REPORT_KIND, due(REPORTS.index('due')), ctx);
        tx.load(records.flatMap(aboutOf));
        const leases = [
          ...records.map(record => ({
            at: record.dueAt,
            lease: () => leaseRecord(tx, record, leaseUntil, now),
          })),
          ...texts.flatMap(text => {
            const { report, lease } = text;
            return report && !lease
              ? { at: report.dueAt, lease: () => leaseText(tx, text, report, now) }
              : [];
          }),
        ];
        const oldest = leases.filter(({ at }) => at <= now).toSorted((one, other) => one.at - other.at);
        return oldest.slice(0, limit).flatMap(({ lease }) => lease() ?? []);
      }),

    /**
     * Closes reports that Slack has, or never will have. The change isn't written at once: if it is lost, the report is posted
     * twice.
     *
     * @returns true if a report is due again, because its subject changed meanwhile
     */
    closeReports: (closed: readonly ClosedReport[], now: number) =>
      store.transaction(
        tx => {
          tx.load(closed.flatMap(({ report }) => recordsOf(report)));
          let isAnyStale = false;
          for (const { report, posted, channel = null } of closed) {
            const isStale =
              report.kind === 'result'
                ? closeText(tx, report.id, { posted, channel }, now)
                : closeRecord(tx, report, posted, now);
            isAnyStale ||= isStale;
          }
          return isAnyStale;
        },
        undefined,
        'soon',
      ),

    retryReport: ({ kind, id }: Report, notBefore: number) =>
      store.transaction(tx => {
        if (kind === 'result') {
          const [text] = tx.readable(TEXTS, [id]);
          const report = text?.report;
          if (!report) return;
          const retried = { ...report, dueAt: notBefore, attempts: report.attempts + 1 };
          tx.put(TEXTS, { ...text, lease: undefined, report: retried });
          return;
        }
        const report = tx.get(REPORTS, id);
        if (!report) return;
        tx.put(REPORTS, { ...report, dueAt: notBefore, leasedBy: null, attempts: report.attempts + 1 });
      }),

    /** Keeps the report of an unsettled outcome: due again at `notBefore`, or as soon as the outcome changes. */
    keepReport: ({ id }: Report, notBefore: number, now: number) =>
      store.transaction(tx => {
        const report = tx.get(REPORTS, id);
        if (!report) return;
        const dueAt = report.stale ? now : notBefore;
        tx.put(REPORTS, { ...report, stale: false, leasedBy: null, dueAt, attempts: 0 });
      }),

    /** Stores which post shows a person's outcome. */
    shownAt: (workspace: string, intentId: string, post: StandingPost) =>
      store.transaction(tx => {
        const intent = findIntent(tx, intentId);
        if (intent?.workspace === workspace) putIntent(tx, { ...intent, outcomePost: post });
      }),

    nextReport: () =>
      store.read(tx => {
        const due = tx
          .firsts([REPORTS.index('due'), TEXTS.index('due')])
          .flatMap(first => first?.score ?? []);
        return due.length === 0 ? null : Math.min(...due);
      }),
  };
}

/**
 * A report to close. `posted`: it used one of the posts of the intent's `response_url`; `channel`: a channel or a person, where
 * it was posted; null or absent if it wasn't, or that isn't known.
 */
export type ClosedReport = { report: Report; posted: boolean; channel?: string | null };

export type Reports = ReturnType<typeof createReports>;

/** The records that a report is about. */
const aboutOf = ({ intentId, textId }: ReportRecord) => [
  ...intentAt(intentId),
  ...(textId === null ? [] : [[TEXTS, textId] as const]),
];

/** The records that closing a report changes. */
const recordsOf = ({ kind, id, intent }: Report): Needed[] =>
  kind === 'result' ? [[TEXTS, id]] : [[REPORTS, id], ...intentAt(intent.id)];

/** Returns true if the report is due again. */
function closeRecord(
  tx: Tx,
  { id, intent: { id: intentId } }: Report,
  posted: boolean,
  now: number,
): boolean {
  const record = tx.get(REPORTS, id);
  if (!record) return false;
  if (record.stale) tx.put(REPORTS, { ...record, stale: false, leasedBy: null, dueAt: now, attempts: 0 });
  else tx.delete(REPORTS, id);
  const intent = posted ? findIntent(tx, intentId) : null;
  if (intent) putIntent(tx, withPost(intent));
  return record.stale;
}

/** Closes the report of a text's end; returns true if it is due again. */
function closeText(
  tx: Tx,
  id: string,
  { posted, channel }: { posted: boolean; channel: string | null },
  now: number,
): boolean {
  const [text] = tx.readable(TEXTS, [id]);
  const report = text?.report;
  if (!report) return false;
  const renewed = report.isStale ? { at: now, dueAt: now, attempts: 0, isStale: false } : undefined;
  const intent = posted ? carriedBy(text) : null;
  const reported = channel === null ? text.reported : { at: now, channel };
  const closed = { ...text, lease: undefined, report: renewed, reported };
  tx.put(TEXTS, intent ? carrying(closed, withPost(intent)) : closed);
  return report.isStale;
}

type ReportedIntent = Pick<Report, 'intent' | 'posts' | 'outcomePost'>;

const reported = (intent: Intent, about: IntentRecord | null): ReportedIntent => ({
  intent,
  posts: about?.posts ?? 0,
  outcomePost: about?.outcomePost ?? null,
});

const withPost = (intent: IntentRecord): IntentRecord => ({ ...intent, posts: (intent.posts ?? 0) + 1 });

/** The intent that a report is about. `names`: the report names the recipients, so an outline isn't enough. */
function aboutIntent(tx: Tx, id: string, names: boolean): ReportedIntent | 'deleted' | 'unreadable' {
  const about = findIntent(tx, id);
  const intent = about?.intent ?? (names ? null : outlineOf(tx, id));
  if (intent) return reported(intent, about);
  return storedOf(tx, id) === null ? 'deleted' : 'unreadable';
}

/** Completes a report with the present state of its subject. */
function reportOf(tx: Tx, record: ReportRecord): Report | 'deleted' | 'unreadable' {
  const { intentId, textId, leasedBy: _leasedBy, dueAt: _dueAt, stale: _stale, ...says } = record;
  tx.load(aboutOf(record));
  const about = aboutIntent(tx, intentId, NAMES_RECIPIENTS.includes(record.kind));
  if (typeof about === 'string') return about;
  const texts = tx.tryRead(TEXTS, textId === null ? [] : [textId]);
  const isTextQuarantined = texts.missing.length > 0 && quarantinedAmong(tx, [textId ?? '']).length > 0;
  if (texts.unreadable.length > 0 || isTextQuarantined) return 'unreadable';
  const [text] = texts.records;
  return { ...says, ...about, text: text ? toText(text) : null };
}

/** The report of a text's end; null if the text has none of its own. */
export function reportOfText(text: TextRecord): Report | null {
  const about = carriedBy(text);
  if (!about || !text.report) return null;
  return {
    id: text.id,
    kind: 'result',
    ...NO_DETAILS,
    attempts: text.report.attempts,
    createdAt: text.report.at,
    ...reported(about.intent, about),
    text: toText(text),
  };
}
