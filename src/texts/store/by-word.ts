import { maskNumber } from '../../kit/number.ts';
import type { Problem } from '../../kit/problem.ts';
import type { Store } from '../../kit/store/store.ts';
import { putAudit } from '../../workspace/audit-log.ts';
import { isUnattended } from '../intent.ts';
import type { Text } from '../text.ts';
import { intentOf } from './intent-records.ts';
import { isReportShared, TEXTS, toText } from './model.ts';
import { decidedProblem } from './plan.ts';
import { asArrived } from './settle.ts';
import { changeText, type StepDeps } from './text-changes.ts';

/** `hasOwnPost`: the text's post shows only this text, so that it can be replaced. */
export type Marked = { ok: true; text: Text; hasOwnPost: boolean } | { ok: false; problem: Problem };

/**
 * "It arrived": a person's word makes an uncertain text sent. Its cost stays open, as it was. Of this and "Send again", only
 * the first press counts, because both write the text. A late answer of the service still corrects it.
 */
export function createArrivals(store: Store, { wall, ...deps }: StepDeps & { wall: (at: number) => number }) {
  return {
    /**
     * Pressing again changes nothing.
     *
     * @param how.replacesPost the button's post is replaced, so that no new one is needed
     */
    markArrived: (
      workspace: string,
      textId: string,
      { by, replacesPost }: { by: string; replacesPost: boolean },
      now: number,
    ) =>
      store.transaction((tx): Marked => {
        const text = tx.get(TEXTS, textId);
        if (text?.workspace !== workspace) return { ok: false, problem: { kind: 'GONE' } };
        const sharing = isReportShared(text) ? intentOf(tx, text) : null;
        const hasOwnPost = !sharing || isUnattended(sharing.intent);
        if (text.byWord?.by === by) return { ok: true, text: toText(text), hasOwnPost };
        const problem = decidedProblem(text);
        if (problem) return { ok: false, problem };
        const after = asArrived(text, by, now);
        const isReported = text.report === undefined && !isReportShared(text) && replacesPost;
        if (isReported) tx.put(TEXTS, after);
        else changeText(tx, text, after, { ...deps, now });
        putAudit(tx, deps.newId, workspace, {
          what: 'text_arrived',
          number: maskNumber(text.number),
          sender: text.actor,
          at: wall(now),
          by,
        });
        return { ok: true, text: toText(after), hasOwnPost };
      }),
  };
}

export type Arrivals = ReturnType<typeof createArrivals>;
