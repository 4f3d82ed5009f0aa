import { describe, expect, test } from 'vitest';
import { isInBangla } from '../../../src/texts/parse/placeholders.ts';

describe('whether a message is in Bangla', () => {
  test.each([
    ['ধানের বীজে এই সপ্তাহে ২০% ছাড়', true],
    ['Get 20% off rice seed this week', false],
    ['Dhaner bije ei shoptahe 20% chhar', false],
    ['২০% off rice seed this week, কিনুন', false],
    ['ACI Seeds-এর BRRI dhan 89 বীজে এই সপ্তাহে বিশেষ ছাড় চলছে, আজই কাছের দোকানে আসুন', true],
    ['বিস্তারিত: https://www.example.com/offers/rice-seed-this-week?from=sms', true],
    ['লিখুন info@agro-fertilisers.example.com', true],
    ['দেখুন agrofertilisers.com/rabi-season-offers', true],
    ['20% 01712345678 :)', true],
    ['', true],
  ])('%s', (message, expected) => expect(isInBangla(message, false)).toBe(expected));

  test('placeholders’ names don’t count, nor do their fallbacks', () => {
    expect(isInBangla('{name}, {village_of_residence|friend}: আজ ছাড়', true)).toBe(true);
    expect(isInBangla('{নাম}, discount today', true)).toBe(false);
  });

  test('braces of a message that isn’t a template are words like others', () => {
    expect(isInBangla('{everything is cheaper} ছাড়', false)).toBe(false);
  });

  test('an unreadable template counts as written', () => {
    expect(isInBangla('{name আজ ছাড়', true)).toBe(true);
    expect(isInBangla('{name is here', true)).toBe(false);
  });
});
