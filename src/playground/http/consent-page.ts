import type { ConsentRequest } from '../world/consents.ts';
import { installation } from '../world/install.ts';
import type { World } from '../world/world.ts';

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { max-width: 30rem; margin: 12vh auto; padding: 0 1rem }
  fieldset { border: 1px solid #8886; border-radius: .5rem; padding: .5rem 1rem }
  label { display: block; padding: .25rem 0 }
  button { font: inherit; padding: .5rem 1.25rem; border: 1px solid #8888; border-radius: .4rem; cursor: pointer }
  button[value=allow] { background: #007a5a; border-color: #007a5a; color: #fff; font-weight: 600 }
`;

/** Asks whether the app may do what it asks for, and in which workspace. */
export function consentPage(world: World, asked: ConsentRequest, url: URL, preferred: string): string {
  const name = escaped(world.manifest.name ?? 'App');
  const workspaces = [...world.workspaces.values()];
  const chosen = world.workspaces.has(preferred) ? preferred : workspaces[0]?.id;
  const choices = workspaces.map(({ id, name: label }) => {
    const mark = id === chosen ? ' checked' : '';
    const note = installation(world, id) ? ' (installed)' : '';
    return `<label><input type="radio" name="team" value="${escaped(id)}"${mark}> ${escaped(label)}${note}</label>`;
  });
  const scopes = asked.scopes.map(scope => `<li><code>${escaped(scope)}</code></li>`);
  return page(
    `Install ${name}`,
    `<h1>${name} wants to join a workspace</h1>
    <form method="post" action="${escaped(url.pathname + url.search)}">
      <fieldset><legend>Workspace</legend>${choices.join('')}</fieldset>
      <p>It will be able to:</p><ul>${scopes.join('')}</ul>
      <button name="answer" value="cancel">Cancel</button>
      <button name="answer" value="allow">Allow</button>
    </form>`,
  );
}

/** The page for a request that nobody can grant. */
export function refusalPage(problem: string, asked: ConsentRequest): string {
  const details = problem === 'bad_redirect_uri' ? `<p>redirect_uri: ${escaped(asked.redirectUri)}</p>` : '';
  return page(
    'Something is wrong',
    `<h1>The app can’t be installed</h1><p>${escaped(problem)}</p>${details}`,
  );
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8">
    <meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style>
    <main>${body}</main></html>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
