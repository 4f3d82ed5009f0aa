// @ts-check
import { html } from 'htm/preact';
import { act, choose, set, store, toast } from './store.js';

/** The app's consent request, if the app sent the user here to install it. */
export const asked = new URLSearchParams(location.search);

/** Asks the user to grant the app's request, and in which workspace. */
export function Consent() {
  const { app, workspaces } = store.state;
  const pick = (/** @type {string} */ team) => {
    choose({ team });
    set({});
  };
  const answer = async (/** @type {boolean} */ allow) => {
    const { problem, leadsTo } = await act({ do: 'consent', authorizeUrl: location.href, allow });
    if (problem) toast(problem);
    else location.assign(leadsTo);
  };
  return html`<main class="consent">
    <h1>${app.name} wants to join a workspace</h1>
    <fieldset class="choices">
      <legend>Workspace</legend>
      ${workspaces.map(
        ({ id, name, installed }) => html`<label class="choice">
          <input type="radio" name="team" checked=${id === store.team} onChange=${() => pick(id)} />
          <span>${name}${installed && ' (installed)'}</span>
        </label>`,
      )}
    </fieldset>
    <p>It will be able to:</p>
    <ul>${asked
      .get('scope')
      ?.split(/[\s,]+/)
      .map(scope => html`<li><code>${scope}</code></li>`)}</ul>
    <div class="dialog-foot">
      <button type="button" class="button" onClick=${() => answer(false)}>Cancel</button>
      <button type="button" class="button primary" onClick=${() => answer(true)}>Allow</button>
    </div>
  </main>`;
}
