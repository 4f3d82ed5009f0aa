import type {
  ActionsBlock,
  Button,
  ConfirmationDialog,
  ContextBlock,
  MrkdwnElement,
  SectionBlock,
} from '@slack/types';

/* The few blocks this app uses. Text that is too long for one is split when it is posted or shown: see fit.ts. */

export function section(text: string): SectionBlock {
  return { type: 'section', text: mrkdwn(text) };
}

export function context(text: string): ContextBlock {
  return { type: 'context', elements: [mrkdwn(text)] };
}

/** `verbatim`: Slack must not turn parts of what somebody wrote into links and mentions. */
function mrkdwn(text: string): MrkdwnElement {
  return { type: 'mrkdwn', text, verbatim: true };
}

export function actions(...buttons: Button[]): ActionsBlock {
  return { type: 'actions', elements: buttons };
}

export function button(options: {
  action: string;
  label: string;
  value?: string;
  style?: 'primary' | 'danger';
  /** Opens this in a browser. */
  url?: string;
  confirm?: { title: string; text: string; confirm: string; deny: string };
}): Button {
  const { action, label, value, style, url, confirm } = options;
  return {
    type: 'button',
    action_id: action,
    text: { type: 'plain_text', text: label },
    ...(value === undefined ? {} : { value }),
    ...(style ? { style } : {}),
    ...(url === undefined ? {} : { url }),
    ...(confirm ? { confirm: dialog(confirm) } : {}),
  };
}

function dialog(words: { title: string; text: string; confirm: string; deny: string }): ConfirmationDialog {
  return {
    title: { type: 'plain_text', text: words.title },
    text: { type: 'plain_text', text: words.text },
    confirm: { type: 'plain_text', text: words.confirm },
    deny: { type: 'plain_text', text: words.deny },
    style: 'danger',
  };
}
