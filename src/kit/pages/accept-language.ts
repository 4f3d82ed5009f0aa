import { LANGUAGES, type Language } from '../language.ts';

/** The language of ours that a browser wants most; `otherwise` when it names none of them. */
export function preferredLanguage(header: string | undefined, otherwise: Language): Language {
  const wanted = (header ?? '').split(',').map(part => {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
    const quality = parameters.map(one => /^\s*q=([\d.]+)/.exec(one)?.[1]).find(found => found !== undefined);
    return { language: tag.split('-')[0], quality: Number(quality ?? 1) };
  });
  const [best] = wanted
    .flatMap(({ language, quality }) => {
      const known = LANGUAGES.find(one => one === language);
      return known && quality > 0 ? [{ known, quality }] : [];
    })
    .sort((one, other) => other.quality - one.quality);
  return best?.known ?? otherwise;
}
