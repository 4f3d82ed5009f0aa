import { createHash } from 'node:crypto';
import type { App } from '@slack/bolt';
import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import type { Wording } from '../../../wording/index.ts';
import type { Settings } from '../../../workspaces/settings.ts';
import { ACTION, COMMAND, VIEW } from '../../ids.ts';
import { kept } from '../../kept.ts';
import { onView } from '../../press.ts';
import type { Services } from '../../services.ts';
import type { Group } from '../forms/group.ts';
import { withNews } from '../forms/news.ts';
import { formModal, managerProblem, openJudgedModal } from '../modals.ts';
import { GROUP_NAMES, GROUPS } from './groups/index.ts';

/** What a form knows about itself; Slack keeps it and returns it. */
export const metadataSchema = z.object({
  group: z.enum(GROUP_NAMES),
  /** The group's settings when the form was filled in. */
  base: z.string(),
  /** The change that the person was shown for confirmation; null: none yet. */
  seen: z.string().nullable(),
});
export type FormMetadata = z.infer<typeof metadataSchema>;

/** "Change" on a group of settings: its form, on top of the overview. */
export function registerChangeSettings(app: App, services: Services): void {
  onView(app, services, ACTION.changeSettings, async press => {
    const { workspace, userId, client } = press;
    const name = kept(z.enum(GROUP_NAMES), press.value);
    const group: Group = GROUPS[name];
    await openJudgedModal(services, client, press, {
      title: words => words.settings.group[name],
      command: `${COMMAND} settings`,
      onTop: true,
      judge: () => managerProblem(services, workspace, userId, group.adminsOnly ? { managers: [] } : {}),
      async fill(words) {
        const settings = await services.settings.of(workspace);
        const metadata = { group: name, base: versionOf(group, settings), seen: null };
        return form(words, metadata, await group.blocks(words.settings, settings, { client, workspace }));
      },
    });
  });
}

function form(words: Wording, metadata: FormMetadata, blocks: readonly KnownBlock[]): ModalView {
  const { group, save, saveAnyway, back } = words.settings;
  return {
    ...formModal({
      id: VIEW.settingsGroup,
      title: group[metadata.group],
      submit: metadata.seen === null ? save : saveAnyway,
      cancel: back,
      blocks: [...blocks],
    }),
    private_metadata: JSON.stringify(metadata),
  };
}

/** The same form with messages before its fields; everything typed stays. */
export function formWithNews(
  words: Wording,
  metadata: FormMetadata,
  shown: readonly KnownBlock[],
  ...news: string[]
): ModalView {
  return form(words, metadata, withNews(shown, news));
}

/** The settings that a group is about. */
export function settingsOf(group: Group, settings: Settings): Partial<Settings> {
  return Object.fromEntries(group.settings.map(name => [name, settings[name]]));
}

/** Tells two versions of a group's settings apart. */
export function versionOf(group: Group, settings: Settings): string {
  return createHash('sha256')
    .update(JSON.stringify(settingsOf(group, settings)))
    .digest('hex');
}
