import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../kit/clock.ts';
import type { UserRef } from '../kit/slack/services.ts';
import type { Warning, WarningSource } from '../kit/slack/warnings.ts';
import type { Documents, Revisions } from '../kit/store/documents.ts';
import type { Log } from '../log.ts';
import {
  type AttentionRecord,
  afterLook,
  attentionSchema,
  concerns,
  NOTHING_FOUND,
  nameOf,
  ongoingFor,
  type WarningRecord,
  withoutSubject,
} from './record.ts';

const DOCUMENT = 'attention';
/** An unreadable record counts as empty: warnings are found again, and may be told again. */
const schema = attentionSchema.catch(NOTHING_FOUND);

/** A kept warning, as it is now. */
export type CurrentWarning = { record: WarningRecord; warning: Warning };

export type Attention = {
  /**
   * Looks for a workspace's warnings, and keeps what it finds; null if it was looked for less than `everyMs` ago, in any process.
   */
  look(workspace: string, everyMs: number): Promise<readonly CurrentWarning[] | null>;
  /** The warnings for a reader, each looked at again: what is mended isn't shown any more. Never throws because of one kind. */
  current(reader: UserRef & { manages: boolean }): Promise<readonly Warning[]>;
  /** Changes what is kept. `change` may be called more than once. */
  change(workspace: string, change: (before: AttentionRecord) => AttentionRecord): Promise<unknown>;
  /** Drops warnings about an erased person. */
  erase(workspace: string, contact: string): Promise<void>;
};

/** A workspace's warnings. */
export function createAttention(deps: {
  documents: Pick<Documents, 'get'>;
  revisions: Revisions;
  /** Of all features; read on every call, because features are created later. */
  sources: () => readonly WarningSource[];
  /** True if other processes may look, too. */
  isShared: boolean;
  clock: Clock;
  log: Log;
}): Attention {
  const { documents, revisions, sources, isShared, clock, log } = deps;
  /** When this process last looked at each workspace. */
  const lookedAt = new Map<string, number>();

  const stored = async (workspace: string): Promise<AttentionRecord> =>
    (await documents.get(workspace, DOCUMENT, schema)) ?? NOTHING_FOUND;
  const change: Attention['change'] = (workspace, to) =>
    revisions.update(workspace, DOCUMENT, schema, (before = NOTHING_FOUND) => to(before));

  /** The warnings of a kind; null if they can't be looked for now. */
  const find = (
    source: WarningSource,
    workspace: string,
    among: ReadonlySet<string> | null,
  ): Promise<readonly Warning[] | null> =>
    source.find(workspace, among).catch((error: unknown) => {
      log.warn({ err: error, workspace, kind: source.kind }, 'can’t look for warnings');
      return null;
    });

  /** True if this process is the one that looks now. Writes only where others may look, too. */
  async function begins(workspace: string, everyMs: number): Promise<boolean> {
    const now = clock.now();
    if (now - (lookedAt.get(workspace) ?? 0) < everyMs) return false;
    lookedAt.set(workspace, now);
    if (!isShared) return true;
    if (now - (await stored(workspace)).lookedAt < everyMs) return false;
    let isOurs = false;
    await change(workspace, before => {
      isOurs = now - before.lookedAt >= everyMs;
      return isOurs ? { ...before, lookedAt: now } : before;
    });
    return isOurs;
  }

  return {
    async look(workspace, everyMs) {
      if (!(await begins(workspace, everyMs))) return null;
      const byKind = new Map<string, readonly Warning[]>();
      for (const source of sources()) {
        const warnings = await find(source, workspace, null);
        if (warnings) byKind.set(source.kind, warnings);
      }
      const before = await stored(workspace);
      let after = afterLook(before, sources(), byKind, clock.now());
      // Nearly always nothing has changed, and nothing is written.
      if (!isDeepStrictEqual(before, after)) {
        await change(workspace, current => {
          after = afterLook(current, sources(), byKind, clock.now());
          return after;
        });
      }
      const warnings = new Map(
        [...byKind].flatMap(([kind, all]) =>
          all.map(warning => [nameOf({ kind, subject: warning.subject }), warning] as const),
        ),
      );
      return joined(after.warnings, warnings);
    },
    async current({ workspace, ...reader }) {
      const records = ongoingFor(await stored(workspace), reader);
      const byKind = Map.groupBy(records, ({ kind }) => kind);
      const now = new Map<string, Warning>();
      for (const source of sources()) {
        const shown = byKind.get(source.kind);
        if (!shown) continue;
        const among = new Set(shown.map(({ subject }) => subject));
        for (const warning of (await find(source, workspace, among)) ?? [])
          now.set(nameOf({ kind: source.kind, subject: warning.subject }), warning);
      }
      const all = joined(records, now).map(({ warning }) => warning);
      return all.filter(warning => concerns(warning, reader));
    },
    change,
    async erase(workspace, contact) {
      if ((await stored(workspace)).warnings.length === 0) return;
      await change(workspace, before => withoutSubject(before, contact));
    },
  };
}

const joined = (
  records: readonly WarningRecord[],
  warnings: ReadonlyMap<string, Warning>,
): CurrentWarning[] =>
  records.flatMap(record => {
    const warning = warnings.get(nameOf(record));
    return warning ? { record, warning } : [];
  });
