import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { Problem } from '../problem.ts';
import { type Wording, wordProblem } from '../words/wording.ts';
import { type PressHandler, registerPressHandler, submitted as submittedIn } from './buttons.ts';
import {
  type Filled,
  type Form,
  type FormMetadata,
  type FormShape,
  fieldId,
  parseFormMetadata,
  type SaveResult,
  type Submitter,
} from './form.ts';
import {
  errorsOf,
  filledIn,
  formNotice,
  formOpeners,
  readForm,
  versionOf,
  withBannerAbove,
} from './form-view.ts';
import { refreshParentList } from './list.ts';
import type { ListenerArgs, SlackListener } from './listener.ts';
import type { Message } from './message.ts';
import { rejectSubmission } from './modals.ts';
import { type PayloadView, viewSubmissionSchema } from './payloads.ts';
import type { PressResult, StoredPress } from './press-queue.ts';
import { type Press, respondToPress } from './respond.ts';
import type { Services, UserRef } from './services.ts';
import { parseStoredJson } from './view-state.ts';

/*
 * A form that was submitted. What our store knows of it is looked at while Slack waits, then the submission is stored, and Slack
 * has its answer. It is judged again, saved and told by whichever process lives, and what lies below the form follows.
 */

/** What is stored of a submission. */
type Submission<Of extends FormShape> = Pick<Submitter, 'origin'> & {
  kept: FormMetadata<Of>;
  draft: Of['draft'];
};

/** Everything that a form listens to. */
export function formListeners<Of extends FormShape>(services: Services, form: Form<Of>): SlackListener[] {
  const take = registerPressHandler(services, form.id, handlerOf(form));
  const listen = (args: ListenerArgs) => submitted(services, form, take, args);
  return [...formOpeners(services, form), { kind: 'view', id: form.id, listen }];
}

async function submitted<Of extends FormShape>(
  services: Services,
  form: Form<Of>,
  take: ReturnType<typeof registerPressHandler>,
  { ack, body, context }: ListenerArgs,
): Promise<void> {
  const { user } = context;
  const { view } = viewSubmissionSchema.parse(body);
  const kept = parseFormMetadata(form, view.private_metadata);
  const { subject } = kept;
  const words = await context.words();
  const { draft, wrong } = readForm(words, form, kept, view);
  const known = await savePermission(form, services.permissionFacts.withCachedFacts(services), user, {
    subject,
    draft,
  });
  const notice = (line: string) => formNotice(words, form, subject, line);
  if (known && known.kind !== 'SLACK_AWAY')
    return ack(rejectSubmission(view, wordProblem(words, known), notice));
  const loaded = await form.load(services, user, subject, words);
  const filled = 'current' in loaded ? { subject, current: loaded.current, draft } : null;
  const unfit = filled && (await form.check?.(services, user, words, filled));
  const errors = errorsOf(form, kept, unfit, wrong);
  if (Object.keys(errors).length > 0) return ack({ response_action: 'errors', errors });
  // What became of it meanwhile is only for who is known to be allowed.
  if (!known && !filled) return ack({ response_action: 'update', view: notice(loaded.deleted ?? '') });
  const first = known || !filled ? null : toReadFirst(words, form, kept, filled);
  if (first && filled) {
    const shown = { view, current: filled.current, news: first.news };
    return ack({ response_action: 'update', view: withBannerAbove(words, form, first.kept, shown) });
  }

  services.liveForms.closed(view.id);
  await take(
    pressFor(form, user, view, {
      kept,
      draft,
      origin: `${view.id}${kept.resetCount || ''}`,
    }),
  );
  if (form.closes) return ack(form.closes === 'all' ? { response_action: 'clear' } : undefined);
  const meanwhile = form.meanwhile?.(words) ?? words.link.oneMoment;
  await ack({ response_action: 'update', view: notice(meanwhile) });
}

const messageOf = (said: string | Message): Message => (typeof said === 'string' ? { text: said } : said);

/** What lies below is remembered, for a button that shows the form again. */
const keeping = ({ parentList }: FormMetadata<FormShape>) => ({
  private_metadata: JSON.stringify({ parentList }),
});

const savePermission = <Of extends FormShape>(
  form: Form<Of>,
  permissionFacts: Services,
  who: UserRef,
  its: Pick<Of, 'subject' | 'draft'>,
): Promise<Problem | null> =>
  form.savePermission
    ? form.savePermission(permissionFacts, who, its)
    : form.permission(permissionFacts, who, its.subject);

/** What is to be read before it is saved, and how the form is kept then; null: nothing. */
function toReadFirst<Of extends FormShape>(
  words: Wording,
  form: Form<Of>,
  kept: FormMetadata<Of>,
  filled: Filled<Of>,
): { news: readonly string[]; kept: FormMetadata<Of> } | null {
  const baseVersion = versionOf(form, form.draft(filled.current, filled.subject));
  const its = versionOf(form, filled.draft);
  // Whoever wants what is there already has it: perhaps by this form, before the process that saved it died.
  if (baseVersion === its && baseVersion !== kept.baseVersion) return null;
  const isNews = baseVersion !== kept.baseVersion;
  const news = isNews ? form.changed?.(words, filled) : form.warning?.(words, filled);
  if (!news || (kept.warnedVersion === its && !isNews)) return null;
  return { news, kept: { ...kept, baseVersion, warnedVersion: its } };
}

function pressFor<Of extends FormShape>(
  form: Form<Of>,
  who: ListenerArgs['context']['user'],
  view: PayloadView,
  submission: Submission<Of>,
): Press {
  const press = submittedIn(who, view);
  const value = JSON.stringify(submission);
  return { ...press, value, label: view.title?.text ?? '', ...(form.closes && { view: null }) };
}

function handlerOf<Of extends FormShape>(form: Form<Of>): PressHandler<Submission<Of>> {
  return {
    read: value =>
      parseStoredJson(
        z.custom<Submission<Of>>(its => typeof its === 'object' && its !== null),
        value,
      ),
    permission: (permissionFacts, press, { kept, draft }) =>
      savePermission(form, permissionFacts, press, { subject: kept.subject, draft }),
    requiresLiveFacts: form.requiresLiveFacts,
    handle: (services, press, submission) => handle(services, form, press, submission),
  };
}

/** A submission that is being handled: where its form is shown again, or what came of it. */
type HandledForm<Of extends FormShape> = {
  services: Services;
  form: Form<Of>;
  press: StoredPress & { client: WebClient };
  words: Wording;
  kept: FormMetadata<Of>;
  filled: Filled<Of>;
};

async function handle<Of extends FormShape>(
  services: Services,
  form: Form<Of>,
  press: StoredPress & { client: WebClient },
  { kept, draft, ...its }: Submission<Of>,
): Promise<PressResult> {
  const { subject } = kept;
  const { workspace, userId } = press;
  const words = await services.words.of(workspace, userId);
  const loaded = await form.load(services, press, subject, words);
  if (!('current' in loaded)) return { kind: 'message', message: { text: loaded.deleted } };
  const filled = { subject, current: loaded.current, draft };
  const at = { services, form, press, words, kept, filled };
  const notes = errorsOf(form, kept, await form.check?.(services, press, words, filled));
  if (Object.keys(notes).length > 0 && !form.closes) return shownAgain(at, { notes });
  const first = toReadFirst(words, form, kept, filled);
  if (first && !form.closes) return shownAgain({ ...at, kept: first.kept }, { news: first.news });
  const saved = await form.save(services, { ...press, ...its }, words, filled);
  services.log.info(
    { workspace, by: userId, form: form.id, came: Object.keys(saved)[0] },
    'a form was submitted',
  );
  return resultOf(at, saved);
}

/** The form with all that was filled in. */
async function shownAgain<Of extends FormShape>(
  { services, form, press, words, kept, filled }: HandledForm<Of>,
  said: { news?: readonly string[]; notes?: Readonly<Record<string, string>> },
): Promise<PressResult> {
  return {
    kind: 'shown',
    view: await filledIn(services, words, press, form, kept, { ...filled, ...said }),
    unseen: said.news?.[0] ?? Object.values(said.notes ?? {}).join('\n'),
  };
}

async function resultOf<Of extends FormShape>(at: HandledForm<Of>, saved: SaveResult): Promise<PressResult> {
  const { services, form, press, words, kept } = at;
  if ('retry' in saved) {
    if (saved.field === undefined) return shownAgain(at, { news: [saved.retry] });
    return shownAgain(at, { notes: { [fieldId(form, saved.field, kept.resetCount)]: saved.retry } });
  }
  const after = () => refreshParentList(services, press.client, press, kept.parentList);
  if ('later' in saved) {
    const { view, later } = saved;
    // Not waited for: this person's other presses have their turn meanwhile.
    const begin = async () => void showLater(at, later);
    return { kind: 'shown', view: { ...keeping(kept), ...view }, after: begin };
  }
  if ('message' in saved) return { kind: 'message', message: messageOf(saved.message), after };
  if ('view' in saved)
    return { kind: 'shown', view: { ...keeping(kept), ...saved.view }, unseen: saved.fallbackText, after };
  if ('problem' in saved) return { kind: 'refused', problem: saved.problem };
  if ('handled' in saved) return { kind: 'quiet', after };
  const { subject } = kept;
  const now = await form.load(services, press, subject, words);
  if (!('current' in now)) return { kind: 'message', message: { text: now.deleted }, after };
  const next = { ...kept, resetCount: kept.resetCount + 1 };
  const reset = { subject, current: now.current, draft: form.draft(now.current, subject) };
  return { ...(await shownAgain({ ...at, kept: next, filled: reset }, { news: [saved.resetForm] })), after };
}

/** What came of what took long. Whatever else it made of it, it has said by itself. */
async function showLater<Of extends FormShape>(
  at: HandledForm<Of>,
  later: () => Promise<SaveResult>,
): Promise<void> {
  const { services, form, press, words, kept } = at;
  try {
    const { after, ...answer } = await resultOf(at, await later());
    await respondToPress(services, press, press.client, answer);
    await after?.().catch(error =>
      services.log.warn({ err: error, form: form.id }, 'can’t show what came of a form elsewhere'),
    );
  } catch (error) {
    services.log.error({ err: error, form: form.id }, 'what a form asked for can’t be done');
    // In the words that are here: the store, which has the others, may be what failed.
    const view = formNotice(words, form, kept.subject, wordProblem(words, { kind: 'UNEXPECTED' }));
    await respondToPress(services, press, press.client, { kind: 'shown', view });
  }
}
