import type { KnownBlock } from '@slack/types';
import { harmless } from '../../../domain/slack-text.ts';
import type { Wording } from '../../../wording/index.ts';
import type { SizedGroup } from '../../../workspaces/contact-groups.ts';
import { MAX_NAME } from '../../../workspaces/number-group.ts';
import { ACTION } from '../../ids.ts';
import { actions, button, context, section } from '../../kit/elements.ts';
import { openedGroup } from './opened.ts';

/** More than fit into a modal beside the settings. */
const PAGE = 50;

/**
 * The workspace's groups, each with a button to change it, and a button to add one.
 *
 * @param skipped how many come before this page
 */
export function groupListBlocks(
  { groups: words, settings }: Wording,
  groups: SizedGroup[],
  skipped: number,
): KnownBlock[] {
  const turn = (label: string, to: number) => button({ action: ACTION.turnGroups, label, value: String(to) });
  const turns = [
    ...(skipped > 0 ? [turn(words.previous, Math.max(0, skipped - PAGE))] : []),
    ...(groups.length > skipped + PAGE ? [turn(words.next, skipped + PAGE)] : []),
  ];
  return [
    { type: 'header', text: { type: 'plain_text', text: words.heading } },
    context(words.intro),
    ...groups.slice(skipped, skipped + PAGE).map(group => ({
      ...section(groupLine(words, group)),
      accessory: {
        ...button({
          action: ACTION.changeGroup,
          label: settings.change,
          value: openedGroup({ name: group.name, below: null }),
        }),
        accessibility_label: `${settings.change}: ${group.name}`,
      },
    })),
    // Slack accepts an action's id only once in a block.
    ...turns.map(one => actions(one)),
    actions(button({ action: ACTION.addGroup, label: words.add })),
  ];
}

/** A group's name and its size. */
export function groupLine(words: Wording['groups'], { name, size }: SizedGroup): string {
  return words.line({ name: shownName(name), count: size });
}

/** A group's name inside a sentence. */
export function shownName(name: string): string {
  return harmless(name, MAX_NAME);
}
