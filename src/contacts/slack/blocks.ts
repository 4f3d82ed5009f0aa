import type { KnownBlock } from '@slack/types';
import { showingNumbers } from '../../kit/number.ts';
import { actions, button, context, section } from '../../kit/slack/elements.ts';
import { openerOf } from '../../kit/slack/form.ts';
import { ACTION, INPUT } from '../../kit/slack/ids.ts';
import { harmless } from '../../kit/slack-text.ts';
import type { Wording } from '../../kit/words/wording.ts';
import type { BookEntry, BookPage } from '../book.ts';
import { contactForm } from './form.ts';
import { groupForm } from './groups/form.ts';
import type { PeopleRights } from './rights.ts';

/** How many are on a page. */
export const PAGE = 10;
/** How many characters of what is typed into the search field count. */
export const MOST_TYPED = 100;
/** How many of a contact's groups are named. */
const GROUPS_NAMED = 4;
const SHOWN_NAME = 60;

type Reader = PeopleRights & { isMasked: boolean };

/** The search field, the buttons, and a page of matches. */
export function listBlocks(
  { people: words, pages }: Wording,
  { entries, total, counts }: BookPage,
  { typed, skipped }: { typed: string; skipped: number },
  reader: Reader,
): KnownBlock[] {
  const nobody = typed.trim() === '' ? words.none : words.noneFound(harmless(typed, 40));
  return [
    searchField(words),
    ...(reader.mayAdd
      ? [actions(button({ action: openerOf(contactForm, 'new'), label: words.add, value: '' }))]
      : []),
    context(words.counts(counts)),
    ...(entries.length === 0 ? [section(nobody)] : []),
    ...entries.map(entry => entryBlock(words, entry, reader)),
    ...(total > PAGE
      ? [context(words.found({ total, from: skipped + 1, to: Math.min(total, skipped + PAGE) }))]
      : []),
    ...(reader.mayChange ? [filesBlock(pages.slack)] : []),
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

function entryBlock(words: Wording['people'], entry: BookEntry, { isMasked, mayChange }: Reader): KnownBlock {
  if (entry.kind === 'group') {
    const { group, size } = entry;
    const name = harmless(group.name, SHOWN_NAME);
    const line = section(words.groupLine({ name, count: size }));
    if (!mayChange) return line;
    return { ...line, accessory: changing(words, openerOf(groupForm, 'change'), group.name, name) };
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
  const change = openerOf(contactForm, 'change');
  return { ...line, accessory: changing(words, change, contact.id, name ?? number) };
}

/** Ten buttons say "Change"; people with a screen reader are told whom. */
function changing(words: Wording['people'], action: string, value: string, whom: string) {
  return {
    ...button({ action, label: words.change, value }),
    accessibility_label: `${words.change}: ${whom}`,
  };
}
