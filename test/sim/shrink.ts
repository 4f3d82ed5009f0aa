import { PARTS } from './load/parts.ts';
import { type Fates, fatesOf, type StoryOptions } from './setting.ts';
import { story } from './story.ts';

/** Describes the shortest story that still fails: leaves out, one by one, the parts and deaths that it doesn't need. */
export async function shrunk(seed: number, options: StoryOptions = {}): Promise<string> {
  let without = new Set<string>();
  let fates: Fates = fatesOf(seed, options);
  const fails = async (less: { without: Set<string>; fates: Fates }): Promise<boolean> =>
    (await story(seed, { ...options, ...less })).wrong.length > 0;
  for (const part of PARTS) {
    const less = new Set([...without, part]);
    if (await fails({ without: less, fates })) without = less;
  }
  for (const commit of fates.keys()) {
    const less = new Map([...fates].filter(([number]) => number !== commit));
    if (await fails({ without, fates: less })) fates = less;
  }
  const { wrong } = await story(seed, { ...options, without, fates });
  const parts = PARTS.filter(part => !without.has(part)).join(', ');
  const deaths = [...fates].map(([commit, fate]) => `${fate} commit ${commit}`).join(', ') || 'nobody dies';
  return [`the shortest story of ${seed}: ${parts}; ${deaths}`, ...wrong.slice(0, 3)].join('\n');
}
