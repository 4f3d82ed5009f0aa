import { createHash } from 'node:crypto';
import type { App } from '@slack/bolt';
import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import type { Wording } from '../../../wording/index.ts';
import type { Settings } from '../../../workspaces/settings.ts';
import { ACTION, COMMAND, VIEW } from '../../ids.ts';
import type { Right } from '../../judging.ts';
import { kept } from '../../kit/kept.ts';
import { formModal } from '../../kit/modals.ts';
import { withNews } from '../../kit/news.ts';
import { onView } from '../../kit/press.ts';
import { admin, manager } from '../../rights.ts';
import type { Services } from '../../services.ts';
import type { Group } from '../forms/group.ts';
import { GROUP_NAMES, GROUPS, type GroupName } from './groups/index.ts';

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
  onView(app, services, ACTION.changeSettings, {
    read: value => kept(z.enum(GROUP_NAMES), value),
    may: changer,
    opens: {
      title: (words, name) => words.settings.group[name],
      command: `${COMMAND} settings`,
      async fill(words, { workspace, client }, name) {
        const group: Group = GROUPS[name];
        const settings = await services.settings.of(workspace);
        const metadata = { group: name, base: versionOf(group, settings), seen: null };
        return form(words, metadata, await group.blocks(words.settings, settings, { client, workspace }));
      },
    },
  });
}

/** Whoever may change a group of settings; some are for admins only. */
export const changer: Right<GroupName> = (services, who, name) => {
  const group: Group = GROUPS[name];
  return (group.adminsOnly ? admin : manager)(services, who, null);
};

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
