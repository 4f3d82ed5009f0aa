// @ts-check
import { byId, h } from './dom.js';
import { plainNodes, textObject } from './mrkdwn.js';

/** Shows Slack's confirmation dialog; resolves true if the person confirms. @param {any} confirm */
export function askFirst(confirm) {
  const dialog = byId('confirm');
  return new Promise(resolve => {
    const style = confirm.style === 'danger' ? 'button danger solid' : 'button primary';
    const answer = (/** @type {boolean} */ yes) => {
      dialog.onclose = null;
      dialog.close();
      resolve(yes);
    };
    dialog.onclose = () => resolve(false);
    dialog.setAttribute('aria-labelledby', 'confirm-title');
    dialog.replaceChildren(
      h(
        'header',
        { class: 'dialog-head' },
        h('h2', { id: 'confirm-title' }, plainNodes(confirm.title?.text ?? 'Are you sure?')),
      ),
      h('div', { class: 'dialog-body' }, textObject(confirm.text)),
      h(
        'footer',
        { class: 'dialog-foot' },
        h(
          'button',
          { type: 'button', class: 'button', onClick: () => answer(false) },
          plainNodes(confirm.deny?.text ?? 'Cancel'),
        ),
        h(
          'button',
          { type: 'button', class: style, onClick: () => answer(true) },
          plainNodes(confirm.confirm?.text ?? 'Yes'),
        ),
      ),
    );
    dialog.showModal();
  });
}
