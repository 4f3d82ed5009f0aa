import { z } from 'zod';
import { enterpriseInstall, id, label, responseUrl, token, workspaceId } from './parts.ts';

export const commandSchema = z.object({
  command: label,
  text: z.string().default(''),
  team_id: workspaceId,
  enterprise_id: id.optional().catch(undefined),
  is_enterprise_install: enterpriseInstall.optional(),
  user_id: id,
  channel_id: id,
  trigger_id: token,
  response_url: responseUrl,
});
