// @ts-check

/** What this page knows, and who looks through it. Team, person and channel survive a reload. */
export const store = {
  team: remembered('team'),
  user: remembered('user'),
  channel: remembered('channel'),
  /** @type {any} */
  state: null,
  /** The world's time when the page was loaded: ephemeral posts from before are gone, as in Slack. */
  loadedAt: 0,
  /** @type {Map<string, string>} */
  readUpTo: new Map(),
};

/** @param {'team' | 'user' | 'channel'} key @param {string} value */
export function choose(key, value) {
  store[key] = value;
  try {
    sessionStorage.setItem(`playground.${key}`, value);
  } catch {
    // Without storage the choice lasts until the reload.
  }
}

/** @param {string} key */
function remembered(key) {
  try {
    return sessionStorage.getItem(`playground.${key}`) ?? '';
  } catch {
    return '';
  }
}

/** @param {string} id */
export const person = id => store.state?.people.find((/** @type {any} */ one) => one.id === id);

/** @param {string} id */
export const channel = id => store.state?.channels.find((/** @type {any} */ one) => one.id === id);

/** Posts of a channel that this person still sees. @param {string} id */
export function postsOf(id) {
  return store.state.posts.filter(
    (/** @type {any} */ post) =>
      post.channel === id && (post.kind === 'channel' || Number(post.ts) * 1000 >= store.loadedAt),
  );
}
