import { z } from 'zod';
import type { JsonObject } from '../json.ts';
import type { Post, View } from '../world/types.ts';
import { say, sendCommand, type TypedCommand, write } from './command.ts';
import { closeView, reloaded, submit } from './form.ts';
import {
  type Consented,
  consent,
  openApp,
  runAgain,
  runFunction,
  runStep,
  stepOptions,
  uninstall,
} from './platform.ts';
import { act, deletePost, globalShortcut, messageShortcut, press } from './press.ts';
import type { PlaceRef, Scene } from './scene.ts';
import { choose, suggest } from './suggest.ts';

/** Something that people do in Slack, or that Slack does to an app for them. */
interface UserAction<Asked, Given extends unknown[], Result, Page> {
  /** Does it. */
  run(scene: Scene, asked: Asked): Result;
  /** How a test says it: the method of this name of the driver takes these. */
  test(...given: Given): NoInfer<Asked>;
  /** What the page sends, besides the action's name; without it, the page can't do it. */
  page?: Page;
  /** What the page gets to know of the result; nothing, if left out. */
  answer?(result: Awaited<Result>): unknown;
}

const userAction = <
  Asked,
  Given extends unknown[],
  Result,
  Page extends z.ZodType<NoInfer<Asked>> | undefined = undefined,
>(
  one: UserAction<Asked, Given, Result, Page>,
): UserAction<Asked, Given, Result, Page> => one;

const who = { team: z.string(), user: z.string() };
const thePost = z.object({ channel: z.string(), ts: z.string() });
const theView = z.object({ id: z.string() });
const anyValues = z.record(z.string(), z.unknown()).default({});
const theElement = { actionId: z.string(), blockId: z.string(), value: z.unknown().optional() };
const itsId = { callbackId: z.string() };

/** How tests name a post that somebody does something with, a step of a workflow, and an element of a view. */
const on = <How>(post: Post, how: How) => ({ ...how, post, team: post.teamId });
const step = (callbackId: string, inputs: JsonObject = {}, team?: string) => ({ callbackId, inputs, team });
const inView = <Value>(view: View, actionId: string, value: Value, blockId?: string) => ({
  view,
  actionId,
  value,
  blockId,
});

/**
 * All user actions by name. The page and the tests' driver act through this table. A post or view may be given itself, or what it is
 * found by; a person by id or handle.
 */
export const USER_ACTIONS = {
  /** Sends what is in the message box: a command that the manifest declares, or a message. */
  write: userAction({
    run: write,
    test: (what: PlaceRef & { text: string }) => what,
    page: z.object({ ...who, channel: z.string(), text: z.string() }),
    answer: result => result,
  }),
  /** Sends a slash command: the first that the manifest declares, unless `command` says another. */
  command: userAction({ run: sendCommand, test: (what: TypedCommand) => what }),
  /** Writes an ordinary message. */
  say: userAction({ run: say, test: (what: PlaceRef & { text: string }) => what }),
  /** Presses a button of a post or chooses in it, as confirmed. `user` may be left out for an ephemeral post. */
  press: userAction({
    run: press,
    test(post: Post, actionId: string, how: { user?: string; value?: unknown; blockId?: string } = {}) {
      const user = how.user ?? post.visibleTo;
      if (!user) throw new Error('Say who presses: {user}');
      return on(post, { ...how, user, actionId });
    },
    page: z.object({ ...who, post: thePost, ...theElement }),
  }),
  /** Deletes a message, as its author or as an admin may. */
  deletePost: userAction({
    run: deletePost,
    test: (post: Post, how: { user: string }) => on(post, how),
    page: z.object({ ...who, post: thePost }),
  }),
  messageShortcut: userAction({
    run: messageShortcut,
    test: (post: Post, callbackId: string, how: { user: string }) => on(post, { ...how, callbackId }),
    page: z.object({ ...who, post: thePost, ...itsId }),
  }),
  globalShortcut: userAction({
    run: globalShortcut,
    test: (callbackId: string, how: { user: string; team?: string }) => ({ ...how, callbackId }),
    page: z.object({ ...who, ...itsId }),
  }),
  /** Uses an element of a view that reports at once: a button, or an input with `dispatch_action`. */
  act: userAction({
    run: act,
    test: (view: View, actionId: string, value?: unknown, blockId?: string) =>
      inView(view, actionId, value, blockId),
    page: z.object({ ...who, view: theView, values: anyValues, ...theElement }),
  }),
  /** Types into a select whose options the app gives; null: too little for Slack to ask the app. */
  suggest: userAction({
    run: suggest,
    test: inView<string>,
    page: z.object({ ...who, view: theView, ...theElement, value: z.string() }),
    answer: suggested => suggested?.offered ?? {},
  }),
  /** Types into it and chooses what is offered: the first of which the name has `label` in it, or the first of all. */
  choose: userAction({
    run: choose,
    test: (view: View, actionId: string, value: string, how: { label?: string; blockId?: string } = {}) => ({
      ...how,
      view,
      actionId,
      value,
    }),
  }),
  /** Fills inputs by block id or action id, and submits. */
  submit: userAction({
    run: submit,
    test: (view: View, values: Record<string, unknown> = {}) => ({ view, values }),
    page: z.object({ ...who, view: theView, values: anyValues }),
    answer: ({ errors }) => ({ errors }),
  }),
  closeView: userAction({
    run: closeView,
    test: (view: View) => ({ view }),
    page: z.object({ ...who, view: theView }),
  }),
  /** Loads the page again: open modals are gone. */
  reloaded: userAction({
    run: reloaded,
    test: (user: string, team?: string) => ({ user, team }),
    page: z.object(who),
  }),
  /** Opens the app's Home or Messages tab; undefined if the app isn't subscribed to that. */
  openApp: userAction({
    run: openApp,
    test: (user: string, how: { tab?: 'home' | 'messages'; team?: string } = {}) => ({ ...how, user }),
    page: z.object({ ...who, tab: z.enum(['home', 'messages']) }),
  }),
  /** Answers the consent page that the app sent a person to; returns where Slack sends that person next. */
  consent: userAction({
    run: consent,
    test: (authorizeUrl: string, how: Omit<Consented, 'authorizeUrl'> = {}) => ({ ...how, authorizeUrl }),
    page: z.object({ authorizeUrl: z.string(), team: z.string(), allow: z.boolean() }),
    answer: leadsTo => ({ leadsTo }),
  }),
  /** Removes the app from a workspace. */
  uninstall: userAction({ run: uninstall, test: (team?: string) => ({ team }), page: z.object(who) }),
  /** Runs the app's own step of a workflow. */
  runFunction: userAction({ run: runFunction, test: step }),
  /** The same, with people and groups as somebody types them. */
  runStep: userAction({
    run: runStep,
    test: step,
    page: z.object({ ...who, ...itsId, inputs: anyValues }),
  }),
  /** Delivers a run's event once more. */
  runAgain: userAction({
    run: runAgain,
    test: (runId: string) => ({ runId }),
    page: z.object({ ...who, runId: z.string() }),
  }),
  /** What somebody who builds a workflow can choose in an input of the step whose options the app lists. */
  stepOptions: userAction({
    run: stepOptions,
    test: (callbackId: string, input: string, typed: string = '', team?: string) => ({
      callbackId,
      input,
      typed,
      team,
    }),
    page: z.object({ ...who, ...itsId, input: z.string(), typed: z.string() }),
    answer: options => options,
  }),
};

type UserActions = typeof USER_ACTIONS;

/** One method for each userAction. */
export type DeedMethods = {
  [Name in keyof UserActions]: (
    ...given: Parameters<UserActions[Name]['test']>
  ) => ReturnType<UserActions[Name]['run']>;
};

/** The methods by which tests do these user actions in this scene. */
export function deedMethods(scene: Scene): DeedMethods {
  const methods = Object.entries(USER_ACTIONS).map(([name, one]) => [
    name,
    (...given: never[]) => one.run(scene, (one.test as (...all: never[]) => never)(...given)),
  ]);
  return Object.fromEntries(methods) as DeedMethods;
}
