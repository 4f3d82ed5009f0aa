import { createDice, type Dice } from './dice.ts';
import type { Fate } from './disk.ts';

/** What happens at the commits after everything was set up, by their numbers. */
export type Fates = ReadonlyMap<number, Fate>;

/** What is told otherwise than the seed says. */
export type StoryOptions = {
  fates?: Fates;
  /** Parts that are left out, by their names. */
  without?: ReadonlySet<string>;
  /** Only a little happens, and nothing goes wrong outside: for stories that are told again and again. */
  isShort?: boolean;
  /** People are erased, and a broadcast is gathered, on a store that loses its last second while the app lives on. */
  isNight?: boolean;
};

/** What a seed says of a story. */
export type Setting = {
  dice: Dice;
  /** Several processes share a store that may fail over. */
  shared: boolean;
  /** The SMS service works; so whatever is late is the app's doing. */
  isServiceWell: boolean;
  /** Nothing goes wrong with machines, clocks and accounts either; so what is promised can be told to the second. */
  isCalm: boolean;
  /** It begins shortly before midnight. */
  isLate: boolean;
  fates: Fates;
  without: ReadonlySet<string>;
  isShort: boolean;
  isNight: boolean;
};

/** Among so many commits are those at which a process dies. */
const COMMITS = 220;

/** What a seed says, and what is told otherwise. */
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

/** The fates that a seed says. */
export const fatesOf = (seed: number, options: StoryOptions = {}): Fates => settingOf(seed, options).fates;
