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
import { addReport, NOTHING_SAID, type StepDeps } from './text-changes.ts';

/** These reports name the recipients. */
const NAMING: readonly Report['kind'][] = ['question', 'waiting'];

type TextReport = NonNullable<TextRecord['report']>;

/** What Slack has to be told, until it has it. */
export function createReports(store: Store, deps: StepDeps) {
  function leaseRecord(tx: Tx, record: ReportRecord, leaseUntil: number, now: number): Report | null {
    const report = reportOf(tx, record);
    if (report === 'gone') {
      tx.delete(REPORTS, record.id); // What it was about was deleted after the retention time.
      return null;
    }
    if (report === 'unreadable') {
      const found = { id: record.id, score: record.dueAt, why: 'what it is about' };
      quarantine(tx, REPORT_KIND, { index: REPORTS.index('due'), ...found }, { ...deps, now }, true);
      return null;
    }
    // Whoever had it told nobody what came of it.
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
     * Reports an unattended intent's outcome to `follower`: as soon as it is settled, otherwise at `deadline` as it is then. Once
     * for each follower, until that report is closed.
     */
    follow: (workspace: string, intentId: string, follower: string, deadline: number, now: number) =>
      store.transaction(tx => {
        const intent = getIntent(tx, intentId);
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
     * Due reports, leased so that one reporter works on each: until `leaseUntil`, or as long as a request may last (results of
     * texts, see reap.ts). An unattended intent has no report for each text. It has an `outcome` when it is settled, and another
     * if one of its uncertain texts is corrected. The `outcome` of a person's texts to several people is one report: due soon
     * after it changes, and kept until it is settled.
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
            of: () => leaseRecord(tx, record, leaseUntil, now),
          })),
          ...texts.flatMap(text => {
            const { report, lease } = text;
            return report && !lease ? { at: report.dueAt, of: () => leaseText(tx, text, report, now) } : [];
          }),
        ];
        const first = leases.filter(({ at }) => at <= now).toSorted((one, other) => one.at - other.at);
        return first.slice(0, limit).flatMap(lease => lease.of() ?? []);
      }),

    /**
     * Slack has these (or never will). `posted`: it used up one of the posts of the `response_url`. Soon is early enough: if it is
     * lost, Slack is told once more.
     *
     * @returns whether one of them has to be told again, because what it is about changed meanwhile
     */
    closeReports: (closed: readonly { report: Report; posted: boolean }[], now: number) =>
      store.transaction(
        tx => {
          tx.load(closed.flatMap(({ report }) => recordsOf(report)));
          let isAnyStale = false;
          for (const { report, posted } of closed) {
            const isStale =
              report.kind === 'result'
                ? closeText(tx, report.id, posted, now)
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
          const again = { ...report, dueAt: notBefore, attempts: report.attempts + 1 };
          tx.put(TEXTS, { ...text, lease: undefined, report: again });
          return;
        }
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

export type Reports = ReturnType<typeof createReports>;

/** What a report is about. */
const aboutOf = ({ intentId, textId }: ReportRecord) => [
  ...intentAt(intentId),
  ...(textId === null ? [] : [[TEXTS, textId] as const]),
];

/** The records that tell of it. */
const recordsOf = ({ kind, id, intent }: Report): Needed[] =>
  kind === 'result' ? [[TEXTS, id]] : [[REPORTS, id], ...intentAt(intent.id)];

/** Returns whether it has to be told again. */
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

/** The same for the end of a text. */
function closeText(tx: Tx, id: string, posted: boolean, now: number): boolean {
  const [text] = tx.readable(TEXTS, [id]);
  const report = text?.report;
  if (!report) return false;
  const again = report.isStale ? { at: now, dueAt: now, attempts: 0, isStale: false } : undefined;
  const intent = posted ? carriedBy(text) : null;
  const told = { ...text, lease: undefined, report: again };
  tx.put(TEXTS, intent ? carrying(told, withPost(intent)) : told);
  return report.isStale;
}

type ReportedIntent = Pick<Report, 'intent' | 'posts' | 'outcomePost'>;

const reported = (intent: Intent, about: IntentRecord | null): ReportedIntent => ({
  intent,
  posts: about?.posts ?? 0,
  outcomePost: about?.outcomePost ?? null,
});

const withPost = (intent: IntentRecord): IntentRecord => ({ ...intent, posts: (intent.posts ?? 0) + 1 });

/** The intent that a report is about. `names`: it says who the recipients are. */
function aboutIntent(tx: Tx, id: string, names: boolean): ReportedIntent | 'gone' | 'unreadable' {
  const about = findIntent(tx, id);
  const intent = about?.intent ?? (names ? null : outlineOf(tx, id));
  if (intent) return reported(intent, about);
  return storedOf(tx, id) === null ? 'gone' : 'unreadable';
}

/** A report together with what it is about, as that is now. */
function reportOf(tx: Tx, record: ReportRecord): Report | 'gone' | 'unreadable' {
  const { intentId, textId, leasedBy: _leasedBy, dueAt: _dueAt, stale: _stale, ...says } = record;
  tx.load(aboutOf(record));
  const about = aboutIntent(tx, intentId, NAMING.includes(record.kind));
  if (typeof about === 'string') return about;
  const texts = tx.tryRead(TEXTS, textId === null ? [] : [textId]);
  const isTextQuarantined = texts.missing.length > 0 && quarantinedAmong(tx, [textId ?? '']).length > 0;
  if (texts.unreadable.length > 0 || isTextQuarantined) return 'unreadable';
  const [text] = texts.records;
  return { ...says, ...about, text: text ? toText(text) : null };
}

/** The report of the end of a text that is reported on its own; null: there is none. */
export function reportOfText(text: TextRecord): Report | null {
  const about = carriedBy(text);
  if (!about || !text.report) return null;
  return {
    id: text.id,
    kind: 'result',
    ...NOTHING_SAID,
    attempts: text.report.attempts,
    createdAt: text.report.at,
    ...reported(about.intent, about),
    text: toText(text),
  };
}
