// @ts-check
import { html } from 'htm/preact';
import { useEffect, useState } from 'preact/hooks';
import { act, store, toast } from './store.js';
import { clock } from './times.js';
import { closeDialog, Dialog, DialogHead, Icon } from './ui.js';

/**
 * What a panel's own script is given: its default export is a component with these.
 * @typedef {{
 *   state: any, act: (asked: unknown) => Promise<any>, Icon: typeof Icon, clock: typeof clock, toast: typeof toast,
 * }} PanelProps `state` is what the panel last said, `act` asks it for something
 * @typedef {import('preact').FunctionComponent<PanelProps>} PanelComponent
 */

/** A part of the page that comes from the program that started the playground. @param {{ id: string }} props */
export function Panel({ id }) {
  const [component, setComponent] = useState(/** @type {{ its: PanelComponent } | null} */ (null));
  useEffect(() => {
    const address = new URL(`panel/${id}/panel.js`, location.href).href;
    import(address).then(script => setComponent({ its: script.default }));
  }, [id]);
  const panel = store.state.panels.find(one => one.id === id);
  if (!panel || !component) return null;
  const ask = (/** @type {unknown} */ asked) => act({ do: 'panel', id, asked });
  return html`<link rel="stylesheet" href=${`panel/${id}/panel.css`} />
    <${component.its} state=${panel.state} act=${ask} Icon=${Icon} clock=${clock} toast=${toast} />`;
}

/** A panel that is opened from the sidebar. @param {{ id: string }} props */
export function PanelDialog({ id }) {
  const panel = store.state.panels.find(one => one.id === id);
  if (!panel) return null;
  return html`<${Dialog} id=${id} class="modal panel" onClose=${closeDialog}>
    <${DialogHead} id=${id} of=${panel.of} title=${panel.label} onClose=${closeDialog} />
    <div class="dialog-body" tabindex="-1"><${Panel} id=${id} /></div>
  <//>`;
}
