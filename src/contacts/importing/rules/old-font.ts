/*
 * Bijoy: before Unicode, Bangla was typed in Latin characters that a font such as SutonnyMJ drew as Bangla: রানা is `ivbv`,
 * মোঃ is `†gvt`. Facts: v is আ-কার, w ই-কার, † and ‡ এ-কার, © রেফ, ¨ য-ফলা, and joined letters lie in Latin-1.
 */

/** Characters that hardly occur in a name in Latin letters, and in Bijoy beside one. */
const SIGN = /[†‡ˆ‰Š‹Œ©¨ªœŸ¤¯¶¸»½¾¿×¢¡£¥§®°±²³´µ¹º¦¬]/u;
const SIGN_AT_LETTER = new RegExp(`${SIGN.source}\\p{Script=Latin}|\\p{Script=Latin}${SIGN.source}`, 'u');

/** Whether a text seems to be written for such a font: a guess from its letters. */
export function isOldFont(text: string): boolean {
  if (/\p{Script=Bengali}/u.test(text)) return false;
  if (SIGN_AT_LETTER.test(text)) return true;
  const letters = text.replace(/[^A-Za-z]/g, '');
  if (letters.length < 4) return false;
  const many = (of: RegExp): number => letters.match(of)?.length ?? 0;
  const signs = many(/v/g);
  return signs >= 2 && signs / letters.length >= 0.18 && many(/[aeouAEOU]/g) / letters.length <= 0.2;
}
