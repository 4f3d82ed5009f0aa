import type { Clock } from '../../kit/clock.ts';
import type { ShowNumber } from '../../kit/number.ts';
import type { Problem } from '../../kit/problem.ts';
import type { Message } from '../../kit/slack/message.ts';
import { type Delivery, deliveryOf, type Poster } from '../../kit/slack/posting.ts';
import { type Wording, type WordsFor, wordLeftOut, wordProblem } from '../../kit/words/wording.ts';
import type { Omitted } from '../../texts/recipient.ts';
import type { Deliver } from '../../texts/sending/reporter.ts';
import { shownRecipient, uncertainMessage } from '../../texts/slack/receipt-messages.ts';
import type { History } from '../../texts/store/history.ts';
import type { IntentOutcome, Report } from '../../texts/store/model.ts';
import { type Tally, tally } from '../../texts/tally.ts';
import type { Text } from '../../texts/text.ts';
import { whyNotSent } from '../../texts/why-not-sent.ts';
import type { LinkedKeys } from '../../workspace/linked-keys.ts';
import { showingNumbers } from '../../workspace/masking.ts';
import type { People } from '../../workspace/people.ts';
import { keeperOf } from '../../workspace/roles.ts';
import type { SettingsOf } from '../../workspace/settings.ts';
import { DEADLINE_MS } from './send-sms.ts';
import type { StepEnd, WorkflowRuns } from './workflow-runs.ts';

/** Recipients whose reasons are listed; the others are counted. */
const MAX_NAMED = 10;

/**
 * Delivers the outcome of a workflow's intent to each run of the step that waits for it. If texts are uncertain or weren't
 * sent, also tells the admin who linked the key, because a workflow may ignore its outputs.
 */
export function createStepDelivery(deps: {
  steps: WorkflowRuns;
  history: History;
  keys: LinkedKeys;
  people: Pick<People, 'facts' | 'admins'>;
  settings: SettingsOf;
  poster: Poster;
  words: WordsFor;
  clock: Clock;
}): Deliver {
  const { steps, history, keys, people, settings, poster, clock } = deps;

  async function tellAdmin(report: Report, outcome: IntentOutcome, show: ShowNumber): Promise<Delivery> {
    const { workspace, acceptedAt, to } = report.intent;
    const admin = await keeperOf(people, workspace, await keys.linked(workspace));
    if (!admin) return { kind: 'dropped', why: 'nobody has linked a key' };
    const words = await deps.words.of(workspace, admin);
    const counts = tally(outcome, to.length);
    // The workflow shows a failed step's sentence, unless the step had ended before.
    const isOpen = failedOf(counts) + outcome.unreadable.length > 0;
    const unsaid = outcome.texts.length > 0 || clock.now() - acceptedAt >= DEADLINE_MS;
    const messages: Message[] = [
      ...(isOpen && unsaid ? [{ text: words.steps.notSent(summaryOf(words, show, outcome, counts)) }] : []),
      ...outcome.texts
        .filter(text => text.state === 'uncertain')
        .map(text => uncertainMessage(words, show, text, report.intent)),
    ];
    let delivery: Delivery = { kind: 'nothing' };
    for (const message of messages) {
      delivery = deliveryOf(await poster.post(workspace, admin, message));
      if (delivery.kind !== 'posted') return delivery;
    }
    return delivery;
  }

  return async report => {
    const { workspace, id } = report.intent;
    const outcome = await history.outcome(workspace, id);
    if (!outcome) return { kind: 'dropped', why: 'it is gone after the retention time' };
    const show = showingNumbers(await settings.shown(workspace));
    if (report.follower === null) return tellAdmin(report, outcome, show);
    const words = await deps.words.of(workspace, null);
    return steps.end(
      { workspace, id: report.follower },
      endOf(words, show, outcome, report.intent.to.length),
    );
  };
}

/** A step fails if none of its recipients got a text; otherwise it ends with the results. */
function endOf(words: Wording, show: ShowNumber, outcome: IntentOutcome, named: number): StepEnd {
  const { settled, problem, texts, omitted, unreadable } = outcome;
  if (settled && problem && texts.length + unreadable.length === 0) {
    const several = omitted.length > 1 && isOfOne(problem, omitted);
    return {
      kind: 'failed',
      error: several
        ? words.steps.nobody(reasons(words, show, outcome))
        : wordProblem(words, ofWorkflows(problem)),
    };
  }
  const counts = tally(outcome, named);
  const summary = summaryOf(words, show, outcome, counts);
  const because = problemOf(words, show, outcome);
  return {
    kind: 'outputs',
    summary,
    outputs: {
      state: counts.state,
      parts: counts.parts,
      ...(counts.logIds.length > 0 ? { log_id: counts.logIds.join(', ') } : {}),
      ...(counts.cost === null ? {} : { cost: Number(counts.cost) }),
      ...(counts.balance === null ? {} : { balance: Number(counts.balance) }),
      ...(because === null ? {} : { problem: because }),
      recipient_count: counts.recipients,
      sent_count: counts.sent + counts.byWord,
      failed_count: failedOf(counts),
      uncertain_count: counts.uncertain,
      waiting_count: counts.waiting,
      summary,
    },
  };
}

/** Recipients who certainly got no text. */
const failedOf = ({ refused, cancelled, leftOut }: Tally): number => refused + cancelled + leftOut;

function summaryOf(words: Wording, show: ShowNumber, outcome: IntentOutcome, counts: Tally): string {
  return [words.tally(counts), ...reasons(words, show, outcome).map(line => `• ${line}`)].join('\n');
}

/** The output `problem`: why texts weren't sent, or not yet, or may not have been; null if all were sent. */
function problemOf(words: Wording, show: ShowNumber, outcome: IntentOutcome): string | null {
  const { texts, omitted, unreadable, settled } = outcome;
  const [only] = texts;
  const withoutText = omitted.length + unreadable.length;
  if (!settled && texts.length + withoutText <= 1) return words.steps.waiting;
  if (texts.length === 1 && withoutText === 0 && only) {
    if (only.state === 'uncertain') return words.steps.uncertain(becauseOf(words, only));
    return only.state === 'sent' ? null : becauseOf(words, only);
  }
  const lines = reasons(words, show, outcome);
  return lines.length > 0 ? lines.join('; ') : null;
}

/** One line for each recipient whose text wasn't accepted; only the first are named. */
function reasons(
  words: Wording,
  show: ShowNumber,
  { problem, texts, omitted, unreadable }: IntentOutcome,
): string[] {
  const lines = [
    ...(problem && !isOfOne(problem, omitted) ? [wordProblem(words, ofWorkflows(problem))] : []),
    ...omitted.map(({ recipient, problem }) =>
      words.steps.line(shownRecipient(recipient, show), wordLeftOut(words, problem)),
    ),
    ...texts
      .filter(text => text.state !== 'sent')
      .map(text => words.steps.line(show(text.number), whyNotSent(words, text) ?? words.state[text.state])),
    ...unreadable.map(id => wordProblem(words, { kind: 'RESULT_UNREADABLE', id })),
  ];
  const more = lines.length - MAX_NAMED;
  return more > 0 ? [...lines.slice(0, MAX_NAMED), words.steps.more(more)] : lines;
}

function becauseOf(words: Wording, text: Text): string {
  if (text.problem) return wordProblem(words, text.problem);
  return text.uncertain ? words.uncertainBecause[text.uncertain] : words.state[text.state];
}

/** True if the refusal is the reason of a recipient, whose own line then says it. */
function isOfOne(problem: Problem, omitted: readonly Omitted[]): boolean {
  return omitted.some(person => person.problem.kind === problem.kind);
}

/** Rewords a sender's limit, because for workflows it is the limit for all workflows together. */
function ofWorkflows(problem: Problem): Problem {
  const isOwn =
    (problem.kind === 'CAP_REACHED' || problem.kind === 'CAP_UNJUDGED') && problem.of === 'person';
  return isOwn ? { ...problem, of: 'workflows' } : problem;
}
