// @ts-check

const ADDRESS = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)।]/g;

/**
 * The parts of a text, each cut at its links. An address that goes on in the next part is one link in both, as on a phone.
 * @param {string[]} parts
 * @returns {{ text: string, href?: string }[][]}
 */
export function linked(parts) {
  const links = [...parts.join('').matchAll(ADDRESS)].map(({ 0: href, index }) => ({ href, index }));
  let end = 0;
  return parts.map(part => {
    const start = end;
    end += part.length;
    const runs = [];
    let done = start;
    for (const { href, index } of links) {
      const from = Math.max(index, start);
      const to = Math.min(index + href.length, end);
      if (from >= to) continue;
      runs.push({ text: part.slice(done - start, from - start) });
      runs.push({ text: part.slice(from - start, to - start), href });
      done = to;
    }
    return [...runs, { text: part.slice(done - start) }].filter(({ text }) => text !== '');
  });
}
