import type { ModalView } from '@slack/types';
import { showingNumbers } from '../../../kit/number.ts';
import { onInput } from '../../../kit/slack/hear.ts';
import { ACTION, INPUT } from '../../../kit/slack/ids.ts';
import type { PayloadView } from '../../../kit/slack/payloads/view.ts';
import type { Services } from '../../../kit/slack/services.ts';
import type { Surface } from '../../../kit/slack/surface.ts';
import type { Who } from '../../../kit/slack/who.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import { recipientOf } from '../../draft.ts';
import { plainQuotes } from '../../parts.ts';
import { sender } from '../rights.ts';
import { type ComposeForm, isOfThisVersion, readComposeForm, withMessage } from './form.ts';
import { templateFacts, withTemplate } from './template.ts';
import { composeView, type FormFacts } from './view.ts';

/** Typing into the form, and its button for plain quotes: shows what it comes to as people type. */
export function composeFields(services: Services): Surface[] {
  const its = {
    may: sender,
    of: (view: PayloadView) => (isOfThisVersion(view) ? { what: readComposeForm(view).place.channel } : null),
  };
  const { message, recipient, template, when, at, repeat } = INPUT;
  const chosen = [recipient, template, when, at, repeat].map(({ block }) => block).join('|');
  return [
    onInput(services, `${message.block}(?:\\.\\d+)?`, {
      ...{ ...its, atOnce: false },
      show: (words, { view, who }) => composed(services, words, who, readComposeForm(view)),
    }),
    onInput(services, chosen, {
      ...{ ...its, atOnce: true },
      show: (words, { view, who }) => composed(services, words, who, readComposeForm(view)),
    }),
    onInput(
      services,
      { button: ACTION.plainQuotes },
      {
        ...{ ...its, atOnce: true },
        show: (words, { view, who }) =>
          composed(services, words, who, withPlainQuotes(readComposeForm(view))),
      },
    ),
  ];
}

function withPlainQuotes(form: ComposeForm): ComposeForm {
  return withMessage(form, plainQuotes(form.draft.message) ?? form.draft.message);
}

/** The form with what it comes to. */
export async function composed(
  services: Services,
  words: Wording,
  who: Who,
  form: ComposeForm,
): Promise<ModalView> {
  const finished = await withZone(services, who, await withTemplate(services, who, form));
  return composeView(services, words, finished, await lookUp(services, words, who.workspace, finished));
}

/** The form with the person's time zone, once it matters. */
async function withZone(
  { people }: Services,
  { workspace, userId }: Who,
  form: ComposeForm,
): Promise<ComposeForm> {
  if (!form.later || form.zone !== null) return form;
  const asked = await people.facts(workspace, userId);
  return asked.kind === 'known' ? { ...form, zone: asked.facts.zone } : form;
}

/** What the form says beside what was typed; leaves out what isn't available right now. */
async function lookUp(
  services: Services,
  words: Wording,
  workspace: string,
  form: ComposeForm,
): Promise<FormFacts> {
  const { draft } = form;
  const { history, reach, settings } = services;
  const read = recipientOf(draft);
  const [past, found, rules, balance] = await Promise.all([
    history.costPerPart(workspace).catch(() => null),
    read.ok ? reach(workspace, [read.to]).catch(() => null) : null,
    settings.of(workspace).catch(() => null),
    read.ok && read.to.kind === 'group' ? lastBalance(services, workspace).catch(() => null) : null,
  ]);
  const template = await templateFacts(services, words, workspace, form, found);
  return { past, found, show: showingNumbers(rules?.maskNumbers ?? true), balance, template };
}

async function lastBalance(
  { history, keys, clock }: Services,
  workspace: string,
): Promise<FormFacts['balance']> {
  const key = await keys.linked(workspace);
  const last = key && (await history.balance(key.fingerprint));
  return last && { amount: last.balance, ageMs: clock.now() - last.at };
}
