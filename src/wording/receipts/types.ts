import type { HoldingCode } from '../../domain/problem.ts';
import type { TextState, UncertainReason, WaitReason } from '../../domain/text.ts';
import type { HoldClauses, Masked } from '../parts.ts';

/** Clauses: why a text is on hold, and until when. */
type WaitClauses = { why: string; until: string };

/** What becomes of a text: receipts, notices, questions, and their buttons. */
export type ReceiptsWording = {
  receipt: {
    sent(text: Masked & { actor: string }): string;
    facts(text: { parts: number; cost: string | null; balance: string | null; logId: string | null }): string;
    refused(text: Masked & { because: string }): string;
    cancelled(text: Masked): string;
    uncertain(text: Masked & { actor: string; because: string }): string;
    sentAgain(text: Masked & { by: string }): string;
    /** To the admin who linked the key: nothing goes out until somebody fixes this. */
    held(because: HoldClauses): string;
    /** To managers of the workspace and whoever linked the key. */
    lowBalance(low: { balance: string; below: string }): string;
    /**
     * @param end how the wait ends: the text goes out then; or it lapses, since it would be too late; null: it goes out
     *   once what it waits for is over, and nobody knows when that is
     */
    waiting(
      text: Masked & { because: WaitClauses; end: { goesInMs: number } | { lapsesInMs: number } | null },
    ): string;
    /** The service refuses the key: nothing goes out until somebody does something. `until`: when it’s too late for the text. */
    onHold(text: Masked & { because: HoldClauses; until: number }): string;
    /** Below a result that we couldn't post in its thread. */
    about(link: string): string;
    question(earlier: { agoMs: number; byYou: boolean; actor: string; number: string }): string;
    reopened(by: string): string;
    sendingAnyway: string;
    sendingNow: string;
  };
  uncertainBecause: Record<UncertainReason, string>;
  waitingBecause: Record<Exclude<WaitReason, HoldingCode>, WaitClauses> & Record<HoldingCode, HoldClauses>;
  state: Record<TextState, string>;
  button: {
    cancel: string;
    sendAgain: string;
    sendAnyway: string;
    /** On a text that waited too long. */
    sendNow: string;
    tryAgain: string;
    linkKey: string;
    plainQuotes: string;
  };
  confirm: {
    sendAgain: { title: string; text: string; confirm: string; deny: string };
  };
};
