// @ts-check

/** @typedef {import('../http/page-state.ts').PageState} PageState */
/** @typedef {import('../http/page-actions.ts').PageAction} PageAction */

/** The page's own state, and its current person. Team, person and channel survive a reload. */
export const store = {
  team: kept(sessionStorage, 'team'),
  user: kept(sessionStorage, 'user'),
  channel: kept(sessionStorage, 'channel'),
  /** The open tab of the app's direct messages. @type {'messages' | 'home'} */
  tab: 'messages',
  /** The latest state from the playground. */
  state: /** @type {PageState} */ (/** @type {unknown} */ (null)),
  /** True while the playground answers. */
  heard: true,
  /** The world's time when the page was loaded. As in Slack, earlier ephemeral posts are gone. */
  loadedAt: 0,
  /** The newest post that was read, by person and channel. @type {Map<string, string>} */
  readUpTo: new Map(),
  /** Drafts in the message box, by workspace, person and channel. @type {Map<string, string>} */
  drafts: new Map(),
  /** The open drawer of a narrow page. @type {'' | 'sidebar' | 'side'} */
  drawer: '',
  /** The open dialog above the page; the app's own modals are in `state`. @type {Dialog | null} */
  dialog: null,
  /** An open confirmation dialog. @type {{ confirm: Confirm, answer: (yes: boolean) => void } | null} */
  question: null,
  /** @type {{ id: number, text: string }[]} */
  toasts: [],
};

/**
 * @typedef {{ kind: 'inspect', post: PageState['posts'][number] } | { kind: 'step', callbackId: string }
 *   | { kind: 'panel', id: string }} Dialog
 * @typedef {import('@slack/types').ConfirmationDialog} Confirm
 */

let draw = () => {};
/** Sets the function that is called after each change. @param {() => void} redraw */
export function onChange(redraw) {
  draw = redraw;
}

/** Changes the page's state, and draws it. @param {Partial<typeof store>} change */
export function set(change) {
  Object.assign(store, change);
  draw();
}

/** Sets the current person and channel. @param {{ team?: string, user?: string, channel?: string }} where */
export function choose(where) {
  for (const [key, value] of Object.entries(where)) keep(sessionStorage, key, value);
  Object.assign(store, where);
}

/**
 * Stores a value for the next visit, if the browser allows it.
 * @param {Storage} storage @param {string} key @param {string} value
 */
export function keep(storage, key, value) {
  try {
    storage.setItem(`playground.${key}`, value);
  } catch {
    // Without storage, the value lasts until the reload.
  }
}

/** Reads a stored value; empty if there is none. @param {Storage} storage @param {string} key */
export function kept(storage, key) {
  try {
    return storage.getItem(`playground.${key}`) ?? '';
  } catch {
    return '';
  }
}

/** @param {string} id */
export const person = id => store.state?.people.find(one => one.id === id);

/** @param {string} id */
export const channel = id => store.state?.channels.find(one => one.id === id);

/** The posts of a channel that this person still sees. @param {string} id */
export const postsOf = id =>
  store.state.posts.filter(
    post => post.channel === id && (post.kind === 'channel' || Number(post.ts) * 1000 >= store.loadedAt),
  );

/** Runs an action as the current person. @param {PageAction} action @returns {Promise<any>} */
export async function act(action) {
  const answer = await fetch('page/act', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ team: store.team, user: store.user, ...action }),
  });
  return answer.json();
}

/** Runs an action, and shows its error if it fails. @param {PageAction} action */
export async function order(action) {
  const { problem } = await act(action);
  if (problem) toast(problem);
}

/**
 * Opens a place in its own tab, signed in. The tab must be opened before the first await, because browsers block later
 * ones as pop-ups. The address comes by POST, so that another site's link can't sign this browser in.
 * @param {string} place
 */
export const enter = place => async (/** @type {Event} */ event) => {
  event.preventDefault();
  const tab = window.open('', `place-${place}`);
  const answer = await fetch(`page/go/${place}`, { method: 'POST' });
  const { problem, leadsTo } = await answer.json();
  if (tab && leadsTo) tab.location = leadsTo;
  else tab?.close();
  if (problem) toast(problem);
};

/**
 * Marks the pressed element as busy until `work` is done.
 * @param {Event} event @param {() => Promise<unknown>} work
 */
export async function busy({ currentTarget }, work) {
  const node = /** @type {Element | null} */ (currentTarget);
  node?.setAttribute('aria-busy', 'true');
  await work();
  node?.removeAttribute('aria-busy');
}

let toasted = 0;
/** Shows a sentence at the foot of the page for a while. @param {string} text */
export function toast(text) {
  toasted += 1;
  const id = toasted;
  set({ toasts: [...store.toasts, { id, text }] });
  setTimeout(() => set({ toasts: store.toasts.filter(one => one.id !== id) }), 6000);
}

/** Announces a text to screen readers. @param {string} text */
export function announce(text) {
  // Makes screen readers announce a repeated sentence.
  const line = document.createElement('p');
  line.textContent = text;
  document.getElementById('announce')?.replaceChildren(line);
}

/**
 * Shows Slack's confirmation dialog. Resolves true if the person confirms.
 * @param {Confirm} confirm @returns {Promise<boolean>}
 */
export function askFirst(confirm) {
  return new Promise(resolve => {
    const answer = (/** @type {boolean} */ yes) => {
      set({ question: null });
      resolve(yes);
    };
    set({ question: { confirm, answer } });
  });
}
