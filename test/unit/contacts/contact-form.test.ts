import { expect, test } from 'vitest';
import { contactOf } from '../../../src/contacts/contact.ts';
import { contactForm } from '../../../src/contacts/slack/contact-form.ts';
import { buttonFor, personBlock } from '../../../src/contacts/slack/person-block.ts';
import { wordingIn } from '../../../src/features.ts';
import type { LocalNumber } from '../../../src/kit/number.ts';

const ranu = contactOf({
  id: 'ranu',
  workspace: 'T1',
  number: '01712345678' as LocalNumber,
  name: 'R & D <Dhaka>',
});

test('a repeated save is recognised where there are no groups to choose from', () => {
  const { version, draft } = contactForm;
  const stored = draft(ranu, ranu.id);
  expect(version?.({ ...stored, groups: null })).toEqual(version?.(stored));
});

test('a screen reader gets the name as written, in as many characters as Slack accepts', () => {
  const change = { action: 'change_contact', label: 'Change', value: 'ranu' };
  const { people } = wordingIn('en');
  const { accessory } = personBlock(people, { contact: ranu, groups: [] }, number => number, change);
  expect(accessory).toMatchObject({ accessibility_label: 'Change: R & D <Dhaka>' });
  expect(buttonFor('n'.repeat(80), change).accessibility_label).toHaveLength(75);
});
