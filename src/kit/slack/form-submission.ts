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
  type FormLines,
  formNotice,
  formOpeners,
  readForm,
  renderForm,
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
 * Submits a form. Before the ack, the form is validated by our store and the submission is stored. After it, any process
 * checks permission again, saves, responds, and refreshes the list below the form.
 */

/** A submission as it is stored. */
type Submission<Of extends FormShape> = Pick<Submitter, 'origin'> & {
  metadata: FormMetadata<Of>;
  draft: Of['draft'];
};

/** The listeners that open a form, follow its input and submit it. */
export function formListeners<Of extends FormShape>(services: Services, form: Form<Of>): SlackListener[] {
  const enqueue = registerPressHandler(services, form.id, handlerOf(form));
  const listen = (args: ListenerArgs) => submit(services, form, enqueue, args);
  return [...formOpeners(services, form), { kind: 'view', id: form.id, listen }];
}

async function submit<Of extends FormShape>(
  services: Services,
  form: Form<Of>,
  enqueue: ReturnType<typeof registerPressHandler>,
  { ack, body, context }: ListenerArgs,
): Promise<void> {
  const { user } = context;
  const { view } = viewSubmissionSchema.parse(body);
  const metadata = parseFormMetadata(form, view.private_metadata);
  const { subject } = metadata;
  const words = await context.words();
  const { draft, wrong } = readForm(words, form, metadata, view);
  const cachedServices = services.permissionFacts.withCachedFacts(services);
  const problem = await savePermission(form, cachedServices, user, { subject, draft });
  const notice = (line: string) => formNotice(words, form, subject, line);
  if (problem && problem.kind !== 'SLACK_AWAY')
    return ack(rejectSubmission(view, wordProblem(words, problem), notice));
  const loaded = await form.load(services, user, subject, words);
  const filled = 'current' in loaded ? { subject, current: loaded.current, draft } : null;
  const invalid = filled && (await form.check?.(services, user, words, filled));
  const errors = errorsOf(form, metadata, invalid, wrong);
  if (Object.keys(errors).length > 0) return ack({ response_action: 'errors', errors });
  // Until permission is certain, the person isn't told what has changed meanwhile.
  if (!problem && !filled) return ack({ response_action: 'update', view: notice(loaded.deleted ?? '') });
  const warning = problem || !filled ? null : linesToReadFirst(words, form, metadata, filled);
  if (warning && filled) {
    const shown = { view, current: filled.current, banners: warning.banners };
    return ack({ response_action: 'update', view: withBannerAbove(words, form, warning.metadata, shown) });
  }

  services.liveForms.closed(view.id);
  await enqueue(
    pressFor(form, user, view, {
      metadata,
      draft,
      origin: `${view.id}${metadata.resetCount || ''}`,
    }),
  );
  if (form.closes) return ack(form.closes === 'all' ? { response_action: 'clear' } : undefined);
  const meanwhile = form.meanwhile?.(words) ?? words.link.oneMoment;
  await ack({ response_action: 'update', view: notice(meanwhile) });
}

const messageOf = (message: string | Message): Message =>
  typeof message === 'string' ? { text: message } : message;

/** Keeps the list below the form, for a button that shows the form again. */
const withParentList = ({ parentList }: FormMetadata<FormShape>) => ({
  private_metadata: JSON.stringify({ parentList }),
});

const savePermission = <Of extends FormShape>(
  form: Form<Of>,
  services: Services,
  user: UserRef,
  filled: Pick<Of, 'subject' | 'draft'>,
): Promise<Problem | null> =>
  form.savePermission
    ? form.savePermission(services, user, filled)
    : form.permission(services, user, filled.subject);

/** The lines to read before the form is saved, and metadata that records them as read; null if there are none. */
function linesToReadFirst<Of extends FormShape>(
  words: Wording,
  form: Form<Of>,
  metadata: FormMetadata<Of>,
  filled: Filled<Of>,
): { banners: readonly string[]; metadata: FormMetadata<Of> } | null {
  const baseVersion = versionOf(form, form.draft(filled.current, filled.subject));
  const draftVersion = versionOf(form, filled.draft);
  const isChanged = baseVersion !== metadata.baseVersion;
  // The store already has the draft, perhaps from this form: a process may have died after saving it.
  if (isChanged && baseVersion === draftVersion) return null;
  const banners = isChanged ? form.changed?.(words, filled) : form.warning?.(words, filled);
  if (!banners || (metadata.warnedVersion === draftVersion && !isChanged)) return null;
  return { banners, metadata: { ...metadata, baseVersion, warnedVersion: draftVersion } };
}

function pressFor<Of extends FormShape>(
  form: Form<Of>,
  user: UserRef,
  view: PayloadView,
  submission: Submission<Of>,
): Press {
  const press = submittedIn(user, view);
  const value = JSON.stringify(submission);
  return { ...press, value, label: view.title?.text ?? '', ...(form.closes && { view: null }) };
}

function handlerOf<Of extends FormShape>(form: Form<Of>): PressHandler<Submission<Of>> {
  return {
    read: value =>
      parseStoredJson(
        z.custom<Submission<Of>>(submission => typeof submission === 'object' && submission !== null),
        value,
      ),
    permission: (services, press, { metadata, draft }) =>
      savePermission(form, services, press, { subject: metadata.subject, draft }),
    requiresLiveFacts: form.requiresLiveFacts,
    handle: (services, press, submission) => handle(services, form, press, submission),
  };
}

/** A submission that is being handled. */
type HandledForm<Of extends FormShape> = {
  services: Services;
  form: Form<Of>;
  press: StoredPress & { client: WebClient };
  words: Wording;
  metadata: FormMetadata<Of>;
  filled: Filled<Of>;
};

async function handle<Of extends FormShape>(
  services: Services,
  form: Form<Of>,
  press: StoredPress & { client: WebClient },
  { metadata, draft, origin }: Submission<Of>,
): Promise<PressResult> {
  const { subject } = metadata;
  const { workspace, userId } = press;
  const words = await services.words.of(workspace, userId);
  const loaded = await form.load(services, press, subject, words);
  if (!('current' in loaded)) return { kind: 'message', message: { text: loaded.deleted } };
  const filled = { subject, current: loaded.current, draft };
  const handled = { services, form, press, words, metadata, filled };
  const notes = errorsOf(form, metadata, await form.check?.(services, press, words, filled));
  if (Object.keys(notes).length > 0 && !form.closes) return showAgain(handled, { notes });
  const warning = linesToReadFirst(words, form, metadata, filled);
  if (warning && !form.closes)
    return showAgain({ ...handled, metadata: warning.metadata }, { banners: warning.banners });
  const saved = await form.save(services, { ...press, origin }, words, filled);
  services.log.info(
    { workspace, by: userId, form: form.id, came: Object.keys(saved)[0] },
    'a form was submitted',
  );
  return resultOf(handled, saved);
}

/** Shows the form again with the person's input. */
async function showAgain<Of extends FormShape>(
  { services, form, press, words, metadata, filled }: HandledForm<Of>,
  lines: FormLines,
): Promise<PressResult> {
  return {
    kind: 'shown',
    view: await renderForm(services, words, press, form, metadata, { ...filled, ...lines }),
    fallbackText: lines.banners?.[0] ?? Object.values(lines.notes ?? {}).join('\n'),
  };
}

async function resultOf<Of extends FormShape>(
  handled: HandledForm<Of>,
  saved: SaveResult,
): Promise<PressResult> {
  const { services, form, press, words, metadata } = handled;
  if ('retry' in saved) {
    if (saved.field === undefined) return showAgain(handled, { banners: [saved.retry] });
    return showAgain(handled, { notes: { [fieldId(form, saved.field, metadata.resetCount)]: saved.retry } });
  }
  const after = () => refreshParentList(services, press.client, press, metadata.parentList);
  if ('later' in saved) {
    const { view, later } = saved;
    // Not awaited, so that this person's other presses are handled meanwhile.
    const begin = async () => void showLater(handled, later);
    return { kind: 'shown', view: { ...withParentList(metadata), ...view }, after: begin };
  }
  if ('message' in saved) return { kind: 'message', message: messageOf(saved.message), after };
  if ('view' in saved)
    return {
      kind: 'shown',
      view: { ...withParentList(metadata), ...saved.view },
      fallbackText: saved.fallbackText,
      after,
    };
  if ('problem' in saved) return { kind: 'refused', problem: saved.problem };
  if ('handled' in saved) return { kind: 'quiet', after };
  const { subject } = metadata;
  const loaded = await form.load(services, press, subject, words);
  if (!('current' in loaded)) return { kind: 'message', message: { text: loaded.deleted }, after };
  const next = { ...metadata, resetCount: metadata.resetCount + 1 };
  const filled = { subject, current: loaded.current, draft: form.draft(loaded.current, subject) };
  const shown = await showAgain({ ...handled, metadata: next, filled }, { banners: [saved.resetForm] });
  return { ...shown, after };
}

/** Runs `later` and shows its result in the view. */
async function showLater<Of extends FormShape>(
  handled: HandledForm<Of>,
  later: () => Promise<SaveResult>,
): Promise<void> {
  const { services, form, press, words, metadata } = handled;
  try {
    const { after, ...answer } = await resultOf(handled, await later());
    await respondToPress(services, press, press.client, answer);
    await after?.().catch(error =>
      services.log.warn({ err: error, form: form.id }, 'can’t show what came of a form elsewhere'),
    );
  } catch (error) {
    services.log.error({ err: error, form: form.id }, 'what a form asked for can’t be done');
    // Reuses `words`, because the store, which knows the language, may be the cause.
    const view = formNotice(words, form, metadata.subject, wordProblem(words, { kind: 'UNEXPECTED' }));
    await respondToPress(services, press, press.client, { kind: 'shown', view });
  }
}
