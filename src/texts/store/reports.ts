import type { Store, Tx } from '../../kit/store/store.ts';
import {
  INTENTS,
  type PostRef,
  REPORTS,
  type Report,
  type ReportRecord,
  reportId,
  TEXTS,
  toText,
} from './model.ts';
import { isSettled } from './plan.ts';
import { outlineOf, quarantine, quarantinedAmong, readOrQuarantine } from './quarantine.ts';
import { addReport, type StepDeps } from './text-changes.ts';

/** These reports name the recipients. */
const NAMING: readonly Report['kind'][] = ['question', 'waiting'];

/** What Slack has to be told, until it has it. */
export function createReports(store: Store, deps: StepDeps) {
  return {
    /**
     * Reports an unattended intent's outcome to `follower`: as soon as it is settled, otherwise at `deadline` as it is then. Once
     * for each follower, until that report is closed.
     */
    follow: (workspace: string, intentId: string, follower: string, deadline: number, now: number) =>
      store.transaction(tx => {
        const intent = tx.get(INTENTS, intentId);
        // Its id makes it one report, however often it is asked for.
        const id = reportId(`follower ${follower}`, intentId);
        if (intent?.workspace !== workspace || tx.get(REPORTS, id)) return;
        addReport(
          tx,
          { id, kind: 'outcome', intentId, follower, dueAt: isSettled(intent) ? now : deadline },
          now,
        );
      }),

    /**
     * Due reports, leased until `leaseUntil` so that one reporter works on each. An unattended intent has no report for each
     * text. It has an `outcome` when it is settled, and another if one of its uncertain texts is corrected. The `outcome` of a person's
     * texts to several people is one report: due soon after it changes, and kept until it is settled.
     */
    leaseReports: (now: number, leaseUntil: number, limit: number) =>
      store.transaction((tx): Report[] => {
        const range = { index: REPORTS.index('due'), to: now, limit };
        const listed = readOrQuarantine<ReportRecord>(tx, 'report', range, { ...deps, now });
        const leased: Report[] = [];
        const due = listed.filter(({ dueAt }) => dueAt <= now);
        tx.load(due.flatMap(aboutOf));
        for (const record of due) {
          const report = reportOf(tx, record);
          if (report === 'gone')
            tx.delete(REPORTS, record.id); // What it was about was deleted after the retention time.
          else if (report === 'unreadable') {
            const found = { id: record.id, score: record.dueAt, why: 'what it is about' };
            quarantine(tx, 'report', { index: REPORTS.index('due'), ...found }, { ...deps, now });
          } else {
            // Whoever had it told nobody what came of it.
            const attempts = record.attempts + (record.leasedBy === null ? 0 : 1);
            tx.put(REPORTS, { ...record, dueAt: leaseUntil, leasedBy: store.owner, stale: false, attempts });
            leased.push({ ...report, attempts });
          }
        }
        return leased;
      }),

    /**
     * Slack has these (or never will). `posted`: it used up one of the posts of the `response_url`.
     *
     * @returns whether one of them has to be told anew, because what it is about changed meanwhile
     */
    closeReports: (closed: readonly { report: Report; posted: boolean }[], now: number) =>
      store.transaction(tx => {
        tx.load(
          closed.flatMap(({ report: { id, intent } }) => [
            [REPORTS, id] as const,
            [INTENTS, intent.id] as const,
          ]),
        );
        let isStale = false;
        for (const { report, posted } of closed) {
          const record = tx.get(REPORTS, report.id);
          if (!record) continue;
          isStale ||= record.stale;
          if (record.stale)
            tx.put(REPORTS, { ...record, stale: false, leasedBy: null, dueAt: now, attempts: 0 });
          else tx.delete(REPORTS, report.id);
          const [intent] = posted ? tx.readable(INTENTS, [report.intent.id]) : [];
          if (intent) tx.put(INTENTS, { ...intent, posts: intent.posts + 1 });
        }
        return isStale;
      }),

    retryReport: ({ id }: Report, notBefore: number) =>
      store.transaction(tx => {
        const report = tx.get(REPORTS, id);
        if (!report) return;
        tx.put(REPORTS, { ...report, dueAt: notBefore, leasedBy: null, attempts: report.attempts + 1 });
      }),

    /** Slack has it as it stands, but it isn't settled: it is due again at `notBefore`, or as soon as it changes. */
    keepReport: ({ id }: Report, notBefore: number, now: number) =>
      store.transaction(tx => {
        const report = tx.get(REPORTS, id);
        if (!report) return;
        const dueAt = report.stale ? now : notBefore;
        tx.put(REPORTS, { ...report, stale: false, leasedBy: null, dueAt, attempts: 0 });
      }),

    /** Where a person's outcome is shown from now on. */
    shownAt: (workspace: string, intentId: string, at: PostRef) =>
      store.transaction(tx => {
        const [intent] = tx.readable(INTENTS, [intentId]);
        if (intent?.workspace === workspace) tx.put(INTENTS, { ...intent, outcomePost: at });
      }),

    nextReport: () =>
      store.read(tx => {
        return tx.first(REPORTS.index('due'))?.score ?? null;
      }),
  };
}

export type Reports = ReturnType<typeof createReports>;

/** What a report is about. */
const aboutOf = ({ intentId, textId }: ReportRecord) => [
  [INTENTS, intentId] as const,
  ...(textId === null ? [] : [[TEXTS, textId] as const]),
];

/** A report together with what it is about, as that is now. */
export function reportOf(tx: Tx, record: ReportRecord): Report | 'gone' | 'unreadable' {
  const { intentId, textId, leasedBy: _leasedBy, dueAt: _dueAt, stale: _stale, ...says } = record;
  tx.load(aboutOf(record));
  const found = tx.tryRead(INTENTS, [intentId]);
  const isQuarantined = found.missing.length > 0 && quarantinedAmong(tx, [intentId]).length > 0;
  if (found.missing.length > 0 && !isQuarantined) return 'gone';
  const [about] = found.records;
  const intent = about?.intent ?? (NAMING.includes(record.kind) ? null : outlineOf(tx, intentId));
  const texts = tx.tryRead(TEXTS, textId === null ? [] : [textId]);
  const isTextQuarantined =
    texts.missing.length > 0 && quarantinedAmong(tx, [record.textId ?? '']).length > 0;
  if (!intent || texts.unreadable.length > 0 || isTextQuarantined) return 'unreadable';
  const [text] = texts.records;
  return {
    ...says,
    intent,
    text: text ? toText(text) : null,
    posts: about?.posts ?? 0,
    outcomePost: about?.outcomePost ?? null,
  };
}
