/** A person in a workspace. */
export type Who = { workspace: string; userId: string };

/**
 * Who acted, as interaction payloads say it: those of an org-wide installation may name no team but the person's.
 *
 * @throws Error when the payload names no workspace at all
 */
export function whoOf(body: {
  team?: { id: string } | null | undefined;
  user: { id: string; team_id?: string | undefined };
}): Who {
  const workspace = body.team?.id ?? body.user.team_id;
  if (!workspace) throw new Error('An interaction names no workspace');
  return { workspace, userId: body.user.id };
}
