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

/* A form while it is filled in: it is open before anything else is done, and its preview follows what is typed. */

/** What stands around the fields; the ids of its blocks begin like this. */
const AROUND = { head: 'head_', foot: 'foot_', preview: 'preview_' } as const;

type WrongField = FieldReading<unknown>['error'];
type Asker = UserRef & { client: WebClient };
/** What is said of a form that is shown again: above it, or below the fields with these ids. */
type SaidInForm = { news?: readonly string[]; notes?: Readonly<Record<string, string>> };
type Loaded<Of extends FormShape> = Pick<Of, 'subject' | 'current'>;

/** Opens a form by a command, or with what was begun elsewhere (`begun`). */
export function openForm<Of extends FormShape>(
  services: Services,
  client: WebClient,
  opener: ModalTrigger & { view?: ViewPress['view'] },
  form: Form<Of>,
  subject: Of['subject'],
  begun?: () => Promise<Of['draft']>,
): Promise<void> {
  const press = { ...pressOf(opener), ...opener, client };
  return openGuardedModal(services, client, opener, {
    title: words => form.title(words, subject),
    command: form.command,
    onTop: press.view?.type === 'modal',
    check: () => form.permission(services, opener, subject),
    fill: async words => opened(services, words, press, form, subject, await begun?.()),
  });
}

/** The buttons that open a form, and the fields that its preview follows. */
export function formOpeners<Of extends FormShape>(services: Services, form: Form<Of>): SlackListener[] {
  const { permission, command, title, openers, replaceOpener, preview, id } = form;
  const fill = (words: Wording, press: ViewPress, subject: Of['subject']) =>
    opened(services, words, press, form, subject);
  const opening = Object.entries(openers).map(([way, read]) =>
    onView(services, openerOf(form, way), { read, permission, opens: { title, command, fill } }),
  );
  const turning =
    replaceOpener &&
    onView(services, openerOf(form, replaceOpener.way), { read: replaceOpener.of, permission, turns: fill });
  const following = onInput(services, `${id}_[a-z_0-9]+(?:\\.\\d+)?`, {
    permission,
    of: view => ({ what: parseFormMetadata(form, view.private_metadata).subject }),
    show: (words, { view, who, client }) => followed(services, words, { ...who, client }, form, view),
  });
  return [...opening, ...(turning ? [turning] : []), ...(preview ? [following] : [])];
}

/** A form as a button of its own opens it. */
export async function opened<Of extends FormShape>(
  services: Services,
  words: Wording,
  press: ViewPress,
  form: Form<Of>,
  asked: Of['subject'],
  begun?: Of['draft'],
): Promise<ModalView> {
  const subject = form.prepare ? await form.prepare(services, press, asked) : asked;
  const loaded = await form.load(services, press, subject, words);
  if (!('current' in loaded) || loaded.deleted !== undefined)
    return formNotice(words, form, subject, loaded.deleted ?? '');
  const draft = begun ?? form.draft(loaded.current, subject);
  const kept = {
    subject,
    baseVersion: versionOf(form, draft),
    warnedVersion: null,
    parentList: parentListOf(press),
    resetCount: 0,
  };
  return filledIn(services, words, press, form, kept, { current: loaded.current, draft });
}

/** The form with a draft in it, whatever was there before. */
export async function filledIn<Of extends FormShape>(
  services: Services,
  words: Wording,
  asking: Asker,
  form: Form<Of>,
  kept: FormMetadata<Of>,
  { current, draft, news = [], notes = {} }: Pick<Of, 'current' | 'draft'> & SaidInForm,
): Promise<ModalView> {
  const { subject } = kept;
  const [extras, preview] = await Promise.all([
    form.extras?.(services, asking, { subject, current }),
    previewOf(services, words, asking, form, { subject, current, draft, wrong: {} }),
  ]);
  const fields = fieldsOf(form, words, subject).flatMap(([name, field]) =>
    field.blocks(fieldId(form, name, kept.resetCount), draft[name], extras),
  );
  const head = form.head?.(words, { subject, current, extras }) ?? [];
  return modal(words, form, kept, [
    ...news.map(bannerBlock),
    ...around('head', head),
    ...withNotes(fields, notes),
    ...footOf(words, form, kept, current),
    ...preview,
  ]);
}

/** With what was typed and chosen just now. Fields that are there stay as Slack has them. */
async function followed<Of extends FormShape>(
  services: Services,
  words: Wording,
  asking: Asker,
  form: Form<Of>,
  view: PayloadView,
): Promise<ModalView> {
  const kept = parseFormMetadata(form, view.private_metadata);
  const { subject } = kept;
  const loaded = await form.load(services, asking, subject, words);
  if (!('current' in loaded)) return formNotice(words, form, subject, loaded.deleted);
  const { current } = loaded;
  const { draft, wrong } = readForm(words, form, kept, view);
  const filled = { subject, current, draft, wrong };
  const next = await form.follow?.(services, asking, filled);
  if (next) {
    const reset = { ...kept, subject: next.subject, resetCount: kept.resetCount + 1 };
    return filledIn(services, words, asking, form, reset, { current, draft: next.draft });
  }
  const [extras, preview] = await Promise.all([
    form.extras?.(services, asking, { subject, current }),
    previewOf(services, words, asking, form, filled),
  ]);
  const there = new Map(view.blocks.map(block => [block.block_id, block]));
  const fields = fieldsOf(form, words, subject)
    .flatMap(([name, field]) => field.blocks(fieldId(form, name, kept.resetCount), draft[name], extras))
    .map(block => there.get(block.block_id) ?? block);
  const head = view.blocks.filter(isPart('head'));
  return modal(words, form, kept, [...head, ...fields, ...footOf(words, form, kept, current), ...preview]);
}

/** A form in which a button was pressed, with what came of that; what was typed stays. */
export async function reopenForm<Of extends FormShape>(
  services: Services,
  words: Wording,
  press: StoredPress & { client: WebClient },
  form: Form<Of>,
  news: string,
): Promise<ModalView> {
  const kept = parseFormMetadata(form, press.view?.metadata ?? '');
  const loaded = await form.load(services, press, kept.subject, words);
  if (!('current' in loaded)) return formNotice(words, form, kept.subject, loaded.deleted);
  const draft = form.draft(loaded.current, kept.subject);
  return filledIn(services, words, press, form, kept, { current: loaded.current, draft, news: [news] });
}

/** The form as Slack has it, with news above it. */
export function withBannerAbove<Of extends FormShape>(
  words: Wording,
  form: Form<Of>,
  kept: FormMetadata<Of>,
  { view, current, news }: { view: PayloadView; current: Of['current']; news: readonly string[] },
): ModalView {
  const [preview, others] = [view.blocks.filter(isPart('preview')), view.blocks.filter(isNoPart)];
  return modal(
    words,
    form,
    kept,
    withBanner([...others, ...footOf(words, form, kept, current), ...preview], news),
  );
}

/** What is left of a form that there is nothing to fill in to, or that is done. */
export const formNotice = <Of extends FormShape>(
  words: Wording,
  form: Form<Of>,
  subject: Of['subject'],
  line: string,
): ModalView => noticeModal(form.title(words, subject), words.settings.back, line);

/**
 * What is filled in as far as it can be read, what is wrong with it, and the same by the ids of blocks.
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

/** What is wrong, by the ids of blocks; the later says what the earlier doesn't know. */
export function errorsOf<Of extends FormShape>(
  form: Form<Of>,
  { resetCount }: FormMetadata<Of>,
  ...wrong: readonly (FieldErrors<Of['draft']> | null | undefined)[]
): Record<string, string> {
  const all = wrong.flatMap(one => Object.entries(one ?? {}) as [string, WrongField][]);
  const byBlock = all.flatMap(([name, why]) => {
    if (!why) return [];
    return typeof why === 'string' ? [[fieldId(form, name, resetCount), why]] : Object.entries(why);
  });
  return Object.fromEntries(byBlock);
}

/** Tells two drafts apart, as people would. */
export const versionOf = <Of extends FormShape>(form: Form<Of>, draft: Of['draft']): string =>
  digestOf((form.version ?? (() => null))(draft));

const fieldsOf = <Of extends FormShape>(form: Form<Of>, words: Wording, subject: Of['subject']) =>
  Object.entries(form.fields(words, subject)) as [
    keyof Of['draft'] & string,
    FormField<Of['draft'][keyof Of['draft']], Of['extras']>,
  ][];

async function previewOf<Of extends FormShape>(
  services: Services,
  words: Wording,
  who: UserRef,
  form: Form<Of>,
  filled: Loaded<Of> & { draft: Of['draft']; wrong: FieldErrors<Of['draft']> },
): Promise<KnownBlock[]> {
  return around('preview', (await form.preview?.(services, who, words, filled)) ?? []);
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
const isNoPart = (block: KnownBlock): boolean => !isPart('preview')(block) && !isPart('foot')(block);

function modal<Of extends FormShape>(
  words: Wording,
  form: Form<Of>,
  kept: FormMetadata<Of>,
  blocks: KnownBlock[],
): ModalView {
  const { subject, warnedVersion } = kept;
  const submit = warnedVersion === null ? form.submit(words, subject) : words.settings.saveAnyway;
  const cancel = form.cancel?.(words) ?? words.settings.back;
  return {
    ...formModal({ id: form.id, title: form.title(words, subject), submit, cancel, blocks }),
    private_metadata: JSON.stringify(kept),
  };
}
