import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { Problem } from '../problem.ts';
import { type Wording, wordProblem } from '../words/wording.ts';
import {
  errorsOf,
  filledIn,
  formNotice,
  readForm,
  versionOf,
  waysInto,
  withNewsAbove,
} from './filling-in.ts';
import { type Filled, type Form, type FormShape, type KeptForm, keptWith, type Submitter } from './form.ts';
import { refreshBelow } from './list.ts';
import type { Message } from './message.ts';
import { notTaken } from './modals.ts';
import { type PayloadView, viewSubmissionSchema } from './payloads.ts';
import { type PressDeed, pressOf, storing } from './press.ts';
import type { DoneDeed, StoredPress } from './presses.ts';
import type { Services, Who } from './services.ts';
import { keptJson } from './state.ts';
import type { Heard, Surface } from './surface.ts';
import type { Press } from './telling.ts';

/*
 * A form that was submitted. What our store knows of it is looked at while Slack waits, then the submission is stored, and Slack
 * has its answer. It is judged again, saved and told by whichever process lives, and what lies below the form follows.
 */

/** What is stored of a submission. */
type Submission<Of extends FormShape> = Pick<Submitter, 'origin' | 'bot'> & {
  kept: KeptForm<Of>;
  draft: Of['draft'];
};

/** Everything that a form listens to. */
export function formSurfaces<Of extends FormShape>(services: Services, form: Form<Of>): Surface[] {
  const take = storing(services, form.id, deedOf(form));
  const listen = (heard: Heard) => submitted(services, form, take, heard);
  return [...waysInto(services, form), { kind: 'view', id: form.id, listen }];
}

async function submitted<Of extends FormShape>(
  services: Services,
  form: Form<Of>,
  take: ReturnType<typeof storing>,
  { ack, body, context }: Heard,
): Promise<void> {
  const { who } = context;
  const { view } = viewSubmissionSchema.parse(body);
  const kept = keptWith(form, view.private_metadata);
  const { about } = kept;
  const words = await context.words();
  const { draft, wrong } = readForm(words, form, kept, view);
  const known = await maySave(form, services.judging.byMemory(services), who, { about, draft });
  const notice = (line: string) => formNotice(words, form, about, line);
  if (known && known.kind !== 'SLACK_AWAY') return ack(notTaken(view, wordProblem(words, known), notice));
  const loaded = await form.load(services, who, about, words);
  const filled = 'before' in loaded ? { about, before: loaded.before, draft } : null;
  const unfit = filled && (await form.check?.(services, who, words, filled));
  const errors = errorsOf(form, kept, unfit, wrong);
  if (Object.keys(errors).length > 0) return ack({ response_action: 'errors', errors });
  // What became of it meanwhile is only for who is known to be allowed.
  if (!known && !filled) return ack({ response_action: 'update', view: notice(loaded.gone ?? '') });
  const first = known || !filled ? null : toReadFirst(words, form, kept, filled);
  if (first && filled) {
    const shown = { view, before: filled.before, news: first.news };
    return ack({ response_action: 'update', view: withNewsAbove(words, form, first.kept, shown) });
  }

  services.liveForms.closed(view.id);
  await take(
    pressFor(form, who, view, {
      kept,
      draft,
      origin: `${view.id}${kept.round || ''}`,
      bot: context.botUserId ?? null,
    }),
  );
  if (form.closes) return ack(form.closes === 'all' ? { response_action: 'clear' } : undefined);
  const meanwhile = form.meanwhile?.(words) ?? words.link.oneMoment;
  await ack({ response_action: 'update', view: notice(meanwhile) });
}

const messageOf = (said: string | Message): Message => (typeof said === 'string' ? { text: said } : said);

/** What lies below is remembered, for a button that shows the form again. */
const keeping = ({ below }: KeptForm<FormShape>) => ({ private_metadata: JSON.stringify({ below }) });

const maySave = <Of extends FormShape>(
  form: Form<Of>,
  judging: Services,
  who: Who,
  its: Pick<Of, 'about' | 'draft'>,
): Promise<Problem | null> =>
  form.maySave ? form.maySave(judging, who, its) : form.may(judging, who, its.about);

/** What is to be read before it is saved, and how the form is kept then; null: nothing. */
function toReadFirst<Of extends FormShape>(
  words: Wording,
  form: Form<Of>,
  kept: KeptForm<Of>,
  filled: Filled<Of>,
): { news: readonly string[]; kept: KeptForm<Of> } | null {
  const base = versionOf(form, form.draft(filled.before, filled.about));
  const its = versionOf(form, filled.draft);
  // Whoever wants what is there already has it: perhaps by this form, before the process that saved it died.
  if (base === its && base !== kept.base) return null;
  const isNews = base !== kept.base;
  const news = isNews ? form.changed?.(words, filled) : form.warning?.(words, filled);
  if (!news || (kept.warned === its && !isNews)) return null;
  return { news, kept: { ...kept, base, warned: its } };
}

function pressFor<Of extends FormShape>(
  form: Form<Of>,
  who: Heard['context']['who'],
  view: PayloadView,
  submission: Submission<Of>,
): Press {
  const title = view.title?.text ?? '';
  const { id, type, hash, root_view_id, callback_id: callback, private_metadata: metadata } = view;
  return {
    ...pressOf(who),
    view: form.closes
      ? null
      : { id, type, hash, rootId: root_view_id ?? null, form: title, callback, metadata },
    ...{ value: JSON.stringify(submission), label: title },
    // It may come back to be submitted again, and has another hash then.
    identity: `${id} ${hash}`,
  };
}

function deedOf<Of extends FormShape>(form: Form<Of>): PressDeed<Submission<Of>> {
  return {
    read: value =>
      keptJson(
        z.custom<Submission<Of>>(its => typeof its === 'object' && its !== null),
        value,
      ),
    may: (judging, press, { kept, draft }) => maySave(form, judging, press, { about: kept.about, draft }),
    requiresLiveFacts: form.requiresLiveFacts,
    carryOut: (services, press, submission) => carryOut(services, form, press, submission),
  };
}

async function carryOut<Of extends FormShape>(
  services: Services,
  form: Form<Of>,
  press: StoredPress & { client: WebClient },
  { kept, draft, ...its }: Submission<Of>,
): Promise<DoneDeed> {
  const { about } = kept;
  const { workspace, userId, client } = press;
  const words = await services.words.of(workspace, userId);
  const loaded = await form.load(services, press, about, words);
  if (!('before' in loaded)) return { kind: 'told', message: { text: loaded.gone } };
  const { before } = loaded;
  const filled = { about, before, draft };
  const show = async (
    its: KeptForm<Of>,
    shown: { draft: Of['draft']; before: Of['before']; news: readonly string[] },
  ) => ({
    kind: 'shown' as const,
    view: await filledIn(services, words, press, form, its, shown),
  });
  const wrong = Object.values(errorsOf(form, kept, await form.check?.(services, press, words, filled)));
  if (wrong.length > 0 && !form.closes) return show(kept, { ...filled, news: wrong });
  const first = toReadFirst(words, form, kept, filled);
  if (first && !form.closes) return show(first.kept, { ...filled, news: first.news });
  const saved = await form.save(services, { ...press, ...its }, words, filled);
  services.log.info(
    { workspace, by: userId, form: form.id, came: Object.keys(saved)[0] },
    'a form was submitted',
  );
  if ('again' in saved) return show(kept, { ...filled, news: [saved.again] });
  const after = () => refreshBelow(services, client, press, kept.below);
  if ('said' in saved) return { kind: 'told', message: messageOf(saved.said), after };
  if ('shown' in saved)
    return { kind: 'shown', view: { ...keeping(kept), ...saved.shown }, unseen: saved.unseen, after };
  if ('refused' in saved) return { kind: 'refused', problem: saved.refused };
  if ('quiet' in saved) return { kind: 'quiet', after };
  const now = await form.load(services, press, about, words);
  if (!('before' in now)) return { kind: 'told', message: { text: now.gone }, after };
  const next = { ...kept, round: kept.round + 1 };
  const afresh = { ...now, draft: form.draft(now.before, about), news: [saved.afresh] };
  return { ...(await show(next, afresh)), after };
}
