import { removePost } from '../world/posts.ts';
import type { Person, Post, Workspace } from '../world/types.ts';
import type { Scene } from './scene.ts';

/** A person deletes a message: their own, or as an admin anybody's, an app's too. Slack tells no app that didn't ask. */
export function deletePost(scene: Scene, workspace: Workspace, person: Person, post: Post): void {
  if (post.author.id !== person.id && !person.isAdmin) throw new Error(`${person.name} may not delete this`);
  removePost(scene.world, workspace, post);
}
