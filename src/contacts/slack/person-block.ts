import type { Button, SectionBlock } from '@slack/types';
import type { ShowNumber } from '../../kit/number.ts';
import { button, section } from '../../kit/slack/elements.ts';
import { MAX_ACCESSIBILITY_LABEL } from '../../kit/slack/limits.ts';
import { abridged, harmless } from '../../kit/slack-text.ts';
import type { Wording } from '../../kit/words/wording.ts';
import type { Contact } from '../contact.ts';

export const MAX_NAME_SHOWN = 60;
const MAX_GROUPS_SHOWN = 4;

type ShownButton = { action: string; label: string; value: string };

/**
 * A person in a list.
 *
 * @param person.groups the names of the groups to show
 * @param personButton the button beside them; null: none
 */
export function personBlock(
  words: Wording['people'],
  { contact, groups }: { contact: Contact; groups: readonly string[] },
  show: ShowNumber,
  personButton: ShownButton | null,
): SectionBlock {
  const shownGroups = groups.slice(0, MAX_GROUPS_SHOWN);
  const number = show(contact.number);
  const line = section(
    words.line({
      name: contact.name === '' ? null : harmless(contact.name, MAX_NAME_SHOWN),
      number,
      groups: shownGroups.map(name => harmless(name, MAX_NAME_SHOWN)),
      more: groups.length - shownGroups.length,
      doNotText: contact.doNotText !== null,
    }),
  );
  return personButton ? { ...line, accessory: buttonFor(contact.name || number, personButton) } : line;
}

/**
 * Many buttons have the same label, so screen readers also read the subject of each.
 *
 * @param subject plain text, not escaped
 */
export function buttonFor(subject: string, shown: ShownButton): Button {
  const label = abridged(`${shown.label}: ${subject}`, MAX_ACCESSIBILITY_LABEL);
  return { ...button(shown), accessibility_label: label };
}
