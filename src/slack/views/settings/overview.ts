import type { App } from '@slack/bolt';
import type { KnownBlock, ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import { MAX_GROUPS } from '../../../domain/contact.ts';
import type { Wording } from '../../../wording/index.ts';
import type { Settings } from '../../../workspaces/settings.ts';
import { ACTION, COMMAND, VIEW } from '../../ids.ts';
import { actions, button, section } from '../../kit/elements.ts';
import { kept } from '../../kit/kept.ts';
import { pageModal } from '../../kit/modals.ts';
import { asIs, onView, type SharedModal } from '../../kit/press.ts';
import type { Who } from '../../kit/who.ts';
import { manager } from '../../rights.ts';
import type { Services } from '../../services.ts';
import { groupListBlocks } from './../groups/blocks.ts';
import { settingLine } from '../setting-words.ts';
import { GROUP_NAMES, GROUPS, type GroupName } from './groups/index.ts';

const skippedSchema = z.coerce.number().int().min(0).max(MAX_GROUPS);

/** `/sms settings`: all current settings, each group with a button to change it; for admins and managers. */
export const settingsModal = (services: Services): SharedModal => ({
  read: asIs,
  may: manager,
  opens: {
    title: words => words.settings.title,
    command: `${COMMAND} settings`,
    fill: (words, who) => overview(services, words, who),
  },
});

/** "Settings" in the Home tab: the same as `/sms settings`. */
export function registerOpenSettings(app: App, services: Services): void {
  onView(app, services, ACTION.openSettings, settingsModal(services));
}

/** "More groups" and "Previous groups". */
export function registerTurnGroups(app: App, services: Services): void {
  onView(app, services, ACTION.turnGroups, {
    read: value => kept(skippedSchema, value),
    may: manager,
    turns: (words, press, skipped) => overview(services, words, press, skipped),
  });
}

/** Updates the overview below a form with what was saved; it may already be closed. */
export async function showOverview(
  services: Services,
  client: WebClient,
  who: Who,
  viewId: string,
): Promise<void> {
  try {
    const words = await services.words.of(who.workspace, who.userId);
    await client.views.update({ view_id: viewId, view: await overview(services, words, who) });
  } catch (error) {
    services.log.warn({ err: error }, 'Slack didn’t update the settings modal');
  }
}

/** @param skipped how many of the workspace's groups come before those shown */
async function overview(
  services: Services,
  words: Wording,
  { workspace, userId }: Who,
  skipped = 0,
): Promise<ModalView> {
  const [settings, contactGroups, asked] = await Promise.all([
    services.settings.of(workspace),
    services.contactGroups.of(workspace),
    services.people.facts(workspace, userId),
  ]);
  const admin = asked.kind === 'known' && asked.facts.admin;
  const groups = GROUP_NAMES.filter(name => admin || !('adminsOnly' in GROUPS[name]));
  return pageModal({
    id: VIEW.settings,
    title: words.settings.title,
    close: words.link.close,
    blocks: [
      section(words.settings.intro),
      ...groups.flatMap(name => groupBlocks(words, settings, name)),
      ...groupListBlocks(words, contactGroups, skipped),
      actions(button({ action: ACTION.openAudit, label: words.audit.title })),
    ],
  });
}

function groupBlocks(words: Wording, settings: Settings, name: GroupName): KnownBlock[] {
  const { change, group } = words.settings;
  const lines = GROUPS[name].settings.map(setting => settingLine(words.settings, setting, settings));
  return [
    { type: 'header', text: { type: 'plain_text', text: group[name] } },
    {
      ...section(lines.join('\n')),
      accessory: {
        ...button({ action: ACTION.changeSettings, label: change, value: name }),
        // Six buttons say "Change"; people with a screen reader are told what.
        accessibility_label: `${change}: ${group[name]}`,
      },
    },
  ];
}
