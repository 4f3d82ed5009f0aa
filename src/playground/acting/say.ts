import { escapeTyped } from '../world/escape.ts';
import { addPost } from '../world/posts.ts';
import type { Channel, Person, Post, Workspace } from '../world/types.ts';
import type { Scene } from './scene.ts';

/** A person writes an ordinary message. */
export function say(
  scene: Scene,
  said: { workspace: Workspace; person: Person; channel: Channel; text: string },
): Post {
  const text = escapeTyped(said.workspace, said.text).replaceAll(/<([@#][A-Z0-9]+)\|[^>]*>/g, '<$1>');
  return addPost(scene.world, said.workspace, {
    channel: said.channel,
    author: { kind: 'person', id: said.person.id, name: said.person.displayName },
    text,
    via: 'message',
    payload: { type: 'message', channel: said.channel.id, user: said.person.id, text },
  });
}
