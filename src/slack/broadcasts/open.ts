import type { App } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import { escapeBraces } from '../../domain/placeholders.ts';
import { webOf } from '../access.ts';
import { ACTION, BROADCAST, COMMAND } from '../ids.ts';
import { blockActionsSchema } from '../payloads/interactions.ts';
import { onView } from '../press.ts';
import type { Services } from '../services.ts';
import { readComposeForm } from '../views/compose-form.ts';
import { withTemplate } from '../views/compose-template.ts';
import { onInput, type Seen, showInTurn } from '../views/live.ts';
import { noticeModal, type Opener, openJudgedModal, openModal } from '../views/modals.ts';
import { type Who, whoOf } from '../who.ts';
import {
  type BroadcastForm,
  broadcastForm,
  channelOf,
  formOf,
  isBroadcastForm,
  NEW_BROADCAST,
  readBroadcastForm,
} from './form.ts';
import { broadcastPreview } from './preview.ts';

/**
 * Opens the form that makes a broadcast: complete and at once, since a trigger is valid for three seconds.
 *
 * @param onTop on top of the modal they are in
 */
export async function openBroadcastForm(
  services: Services,
  client: WebClient,
  opener: Opener,
  form: BroadcastForm,
  onTop = false,
): Promise<void> {
  const guess = services.words.atOnce(opener.workspace, opener.userId);
  const view = broadcastForm(guess, form, []);
  const { didNotOpen } = guess.compose;
  const opened = await openModal(services, client, opener, { view, onTop, didNotOpen });
  if (!opened?.id || !opened.hash) return;
  const seen = { viewId: opened.id, hash: opened.hash, at: 0, atOnce: true, as: view };
  showBroadcastForm(services, client, opener, form, seen);
}

/** "New broadcast", in the Home tab or under a message. */
export function registerNewBroadcast(app: App, services: Services): void {
  app.action({ type: 'block_actions', action_id: ACTION.newBroadcast }, async ({ ack, body, context }) => {
    await ack();
    const { trigger_id: triggerId, response_url: responseUrl, channel } = blockActionsSchema.parse(body);
    const opener = { ...whoOf(body), triggerId, responseUrl: responseUrl ?? null };
    const form = { ...NEW_BROADCAST, channel: channelOf(channel?.id ?? '') };
    await openBroadcastForm(services, webOf(context), opener, form);
  });
}

/** "Text many people…" in the form that makes a text: the same with what was typed there, on top of it. */
export function registerTextMany(app: App, services: Services): void {
  app.action({ type: 'block_actions', action_id: ACTION.textMany }, async ({ ack, body, context }) => {
    await ack();
    const { trigger_id: triggerId, view } = blockActionsSchema.parse(body);
    if (!view) return;
    const { draft, template, place } = readComposeForm(view);
    const { to, message } = draft;
    const isPlain = template.chosen === null;
    const form: BroadcastForm = {
      ...NEW_BROADCAST,
      ...(to?.kind === 'number' ? { pasted: to.number } : { to: to && to.kind !== 'unreadable' ? [to] : [] }),
      draft: { message: isPlain ? escapeBraces(message) : message },
      template,
      channel: channelOf(place.channel),
    };
    const opener = { ...whoOf(body), triggerId, responseUrl: null };
    await openBroadcastForm(services, webOf(context), opener, form, true);
  });
}

/** "New broadcast" where too many were named for one message: the same form with them and the message in it. */
export function registerAsBroadcast(app: App, services: Services): void {
  onView(app, services, ACTION.asBroadcast, async press => {
    const { workspace, userId, client } = press;
    const asked = () => services.intents.intent(workspace, press.value);
    await openJudgedModal(services, client, press, {
      title: words => words.broadcasts.title,
      command: `${COMMAND} broadcast`,
      async judge() {
        const intent = await asked();
        if (!intent) return { kind: 'GONE' };
        return intent.actor === userId ? null : { kind: 'NOT_YOURS' };
      },
      async fill(words) {
        const intent = await asked();
        if (!intent) return noticeModal(words.broadcasts.title, words.link.close, words.schedules.gone);
        const { to, message, template = false, replyTo, actor: by } = intent;
        const channel = replyTo?.channel ?? '';
        const form = formOf({ to, message, isTemplate: template, kind: 'service', channel, by });
        return broadcastForm(words, form, await broadcastPreview(services, words, workspace, form));
      },
    });
  });
}

/** The preview follows what is typed and chosen. */
export function registerBroadcastLive(app: App, services: Services): void {
  const { to, pasted, template, message } = BROADCAST;
  const blocks = new RegExp(`^(?:${to}|${pasted}|${template}|${message}(?:\\.\\d+)?)$`);
  onInput(app, blocks, ({ view, who, client, seen }) => {
    if (isBroadcastForm(view)) showBroadcastForm(services, client, who, readBroadcastForm(view), seen);
  });
}

function showBroadcastForm(
  services: Services,
  client: WebClient,
  who: Who,
  form: BroadcastForm,
  seen: Seen,
): void {
  const { workspace, userId } = who;
  showInTurn(services, client, workspace, seen, async () => {
    const [words, finished] = await Promise.all([
      services.words.of(workspace, userId),
      withTemplate(services, who, form),
    ]);
    return broadcastForm(words, finished, await broadcastPreview(services, words, workspace, finished));
  });
}
