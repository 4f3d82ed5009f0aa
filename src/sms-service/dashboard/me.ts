import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { renderSVG } from 'uqr';
import { factorAddress, newFactorSecret } from '../people/credentials.ts';
import { card, copyable } from './components.ts';
import { type Env, type Html, type PageContext, readSession, signedIn } from './context.ts';
import { doneOf, fieldsOf, form } from './forms.ts';
import { page, type Refused } from './layout.ts';
import { newPasswordFields, passwordRefusal, refusalOf } from './sign-in.ts';

const CODE = { inputmode: 'numeric', autocomplete: 'one-time-code', required: true } as const;

/** How somebody signs in: their own password, their second factor, their sessions. */
export function mePages() {
  return new Hono<Env>()
    .use(signedIn)
    .get('/', c => mePage(c))
    .post('/password', form('current', 'password', 'again'), async c => {
      const { user, site, words } = c.var;
      const { current, password, again } = c.req.valid('form');
      const refuse = (refused: Pick<Refused, 'field' | 'says' | 'status'>) =>
        mePage(c, { form: 'password', typed: {}, ...refused });
      if (password !== again) return refuse(passwordRefusal(c, 'different'));
      const token = readSession(c) ?? '';
      const result = await site.people.changePassword(user, { current, password, token });
      if (result.kind === 'changed') return c.redirect('/me?done=password', 303);
      if (result.kind === 'short' || result.kind === 'long') return refuse(passwordRefusal(c, result.kind));
      return refuse({ field: 'current', ...refusalOf(c, result, words.password.wrong) });
    })
    .post('/second-factor/on', form('secret', 'code'), c => {
      const { user, site, words } = c.var;
      const { secret, code } = c.req.valid('form');
      if (!user.hasSecondFactor && site.people.turnOnSecondFactor(user, secret, code))
        return c.redirect('/me?done=second-factor-on', 303);
      return mePage(c, { form: 'factor', typed: { secret }, field: 'code', says: words.secondFactor.wrong });
    })
    .post('/second-factor/off', form('code'), c => {
      const { user, site, words } = c.var;
      const result = site.people.turnOffSecondFactor(user, c.req.valid('form').code);
      if (result.kind === 'off') return c.redirect('/me?done=second-factor-off', 303);
      return mePage(c, {
        form: 'factor',
        typed: {},
        field: 'code',
        ...refusalOf(c, result, words.secondFactor.wrong),
      });
    });
}

function mePage(c: PageContext, refused?: Refused) {
  const { user, words } = c.var;
  const { password, secondFactor, roles } = words;
  const fields = fieldsOf('password', refused);
  const current = { type: 'password', autocomplete: 'current-password', required: true } as const;
  const body = html`
    <p class="lead">${user.email} · ${roles[user.role]}</p>
    ${card(
      password.change,
      html`
      <form method="post" action="/me/password" class="narrow">
        <input type="hidden" name="email" value="${user.email}" autocomplete="username">
        ${fields.field('current', password.current, current)}
        ${newPasswordFields(c, fields)}
        <button>${password.submit}</button>
      </form>`,
    )}
    ${card(secondFactor.title, user.hasSecondFactor ? factorOn(c, refused) : factorOff(c, refused))}
    ${card(
      words.signOutEverywhere,
      html`
      <form method="post" action="/sign-out-everywhere">
        <p>${words.signOutEverywhereHint}</p>
        <button class="quiet">${words.signOutEverywhere}</button>
      </form>`,
    )}`;
  return page(c, { title: words.nav.me, body, at: 'me', refused, done: doneOf(c) });
}

function factorOn(c: PageContext, refused: Refused | undefined): Html {
  const { secondFactor } = c.var.words;
  return html`
    <p>${secondFactor.on}</p>
    <form method="post" action="/me/second-factor/off" class="inline-form">
      ${fieldsOf('factor', refused).field('code', secondFactor.code, CODE)}
      <button class="quiet">${secondFactor.turnOff}</button>
    </form>`;
}

/** With a secret of its own each time, but for one that was just tried. */
function factorOff(c: PageContext, refused: Refused | undefined): Html {
  const { secondFactor, copy } = c.var.words;
  const secret = refused?.typed.secret ?? newFactorSecret();
  const picture = renderSVG(factorAddress(c.var.user.email, secret), { border: 2 });
  return html`
    <p>${secondFactor.intro}</p>
    <details ${refused?.form === 'factor' ? html`open` : ''}>
      <summary>${secondFactor.setUp}</summary>
      <p>${secondFactor.scan}</p>
      <div class="qr">${raw(picture)}</div>
      ${copyable(c, 'factor-secret', secret, { label: secondFactor.secret, button: copy })}
      <form method="post" action="/me/second-factor/on" class="inline-form">
        <input type="hidden" name="secret" value="${secret}">
        ${fieldsOf('factor', refused).field('code', secondFactor.code, { ...CODE, hint: secondFactor.codeHint })}
        <button>${secondFactor.turnOn}</button>
      </form>
    </details>`;
}
