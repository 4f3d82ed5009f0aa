const plain = (text: string) => ({ type: 'plain_text', text });
const options = ['One', 'Two', 'Three'].map(text => ({ text: plain(text), value: text.toLowerCase() }));

function input(label: string, element: Record<string, unknown>, more: Record<string, unknown> = {}) {
  return {
    type: 'input',
    block_id: label.toLowerCase(),
    optional: true,
    label: plain(label),
    element: { action_id: 'it', ...element },
    ...more,
  };
}

/** A modal with every kind of input that an app can use. */
export const everyInput = {
  type: 'modal',
  callback_id: 'every',
  title: plain('Every input'),
  submit: plain('Done'),
  blocks: [
    { type: 'alert', block_id: 'alert', level: 'warning', text: plain('Mind the cost') },
    input('Text', { type: 'plain_text_input' }),
    input(
      'Counted',
      {
        type: 'plain_text_input',
        multiline: true,
        dispatch_action_config: { trigger_actions_on: ['on_character_entered'] },
      },
      { dispatch_action: true },
    ),
    input('Number', { type: 'number_input', is_decimal_allowed: false }),
    input('Mail', { type: 'email_text_input' }),
    input('Address', { type: 'url_text_input' }),
    input('Day', { type: 'datepicker' }),
    input('Time', { type: 'timepicker' }),
    // 09:00 in Dhaka, 08:30 in Kolkata.
    input('Moment', { type: 'datetimepicker', initial_date_time: Date.UTC(2026, 11, 16, 3) / 1000 }),
    input('Select', { type: 'static_select', options }),
    input('Radio', { type: 'radio_buttons', options }),
    input('Boxes', { type: 'checkboxes', options }),
    input('Several', { type: 'multi_static_select', options }),
    input('Person', { type: 'users_select' }),
    input('People', { type: 'multi_users_select' }),
    input('Channel', { type: 'channels_select' }),
    input('Room', { type: 'conversations_select' }),
    input('Found', { type: 'external_select', min_query_length: 1 }),
  ],
};

/** The same modal, as an app shows it while somebody types into `Counted`. */
export function counted(length: number) {
  const note = { type: 'context', block_id: 'note', elements: [plain(`${length} characters`)] };
  return { ...everyInput, blocks: [note, ...everyInput.blocks] };
}
