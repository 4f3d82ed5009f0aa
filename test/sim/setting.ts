import { createDice, type Dice } from './dice.ts';
import type { Fate } from './disk.ts';

/** The fates of commits by number, counted from the end of the setup. */
export type Fates = ReadonlyMap<number, Fate>;

/** Overrides of the choices that the seed makes. */
export type StoryOptions = {
  fates?: Fates;
  /** Names of parts to leave out. */
  without?: ReadonlySet<string>;
  /** Little happens, and nothing outside goes wrong: for stories that are repeated many times. */
  isShort?: boolean;
  /** People are erased and a broadcast is gathered on a store that loses its last second while the app lives on. */
  isNight?: boolean;
};

/** The choices of a seed, with overrides applied. */
export type Setting = {
  dice: Dice;
  /** Two processes share a store that may fail over. */
  shared: boolean;
  /** The SMS service works, so the app causes every delay. */
  isServiceWell: boolean;
  /** Machines, clocks and accounts work too, so promises hold to the second. */
  isCalm: boolean;
  /** The story begins shortly before midnight. */
  isLate: boolean;
  fates: Fates;
  without: ReadonlySet<string>;
  isShort: boolean;
  isNight: boolean;
};

/** The commits at which a process dies are among this many. */
const COMMITS = 220;

export function settingOf(seed: number, options: StoryOptions): Setting {
  const { fates, without = new Set(), isShort = false, isNight = false } = options;
  const dice = createDice(seed).apart('setting');
  const shared = dice.percent(30) || isNight;
  const planned = new Map<number, Fate>();
  const often = dice.weighted([
    [35, 0],
    [30, 3],
    [35, 16],
  ]);
  for (let nth = 0; nth < often; nth++) {
    const fate = dice.weighted<Fate>([
      [5, 'dies before'],
      [5, 'dies after'],
      [shared ? 2 : 0, 'unheard'],
      [shared ? 2 : 0, 'lost'],
    ]);
    planned.set(1 + dice.below(COMMITS), fate);
  }
  const isCalm = dice.percent(50) && !isNight;
  const isServiceWell = isCalm || dice.percent(20) || isShort;
  const isLate = dice.percent(20);
  if (isCalm) planned.clear();
  return { dice, shared, isServiceWell, isCalm, isLate, fates: fates ?? planned, without, isShort, isNight };
}

/** The fates that a seed chooses. */
export const fatesOf = (seed: number, options: StoryOptions = {}): Fates => settingOf(seed, options).fates;
