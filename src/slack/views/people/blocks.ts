import type { KnownBlock } from '@slack/types';
import { showingNumbers } from '../../../domain/number.ts';
import { harmless } from '../../../domain/slack-text.ts';
import type { Wording } from '../../../wording/index.ts';
import type { BookEntry, BookPage } from '../../../workspaces/contact-book.ts';
import { ACTION, INPUT } from '../../ids.ts';
import { actions, button, context, section } from '../../kit/elements.ts';
import { openedGroup } from '../groups/opened.ts';
import { openingOf } from './form.ts';
import { MOST_TYPED, type PeoplePlace } from './place.ts';
import type { PeopleRights } from './rights.ts';

/** How many are on a page. */
export const PAGE = 10;
/** How many of a contact's groups are named. */
const GROUPS_NAMED = 4;
const SHOWN_NAME = 60;

type Reader = PeopleRights & { isMasked: boolean };

/** The search field, the buttons, and a page of matches. */
export function listBlocks(
  { people: words, pages }: Wording,
  { entries, total, counts }: BookPage,
  place: PeoplePlace,
  reader: Reader,
): KnownBlock[] {
  const { typed, skipped } = place;
  const turn = (label: string, to: number) =>
    button({ action: ACTION.turnPeople, label, value: JSON.stringify({ ...place, skipped: to }) });
  const turns = [
    ...(skipped > 0 ? [turn(words.previous, Math.max(0, skipped - PAGE))] : []),
    ...(total > skipped + PAGE ? [turn(words.next, skipped + PAGE)] : []),
  ];
  const nobody = typed.trim() === '' ? words.none : words.noneFound(harmless(typed, 40));
  return [
    searchField(words),
    ...(reader.mayAdd
      ? [
          actions(
            button({ action: ACTION.addContact, label: words.add, value: openingOf({ id: null, place }) }),
          ),
        ]
      : []),
    context(words.counts(counts)),
    ...(entries.length === 0 ? [section(nobody)] : []),
    ...entries.map(entry => entryBlock(words, entry, place, reader)),
    ...(total > PAGE
      ? [context(words.found({ total, from: skipped + 1, to: Math.min(total, skipped + PAGE) }))]
      : []),
    ...(reader.mayChange ? [filesBlock(pages.slack)] : []),
    // Slack accepts an action's id only once in a block.
    ...turns.map(one => actions(one)),
  ];
}

/** Buttons for importing contacts from a file and exporting them. */
function filesBlock(words: Wording['pages']['slack']): KnownBlock {
  return actions(
    button({ action: ACTION.openImport, label: words.import, value: '' }),
    button({ action: ACTION.openExport, label: words.export, value: '' }),
  );
}

function searchField({ search }: Wording['people']): KnownBlock {
  return {
    type: 'input',
    block_id: INPUT.people.block,
    dispatch_action: true,
    optional: true,
    label: { type: 'plain_text', text: search.label },
    ...(search.hint === undefined ? {} : { hint: { type: 'plain_text', text: search.hint } }),
    element: {
      type: 'plain_text_input',
      action_id: INPUT.people.action,
      max_length: MOST_TYPED,
      placeholder: { type: 'plain_text', text: search.placeholder },
      dispatch_action_config: { trigger_actions_on: ['on_character_entered', 'on_enter_pressed'] },
    },
  };
}

function entryBlock(
  words: Wording['people'],
  entry: BookEntry,
  place: PeoplePlace,
  { isMasked, mayChange }: Reader,
): KnownBlock {
  if (entry.kind === 'group') {
    const { group, size } = entry;
    const name = harmless(group.name, SHOWN_NAME);
    const line = section(words.groupLine({ name, count: size }));
    if (!mayChange) return line;
    const value = openedGroup({ name: group.name, below: place });
    return { ...line, accessory: changing(words, ACTION.changeGroup, value, name) };
  }
  const { contact, groups } = entry;
  const named = groups.slice(0, GROUPS_NAMED);
  const name = contact.name === '' ? null : harmless(contact.name, SHOWN_NAME);
  const number = showingNumbers(isMasked)(contact.number);
  const line = section(
    words.line({
      name,
      number,
      groups: named.map(name => harmless(name, SHOWN_NAME)),
      more: groups.length - named.length,
      never: contact.never !== null,
    }),
  );
  if (!mayChange) return line;
  const value = openingOf({ id: contact.id, place });
  return { ...line, accessory: changing(words, ACTION.changeContact, value, name ?? number) };
}

/** Ten buttons say "Change"; people with a screen reader are told whom. */
function changing(words: Wording['people'], action: string, value: string, whom: string) {
  return {
    ...button({ action, label: words.change, value }),
    accessibility_label: `${words.change}: ${whom}`,
  };
}
