import type { KnownBlock } from '@slack/types';
import { harmless } from '../../../../domain/slack-text.ts';
import type { Wording } from '../../../../wording/index.ts';
import { MAX_NAME, type NumberList } from '../../../../workspaces/number-list.ts';
import { actions, button, context, section } from '../../../blocks/elements.ts';
import { ACTION } from '../../../ids.ts';

/** The workspace's lists of numbers, each with a button to change it, and one that adds a list. */
export function listBlocks({ lists: words, settings }: Wording, lists: NumberList[]): KnownBlock[] {
  return [
    { type: 'header', text: { type: 'plain_text', text: words.heading } },
    context(words.intro),
    ...lists.map(list => ({
      ...section(listLine(words, list)),
      accessory: {
        ...button({ action: ACTION.changeList, label: settings.change, value: list.name }),
        accessibility_label: `${settings.change}: ${list.name}`,
      },
    })),
    actions(button({ action: ACTION.addList, label: words.add })),
  ];
}

/** A list's name and how many numbers it has. */
export function listLine(words: Wording['lists'], { name, numbers }: NumberList): string {
  return words.line({ name: shownName(name), count: numbers.length });
}

/** A list's name inside a sentence. */
export function shownName(name: string): string {
  return harmless(name, MAX_NAME);
}
