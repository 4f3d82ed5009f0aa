import type { WebClient } from '@slack/web-api';
import type { TypedCommand } from '../../../kit/slack/listener.ts';
import { openGuardedModal } from '../../../kit/slack/modals.ts';
import type { ModalTrigger, Services, UserRef } from '../../../kit/slack/services.ts';
import { unescapeSlack } from '../../../kit/slack-text.ts';
import { withCachedOrLiveFacts } from '../../../workspace/slack/permissions.ts';
import type { Draft } from '../../draft.ts';
import { leadingNumber } from '../../parse/leading-number.ts';
import { type FeatureWords, parseTyped } from '../../parse/sms-command.ts';
import { sender } from '../../permissions.ts';
import { readerProblem } from '../../sending/send-policy.ts';
import type { ComposeForm, ReplyPlace } from '../compose/form.ts';
import { composedView, composeFormOf, openComposeForm } from '../compose/submitted.ts';
import { addressedByName } from './addressed-by-name.ts';

/**
 * Opens the form that makes a text, filled in with what was typed: at once, or after a look-up if the text may begin with a name.
 *
 * @param typed `text`: as Slack delivered it; `command`: what people can type to try again
 */
export function openFormByCommand(
  services: Services,
  client: WebClient,
  opener: ModalTrigger,
  { text, channel, command }: { text: string; channel: string; command: TypedCommand | null },
  beginning: Pick<Partial<ComposeForm>, 'later'> = {},
): Promise<void> {
  const place: ReplyPlace = { responseUrl: opener.responseUrl, channel, threadTs: null, threadLink: null };
  const draft = draftAtOnce(text, services.commandWords);
  const check = () => sender(withCachedOrLiveFacts(services), opener, place.channel);
  const guarded = { ...opener, check };
  if (draft) return openComposeForm(services, client, guarded, { place, draft, ...beginning });
  // The store knows the names, and Slack's trigger may expire while it is asked: so the modal opens first.
  return openGuardedModal(services, client, guarded, {
    title: words => words.compose.title,
    command,
    check,
    async fill(words) {
      const draft = await draftByName(services, opener, unescapeSlack(text));
      return composedView(services, words, opener, composeFormOf({ place, draft, ...beginning }));
    },
  });
}

/** The recipient and the message in what was typed; null if it may begin with a name. */
function draftAtOnce(text: string, featureWords: FeatureWords): Draft | null {
  const typed = parseTyped(text, featureWords);
  if (typed.kind === 'send') return { to: typed.to, message: typed.message };
  if (typed.kind === 'named') return null;
  const plainText = unescapeSlack(text);
  const start = leadingNumber(plainText);
  if (start.kind === 'number') {
    return { to: { kind: 'number', number: start.number }, message: plainText.slice(start.end).trim() };
  }
  return { to: null, message: plainText };
}

/**
 * The draft of text that may begin with a name. People who may not see the workspace's names get their text back unchanged.
 */
async function draftByName(services: Services, user: UserRef, text: string): Promise<Draft> {
  const { people, settings } = services;
  const { workspace, userId } = user;
  const [facts, rules] = await Promise.all([people.facts(workspace, userId), settings.of(workspace)]);
  const addressed = readerProblem(facts, rules) === null ? await addressedByName(services, user, text) : null;
  if (!addressed || 'problem' in addressed || 'near' in addressed) return { to: null, message: text };
  return { to: addressed.as, message: addressed.rest.trim() };
}
