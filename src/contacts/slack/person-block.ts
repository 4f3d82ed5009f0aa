import type { Button, SectionBlock } from '@slack/types';
import type { ShowNumber } from '../../kit/number.ts';
import { button, section } from '../../kit/slack/elements.ts';
import { MAX_ACCESSIBILITY_LABEL } from '../../kit/slack/limits.ts';
import { abridged, harmless } from '../../kit/slack-text.ts';
import type { Wording } from '../../kit/words/wording.ts';
import type { Contact } from '../contact.ts';

/** How much of a name a line shows. */
export const MAX_NAME_SHOWN = 60;
/** How many of a person's groups are named. */
const MAX_GROUPS_SHOWN = 4;

type ShownButton = { action: string; label: string; value: string };

/**
 * Somebody in a list.
 *
 * @param person.groups the names of the groups that are to be shown
 * @param pressed what can be done with them; null: nothing
 */
export function personBlock(
  words: Wording['people'],
  { contact, groups }: { contact: Contact; groups: readonly string[] },
  show: ShowNumber,
  pressed: ShownButton | null,
): SectionBlock {
  const named = groups.slice(0, MAX_GROUPS_SHOWN);
  const number = show(contact.number);
  const line = section(
    words.line({
      name: contact.name === '' ? null : harmless(contact.name, MAX_NAME_SHOWN),
      number,
      groups: named.map(name => harmless(name, MAX_NAME_SHOWN)),
      more: groups.length - named.length,
      doNotText: contact.doNotText !== null,
    }),
  );
  return pressed ? { ...line, accessory: buttonFor(contact.name || number, pressed) } : line;
}

/**
 * Many buttons say the same; people with a screen reader are told whom or what it is about.
 *
 * @param whom plain text, which isn't escaped
 */
export function buttonFor(subject: string, shown: ShownButton): Button {
  const label = abridged(`${shown.label}: ${subject}`, MAX_ACCESSIBILITY_LABEL);
  return { ...button(shown), accessibility_label: label };
}
