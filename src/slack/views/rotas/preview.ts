import type { KnownBlock } from '@slack/types';
import type { ShowNumber } from '../../../domain/number.ts';
import { type Rota, stints } from '../../../domain/rota.ts';
import type { Wording } from '../../../wording/index.ts';
import { context } from '../../kit/elements.ts';
import { namedIn } from '../../rotas/shown.ts';

/** The ids of a preview's blocks start like this: they are replaced while what was typed stays. */
const PREVIEW = 'rota_preview_';
const SHOWN = 6;
const MAX_WARNINGS = 5;

/** Who is on call when, from a moment on. */
export function previewBlocks(
  { rotas }: Wording,
  rota: Rota,
  { at, show, warnings }: { at: number; show: ShowNumber; warnings: readonly string[] },
): KnownBlock[] {
  const coming = rota.people.length + rota.overrides.length === 0 ? [] : stints(rota, at, SHOWN);
  const lines = coming.map(stint => rotas.stint({ ...stint, who: stint.who && namedIn(stint.who, show) }));
  const blocks: KnownBlock[] = [
    { type: 'divider' },
    context(rotas.preview.title),
    context(lines.length === 0 ? rotas.preview.nothing : lines.join('\n')),
    ...warnings.slice(0, MAX_WARNINGS).map(context),
  ];
  return blocks.map((block, index) => ({ ...block, block_id: `${PREVIEW}${index}` }));
}

/** A form's blocks without the preview. */
export function withoutPreview(shown: readonly KnownBlock[]): KnownBlock[] {
  return shown.filter(({ block_id: id = '' }) => !id.startsWith(PREVIEW));
}
