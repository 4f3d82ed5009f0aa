// @ts-check
import { renderBlocks } from './blocks.js';
import { byId, h } from './dom.js';
import { focusIn, restoreFocus, viewForm } from './form.js';
import { channel, store } from './store.js';

let shown = /** @type {any} */ (null);

/** Whether the person is looking at the app's Home tab. */
const atHome = () => channel(store.channel)?.kind === 'im' && store.tab === 'home';

/** The app's Home tab, as it last published it for this person. */
export function renderHome() {
  const root = byId('home');
  root.hidden = !atHome();
  byId('posts').hidden = !root.hidden;
  byId('composer').hidden = !root.hidden;
  if (root.hidden) return;
  const view = store.state.home;
  const look = view ? `${view.id} ${view.hash}` : 'none';
  if (shown?.look === look) return;
  if (!view) {
    shown = { look };
    root.replaceChildren(
      h(
        'div',
        { class: 'empty' },
        h('b', null, 'Home'),
        `${store.state.app.name} has nothing to show here yet.`,
      ),
    );
    return;
  }
  const before = shown?.view?.id === view.id ? shown : null;
  const focus = before ? focusIn(root, before) : null;
  const form = viewForm(view, () => atHome() && shown?.view?.id === view.id);
  root.replaceChildren(renderBlocks(view.blocks, form.on));
  if (before) form.takeOver(before);
  shown = { ...form, look };
  if (focus) restoreFocus(form, focus);
}
