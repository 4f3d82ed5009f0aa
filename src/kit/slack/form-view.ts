import type { KnownBlock, ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { digestOf } from '../json.ts';
import type { Wording } from '../words/wording.ts';
import { pressOf } from './buttons.ts';
import {
  type FieldErrors,
  type FieldReading,
  type Form,
  type FormField,
  type FormMetadata,
  type FormShape,
  fieldId,
  openerOf,
  parentListOf,
  parseFormMetadata,
} from './form.ts';
import type { SlackListener } from './listener.ts';
import { onInput } from './listeners.ts';
import { bannerBlock, formModal, noticeModal, openGuardedModal, withBanner, withNotes } from './modals.ts';
import type { PayloadView } from './payloads.ts';
import type { StoredPress } from './press-queue.ts';
import type { ModalTrigger, Services, UserRef } from './services.ts';
import { onView, type ViewPress } from './view-buttons.ts';
import { stateOf } from './view-state.ts';

/* A form while it is open: its modal opens at once, and its preview follows the input. */

/** The parts around the fields, by the start of their block ids. */
const AROUND = { head: 'head_', foot: 'foot_', preview: 'preview_' } as const;

type Viewer = UserRef & { client: WebClient };
/** Lines in a form that is shown again: banners above it, notes below the fields with these block ids. */
export type FormLines = { banners?: readonly string[]; notes?: Readonly<Record<string, string>> };

/** Opens a form by a command. `loadDraft`: a draft that was begun elsewhere. */
export function openForm<Of extends FormShape>(
  services: Services,
  client: WebClient,
  opener: ModalTrigger & { view?: ViewPress['view'] },
  form: Form<Of>,
  subject: Of['subject'],
  loadDraft?: () => Promise<Of['draft']>,
): Promise<void> {
  const press = { ...pressOf(opener), ...opener, client };
  return openGuardedModal(services, client, opener, {
    title: words => form.title(words, subject),
    command: form.command,
    onTop: press.view?.type === 'modal',
    check: () => form.permission(services, opener, subject),
    fill: async words => buildForm(services, words, press, form, subject, await loadDraft?.()),
  });
}

/** A form's openers, and the listener for the fields that its preview follows. */
export function formOpeners<Of extends FormShape>(services: Services, form: Form<Of>): SlackListener[] {
  const { permission, command, title, openers, replaceOpener, preview, id } = form;
  const fill = (words: Wording, press: ViewPress, subject: Of['subject']) =>
    buildForm(services, words, press, form, subject);
  const opening = Object.entries(openers).map(([way, read]) =>
    onView(services, openerOf(form, way), { read, permission, opens: { title, command, fill } }),
  );
  const replacing =
    replaceOpener &&
    onView(services, openerOf(form, replaceOpener.way), { read: replaceOpener.of, permission, turns: fill });
  const previewing = onInput(services, `${id}_[a-z_0-9]+(?:\\.\\d+)?`, {
    permission,
    of: view => ({ subject: parseFormMetadata(form, view.private_metadata).subject }),
    show: (words, { view, user, client }) => updateForm(services, words, { ...user, client }, form, view),
  });
  return [...opening, ...(replacing ? [replacing] : []), ...(preview ? [previewing] : [])];
}

/** The form that an opener shows. */
export async function buildForm<Of extends FormShape>(
  services: Services,
  words: Wording,
  press: ViewPress,
  form: Form<Of>,
  unprepared: Of['subject'],
  begunDraft?: Of['draft'],
): Promise<ModalView> {
  const subject = form.prepare ? await form.prepare(services, press, unprepared) : unprepared;
  const loaded = await form.load(services, press, subject, words);
  if (!('current' in loaded) || loaded.deleted !== undefined)
    return formNotice(words, form, subject, loaded.deleted ?? '');
  const draft = begunDraft ?? form.draft(loaded.current, subject);
  const metadata = {
    subject,
    baseVersion: versionOf(form, draft),
    warnedVersion: null,
    parentList: parentListOf(press),
    resetCount: 0,
  };
  return renderForm(services, words, press, form, metadata, { current: loaded.current, draft });
}

/** The form with a draft in it. */
export async function renderForm<Of extends FormShape>(
  services: Services,
  words: Wording,
  viewer: Viewer,
  form: Form<Of>,
  metadata: FormMetadata<Of>,
  { current, draft, banners = [], notes = {} }: Pick<Of, 'current' | 'draft'> & FormLines,
): Promise<ModalView> {
  const { subject } = metadata;
  const [extras, preview] = await Promise.all([
    form.extras?.(services, viewer, { subject, current }),
    previewOf(services, words, viewer, form, { subject, current, draft, wrong: {} }),
  ]);
  const fields = fieldsOf(form, words, subject).flatMap(([name, field]) =>
    field.blocks(fieldId(form, name, metadata.resetCount), draft[name], extras, draft),
  );
  const head = form.head?.(words, { subject, current, extras }) ?? [];
  return modal(words, form, metadata, [
    ...banners.map(bannerBlock),
    ...around('head', head),
    ...withNotes(fields, notes),
    ...footOf(words, form, metadata, current),
    ...preview,
  ]);
}

/** The form with its latest input. Fields that are already shown stay as Slack has them. */
async function updateForm<Of extends FormShape>(
  services: Services,
  words: Wording,
  viewer: Viewer,
  form: Form<Of>,
  view: PayloadView,
): Promise<ModalView> {
  const metadata = parseFormMetadata(form, view.private_metadata);
  const { subject } = metadata;
  const loaded = await form.load(services, viewer, subject, words);
  if (!('current' in loaded)) return formNotice(words, form, subject, loaded.deleted);
  const { current } = loaded;
  const { draft, wrong } = readForm(words, form, metadata, view);
  const filled = { subject, current, draft, wrong };
  const next = await form.follow?.(services, viewer, filled);
  if (next) {
    const reset = { ...metadata, subject: next.subject, resetCount: metadata.resetCount + 1 };
    return renderForm(services, words, viewer, form, reset, { current, draft: next.draft });
  }
  const [extras, preview] = await Promise.all([
    form.extras?.(services, viewer, { subject, current }),
    previewOf(services, words, viewer, form, filled),
  ]);
  const shownBlocks = new Map(view.blocks.map(block => [block.block_id, block]));
  const fields = fieldsOf(form, words, subject)
    .flatMap(([name, field]) =>
      field.blocks(fieldId(form, name, metadata.resetCount), draft[name], extras, draft),
    )
    .map(block => shownBlocks.get(block.block_id) ?? block);
  const head = view.blocks.filter(isPart('head'));
  return modal(words, form, metadata, [
    ...head,
    ...fields,
    ...footOf(words, form, metadata, current),
    ...preview,
  ]);
}

/** The form in which a button was pressed, with the result above it. */
export async function reopenForm<Of extends FormShape>(
  services: Services,
  words: Wording,
  press: StoredPress & { client: WebClient },
  form: Form<Of>,
  banner: string,
): Promise<ModalView> {
  const metadata = parseFormMetadata(form, press.view?.metadata ?? '');
  const loaded = await form.load(services, press, metadata.subject, words);
  if (!('current' in loaded)) return formNotice(words, form, metadata.subject, loaded.deleted);
  const draft = form.draft(loaded.current, metadata.subject);
  const filled = { current: loaded.current, draft, banners: [banner] };
  return renderForm(services, words, press, form, metadata, filled);
}

/** The form as Slack has it, with banners above it. */
export function withBannerAbove<Of extends FormShape>(
  words: Wording,
  form: Form<Of>,
  metadata: FormMetadata<Of>,
  { view, current, banners }: { view: PayloadView; current: Of['current']; banners: readonly string[] },
): ModalView {
  const preview = view.blocks.filter(isPart('preview'));
  const headAndFields = view.blocks.filter(isHeadOrField);
  const blocks = [...headAndFields, ...footOf(words, form, metadata, current), ...preview];
  return modal(words, form, metadata, withBanner(blocks, banners));
}

/** A notice in a form's place: there is nothing to edit, or the form is done. */
export const formNotice = <Of extends FormShape>(
  words: Wording,
  form: Form<Of>,
  subject: Of['subject'],
  line: string,
): ModalView => noticeModal(form.title(words, subject), words.settings.back, line);

/**
 * The draft as far as it can be read, and the errors of its fields.
 *
 * @throws OutdatedMetadataError
 */
export function readForm<Of extends FormShape>(
  words: Wording,
  form: Form<Of>,
  { subject, resetCount }: FormMetadata<Of>,
  view: PayloadView,
): { draft: Of['draft']; wrong: FieldErrors<Of['draft']> } {
  const state = stateOf(view.state.values);
  const read = fieldsOf(form, words, subject).map(
    ([name, field]) => [name, field.read(state, fieldId(form, name, resetCount))] as const,
  );
  return {
    draft: Object.fromEntries(read.map(([name, { value }]) => [name, value])) as Of['draft'],
    wrong: Object.fromEntries(read.map(([name, { error }]) => [name, error])) as FieldErrors<Of['draft']>,
  };
}

/** Field errors by block id. Of two errors of one field, the later wins. */
export function errorsOf<Of extends FormShape>(
  form: Form<Of>,
  { resetCount }: FormMetadata<Of>,
  ...errors: readonly (FieldErrors<Of['draft']> | null | undefined)[]
): Record<string, string> {
  const byField = errors.flatMap(
    some => Object.entries(some ?? {}) as [string, FieldReading<unknown>['error']][],
  );
  const byBlock = byField.flatMap(([name, error]) => {
    if (!error) return [];
    return typeof error === 'string' ? [[fieldId(form, name, resetCount), error]] : Object.entries(error);
  });
  return Object.fromEntries(byBlock);
}

/** A digest of a draft; equal for drafts that people would call the same. */
export const versionOf = <Of extends FormShape>(form: Form<Of>, draft: Of['draft']): string =>
  digestOf((form.version ?? (() => null))(draft));

const fieldsOf = <Of extends FormShape>(form: Form<Of>, words: Wording, subject: Of['subject']) =>
  Object.entries(form.fields(words, subject)) as [
    keyof Of['draft'] & string,
    FormField<Of['draft'][keyof Of['draft']], Of['extras'], Of['draft']>,
  ][];

async function previewOf<Of extends FormShape>(
  services: Services,
  words: Wording,
  user: UserRef,
  form: Form<Of>,
  filled: Pick<Of, 'subject' | 'current'> & { draft: Of['draft']; wrong: FieldErrors<Of['draft']> },
): Promise<KnownBlock[]> {
  return around('preview', (await form.preview?.(services, user, words, filled)) ?? []);
}

const footOf = <Of extends FormShape>(
  words: Wording,
  form: Form<Of>,
  { subject, parentList }: FormMetadata<Of>,
  current: Of['current'],
): KnownBlock[] => around('foot', form.foot?.(words, { subject, current, parentList }) ?? []);

const around = (part: keyof typeof AROUND, blocks: readonly KnownBlock[]): KnownBlock[] =>
  blocks.map((block, index) => ({ ...block, block_id: `${AROUND[part]}${index}` }));
const isPart =
  (part: keyof typeof AROUND) =>
  ({ block_id: id = '' }: KnownBlock): boolean =>
    id.startsWith(AROUND[part]);
const isHeadOrField = (block: KnownBlock): boolean => !isPart('preview')(block) && !isPart('foot')(block);

function modal<Of extends FormShape>(
  words: Wording,
  form: Form<Of>,
  metadata: FormMetadata<Of>,
  blocks: KnownBlock[],
): ModalView {
  const { subject, warnedVersion } = metadata;
  const submit = warnedVersion === null ? form.submit(words, subject) : words.settings.saveAnyway;
  const cancel = form.cancel?.(words) ?? words.settings.back;
  return {
    ...formModal({ id: form.id, title: form.title(words, subject), submit, cancel, blocks }),
    private_metadata: JSON.stringify(metadata),
  };
}
