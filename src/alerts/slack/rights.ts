import type { Right } from '../../kit/slack/surface.ts';
import { createResponderRights } from '../rights.ts';
import { type AlertsPost, askedBy } from './buttons.ts';

/** Whoever may take the incidents of a post, give them back, resolve them, and see all of them. */
export const responder: Right<AlertsPost> = (services, who, about) =>
  createResponderRights(services).toRespond(askedBy(who, about));

/** Whoever may have others texted about them. */
export const texter: Right = (services, who) => createResponderRights(services).toText(who);
