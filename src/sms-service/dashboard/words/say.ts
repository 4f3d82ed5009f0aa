/** The languages of the dashboard. */
export type Language = 'en' | 'bn';

/** A sentence, or a function that makes one, in each language. */
export type Said<Sentence> = Record<Language, Sentence>;

/** English first: what it takes, Bangla takes too. */
export function say<Sentence>(en: Sentence, bn: NoInfer<Sentence>): Said<Sentence> {
  return { en, bn };
}

/** Sentences by name, as they are in one language. */
export type Spoken<Words> =
  Words extends Said<infer Sentence> ? Sentence : { [Name in keyof Words]: Spoken<Words[Name]> };

export function speak<Words extends object>(words: Words, language: Language): Spoken<Words> {
  if ('en' in words && 'bn' in words) return words[language as keyof Words] as Spoken<Words>;
  const spoken = Object.entries(words).map(([name, inner]) => [name, speak(inner, language)]);
  return Object.fromEntries(spoken) as Spoken<Words>;
}

/** A count, an amount or a time in a sentence, with Bengali digits; what one looks up or types keeps its Latin ones. */
export const inBengali = (said: number | string): string =>
  String(said).replace(/[0-9]/g, digit => '০১২৩৪৫৬৭৮৯'[Number(digit)] ?? '');
