import { setCookie } from 'hono/cookie';
import { form } from './forms.ts';
import { notFound } from './layout.ts';

const A_YEAR_S = 365 * 24 * 60 * 60;

/** Sets the language cookie, and returns to the page. */
export const chooseLanguage = form('language', notFound, ['language', 'back'], (c, { language, back }) => {
  const chosen = language === 'bn' ? 'bn' : 'en';
  setCookie(c, 'language', chosen, { path: '/', sameSite: 'Lax', maxAge: A_YEAR_S });
  // Parse the address as browsers do: they drop tabs, and read a host after two slashes.
  const own = c.var.site.ownUrl();
  const target = URL.parse(back, own);
  const isOurs = target?.origin === new URL(own).origin && !target.pathname.startsWith('//');
  return c.redirect(isOurs ? target.pathname + target.search : '/', 303);
});
