import type { WebClient } from '@slack/web-api';
import type { Who } from '../../kit/who.ts';
import type { Services } from '../../services.ts';
import { showList } from '../people/list.ts';
import { showOverview } from '../settings/overview.ts';
import type { Below } from './opened.ts';

/** Updates what lies below a group's form. */
export async function showBelow(
  services: Services,
  client: WebClient,
  who: Who,
  viewId: string | null | undefined,
  below: Below,
): Promise<void> {
  if (!viewId) return;
  if (below) await showList(services, client, who, { viewId, place: below });
  else await showOverview(services, client, who, viewId);
}
