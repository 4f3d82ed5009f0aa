import { setCookie } from 'hono/cookie';
import { form } from './forms.ts';
import { notFound } from './layout.ts';

const A_YEAR_S = 365 * 24 * 60 * 60;

/** Chooses the language, and goes back. */
export const chooseLanguage = form('language', notFound, ['language', 'back'], (c, { language, back }) => {
  const chosen = language === 'bn' ? 'bn' : 'en';
  setCookie(c, 'language', chosen, { path: '/', sameSite: 'Lax', maxAge: A_YEAR_S });
  // Read as browsers do: they leave out tabs, and take what begins with two slashes for another host.
  const own = c.var.site.ownUrl();
  const to = URL.parse(back, own);
  const isOurs = to?.origin === new URL(own).origin && !to.pathname.startsWith('//');
  return c.redirect(isOurs ? to.pathname + to.search : '/', 303);
});
