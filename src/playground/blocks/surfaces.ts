import { z } from 'zod';
import { COMMON, INPUT_IN_MODAL } from './layout.ts';
import { LIMITS } from './limits.ts';
import { SPECIAL } from './special.ts';

type Surface = 'message' | 'modal' | 'home';

const EVERYWHERE: readonly Surface[] = ['message', 'modal', 'home'];
const MESSAGES: readonly Surface[] = ['message'];

/**
 * Which surfaces accept each block; anywhere else it is an unsupported type. Taken from each block's page in Slack's
 * reference.
 */
export const SURFACES: Record<keyof typeof COMMON | keyof typeof SPECIAL | 'file', readonly Surface[]> = {
  actions: EVERYWHERE,
  context: EVERYWHERE,
  divider: EVERYWHERE,
  header: EVERYWHERE,
  image: EVERYWHERE,
  input: EVERYWHERE,
  rich_text: EVERYWHERE,
  section: EVERYWHERE,
  video: EVERYWHERE,
  alert: ['modal'],
  table: ['message', 'home'],
  data_table: ['message', 'home'],
  card: MESSAGES,
  carousel: MESSAGES,
  container: MESSAGES,
  context_actions: MESSAGES,
  markdown: MESSAGES,
  plan: MESSAGES,
  task_card: MESSAGES,
  // Slack makes these from shared files; apps can't send them.
  file: [],
};

function blocksOn(surface: Surface, max: number) {
  const { input, ...common } = COMMON;
  const all = { ...common, input: surface === 'modal' ? INPUT_IN_MODAL : input, ...SPECIAL };
  const taken = Object.entries(all)
    .filter(([type]) => SURFACES[type as keyof typeof all].includes(surface))
    .map(([, schema]) => schema);
  return z.array(z.discriminatedUnion('type', taken as [(typeof all)['section']])).max(max);
}

export const BLOCKS_OF = {
  message: blocksOn('message', LIMITS.messageBlocks.max),
  modal: blocksOn('modal', LIMITS.viewBlocks.max),
  home: blocksOn('home', LIMITS.viewBlocks.max),
} as const;
