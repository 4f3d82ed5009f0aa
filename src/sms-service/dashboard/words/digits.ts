/** A count, an amount or a time in a sentence, with Bengali digits; what one looks up or types keeps its Latin ones. */
export const inBengali = (said: number | string): string =>
  String(said).replace(/[0-9]/g, digit => '০১২৩৪৫৬৭৮৯'[Number(digit)] ?? '');
