import { html, raw } from 'hono/html';
import { renderSVG } from 'uqr';
import { factorAddress, newFactorSecret } from '../people/credentials.ts';
import { card, copyable } from './components.ts';
import { type Html, type PageContext, pages, type Refused, readSession } from './context.ts';
import { form, refuse } from './forms.ts';
import { page } from './layout.ts';
import { codeField, newPasswordFields, passwordField, passwordRefusal, refusalOf } from './sign-in.ts';

/** How somebody signs in: their own password, their second factor, their sessions. */
export function mePages() {
  return pages()
    .get('/', c => mePage(c))
    .post('/password', form('current', 'password', 'again'), async c => {
      const { user, site, words } = c.var;
      const { current, password, again } = c.req.valid('form');
      const no = (why: Pick<Refused, 'field' | 'says' | 'status'>) =>
        refuse(c, { form: 'password', typed: {}, ...why }, mePage);
      if (password !== again) return no(passwordRefusal(c, 'different'));
      const token = readSession(c) ?? '';
      const result = await site.people.changePassword(user, { current, password, token });
      if (result.kind === 'changed') return c.redirect('/me?done=password', 303);
      if (result.kind === 'short' || result.kind === 'long') return no(passwordRefusal(c, result.kind));
      return no({ field: 'current', ...refusalOf(c, result, words.password.wrong) });
    })
    .post('/second-factor/on', form('secret', 'code'), c => {
      const { user, site, words } = c.var;
      const { secret, code } = c.req.valid('form');
      if (!user.hasSecondFactor && site.people.turnOnSecondFactor(user, secret, code))
        return c.redirect('/me?done=second-factor-on', 303);
      const says = words.secondFactor.wrong;
      return refuse(c, { form: 'factor', typed: { secret }, field: 'code', says }, mePage);
    })
    .post('/second-factor/off', form('code'), c => {
      const { user, site, words } = c.var;
      const result = site.people.turnOffSecondFactor(user, c.req.valid('form').code);
      if (result.kind === 'off') return c.redirect('/me?done=second-factor-off', 303);
      const why = refusalOf(c, result, words.secondFactor.wrong);
      return refuse(c, { form: 'factor', typed: {}, field: 'code', ...why }, mePage);
    });
}

function mePage(c: PageContext) {
  const { user, words } = c.var;
  const { password, secondFactor, roles } = words;
  const change = html`
    <form method="post" action="/me/password" class="narrow">
      <input type="hidden" name="email" value="${user.email}" autocomplete="username">
      ${passwordField(c, 'password', 'current', password.current)}
      ${newPasswordFields(c, 'password')}
      <button>${password.submit}</button>
    </form>`;
  const signOut = html`
    <form method="post" action="/sign-out-everywhere">
      <p>${words.signOutEverywhereHint}</p>
      <button class="quiet">${words.signOutEverywhere}</button>
    </form>`;
  const body = html`
    <p class="lead">${user.email} · ${roles[user.role]}</p>
    ${card(password.change, change)}
    ${card(secondFactor.title, user.hasSecondFactor ? factorOn(c) : factorOff(c))}
    ${card(words.signOutEverywhere, signOut)}`;
  return page(c, { at: 'me', body });
}

function factorOn(c: PageContext): Html {
  const { secondFactor } = c.var.words;
  return html`
    <p>${secondFactor.on}</p>
    <form method="post" action="/me/second-factor/off" class="inline-form">
      ${codeField(c, 'factor')}
      <button class="quiet">${secondFactor.turnOff}</button>
    </form>`;
}

/** With a secret of its own each time, but for one that was just tried. */
function factorOff(c: PageContext): Html {
  const { words, user, refused } = c.var;
  const { secondFactor, copy } = words;
  const secret = refused?.typed.secret ?? newFactorSecret();
  const picture = renderSVG(factorAddress(user.email, secret), { border: 2 });
  return html`
    <p>${secondFactor.intro}</p>
    <details ${refused?.form === 'factor' ? 'open' : ''}>
      <summary>${secondFactor.setUp}</summary>
      <p>${secondFactor.scan}</p>
      <div class="qr">${raw(picture)}</div>
      ${copyable(c, 'factor-secret', secret, { label: secondFactor.secret, button: copy })}
      <form method="post" action="/me/second-factor/on" class="inline-form">
        <input type="hidden" name="secret" value="${secret}">
        ${codeField(c, 'factor', secondFactor.codeHint)}
        <button>${secondFactor.turnOn}</button>
      </form>
    </details>`;
}
