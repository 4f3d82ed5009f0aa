import { setCookie } from 'hono/cookie';
import { YEAR_S } from '../time.ts';
import { form } from './forms.ts';
import { notFound } from './layout.ts';

/** Sets the language cookie, and returns to the page. */
export const chooseLanguage = form('language', notFound, ['language', 'back'], (c, { language, back }) => {
  const chosen = language === 'bn' ? 'bn' : 'en';
  setCookie(c, 'language', chosen, { path: '/', sameSite: 'Lax', maxAge: YEAR_S });
  // Parse the address as browsers do: they drop tabs, and read a host after two slashes.
  const own = c.var.site.ownUrl();
  const target = URL.parse(back, own);
  const isOurs = target?.origin === new URL(own).origin && !target.pathname.startsWith('//');
  return c.redirect(isOurs ? target.pathname + target.search : '/', 303);
});
