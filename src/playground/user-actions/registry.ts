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

/** An action of a user in Slack. */
interface UserAction<Input, Args extends unknown[], Result, Page> {
  run(scene: Scene, input: Input): Result;
  /** Builds the input from the arguments of the driver's method, for tests. */
  test(...args: Args): NoInfer<Input>;
  /** Schema of the page's message, apart from the action's name; without it, the page doesn't offer the action. */
  page?: Page;
  /** The part of the result that the page gets; by default nothing. */
  answer?(result: Awaited<Result>): unknown;
}

const userAction = <
  Input,
  Args extends unknown[],
  Result,
  Page extends z.ZodType<NoInfer<Input>> | undefined = undefined,
>(
  action: UserAction<Input, Args, Result, Page>,
): UserAction<Input, Args, Result, Page> => action;

const userFields = { team: z.string(), user: z.string() };
const postRef = z.object({ channel: z.string(), ts: z.string() });
const viewRef = z.object({ id: z.string() });
const valueFields = z.record(z.string(), z.unknown()).default({});
const elementFields = { actionId: z.string(), blockId: z.string(), value: z.unknown().optional() };
const callbackIdField = { callbackId: z.string() };

/**
 * Builders of inputs from a test's arguments: for an action on a post, a step of a workflow, and an element of a view.
 */
const onPost = <Options>(post: Post, options: Options) => ({ ...options, post, team: post.teamId });
const step = (callbackId: string, inputs: JsonObject = {}, team?: string) => ({ callbackId, inputs, team });
const inView = <Value>(view: View, actionId: string, value: Value, blockId?: string) => ({
  view,
  actionId,
  value,
  blockId,
});

/**
 * All user actions by name. The page and the tests' driver act through this table. A test passes a post or view itself,
 * the page its id; a user is given by id or handle.
 */
export const USER_ACTIONS = {
  /** Sends the text of the message box: a command that the manifest declares, or a message. */
  write: userAction({
    run: write,
    test: (input: PlaceRef & { text: string }) => input,
    page: z.object({ ...userFields, channel: z.string(), text: z.string() }),
    answer: result => result,
  }),
  /** Sends a slash command: by default the first that the manifest declares. */
  command: userAction({ run: sendCommand, test: (input: TypedCommand) => input }),
  say: userAction({ run: say, test: (input: PlaceRef & { text: string }) => input }),
  /**
   * Presses a button or chooses an option in a post. Confirms the element's dialog if it has one. `user` is optional
   * for an ephemeral post.
   */
  press: userAction({
    run: press,
    test(post: Post, actionId: string, options: { user?: string; value?: unknown; blockId?: string } = {}) {
      const user = options.user ?? post.visibleTo;
      if (!user) throw new Error('Say who presses: {user}');
      return onPost(post, { ...options, user, actionId });
    },
    page: z.object({ ...userFields, post: postRef, ...elementFields }),
  }),
  /** Deletes a message, as its author or an admin may. */
  deletePost: userAction({
    run: deletePost,
    test: (post: Post, options: { user: string }) => onPost(post, options),
    page: z.object({ ...userFields, post: postRef }),
  }),
  messageShortcut: userAction({
    run: messageShortcut,
    test: (post: Post, callbackId: string, options: { user: string }) =>
      onPost(post, { ...options, callbackId }),
    page: z.object({ ...userFields, post: postRef, ...callbackIdField }),
  }),
  globalShortcut: userAction({
    run: globalShortcut,
    test: (callbackId: string, options: { user: string; team?: string }) => ({ ...options, callbackId }),
    page: z.object({ ...userFields, ...callbackIdField }),
  }),
  /** Uses an element of a view that notifies the app at once: a button, or an input with `dispatch_action`. */
  act: userAction({
    run: act,
    test: (view: View, actionId: string, value?: unknown, blockId?: string) =>
      inView(view, actionId, value, blockId),
    page: z.object({ ...userFields, view: viewRef, values: valueFields, ...elementFields }),
  }),
  /** Types into an external select; null if the input is too short for Slack to ask the app. */
  suggest: userAction({
    run: suggest,
    test: inView<string>,
    page: z.object({ ...userFields, view: viewRef, ...elementFields, value: z.string() }),
    answer: suggested => suggested?.offered ?? {},
  }),
  /**
   * Types into an external select and chooses an offered option: the first whose name contains `label`, or the first.
   */
  choose: userAction({
    run: choose,
    test: (
      view: View,
      actionId: string,
      value: string,
      options: { label?: string; blockId?: string } = {},
    ) => ({
      ...options,
      view,
      actionId,
      value,
    }),
  }),
  /** Fills inputs by block id or action id, and submits. */
  submit: userAction({
    run: submit,
    test: (view: View, values: Record<string, unknown> = {}) => ({ view, values }),
    page: z.object({ ...userFields, view: viewRef, values: valueFields }),
    answer: ({ errors }) => ({ errors }),
  }),
  closeView: userAction({
    run: closeView,
    test: (view: View) => ({ view }),
    page: z.object({ ...userFields, view: viewRef }),
  }),
  /** Reloads the page, which closes open modals. */
  reloaded: userAction({
    run: reloaded,
    test: (user: string, team?: string) => ({ user, team }),
    page: z.object(userFields),
  }),
  /** Opens the app's Home or Messages tab; undefined if the app isn't subscribed to `app_home_opened`. */
  openApp: userAction({
    run: openApp,
    test: (user: string, options: { tab?: 'home' | 'messages'; team?: string } = {}) => ({
      ...options,
      user,
    }),
    page: z.object({ ...userFields, tab: z.enum(['home', 'messages']) }),
  }),
  /** Answers the consent page. Returns the address to which Slack sends the user next. */
  consent: userAction({
    run: consent,
    test: (authorizeUrl: string, options: Omit<Consented, 'authorizeUrl'> = {}) => ({
      ...options,
      authorizeUrl,
    }),
    page: z.object({ authorizeUrl: z.string(), team: z.string(), allow: z.boolean() }),
    answer: leadsTo => ({ leadsTo }),
  }),
  uninstall: userAction({ run: uninstall, test: (team?: string) => ({ team }), page: z.object(userFields) }),
  /** Runs the app's step of a workflow. */
  runFunction: userAction({ run: runFunction, test: step }),
  /** Runs the step with a user's input. Mentions of people and groups are escaped as in Slack. */
  runStep: userAction({
    run: runStep,
    test: step,
    page: z.object({ ...userFields, ...callbackIdField, inputs: valueFields }),
  }),
  /** Delivers a run's event again. */
  runAgain: userAction({
    run: runAgain,
    test: (runId: string) => ({ runId }),
    page: z.object({ ...userFields, runId: z.string() }),
  }),
  /** The options of a step's input that the app lists, for a user who builds a workflow. */
  stepOptions: userAction({
    run: stepOptions,
    test: (callbackId: string, input: string, typed: string = '', team?: string) => ({
      callbackId,
      input,
      typed,
      team,
    }),
    page: z.object({ ...userFields, ...callbackIdField, input: z.string(), typed: z.string() }),
    answer: options => options,
  }),
};

type UserActions = typeof USER_ACTIONS;

export type UserActionMethods = {
  [Name in keyof UserActions]: (
    ...args: Parameters<UserActions[Name]['test']>
  ) => ReturnType<UserActions[Name]['run']>;
};

/** The driver's method for each user action. */
export function userActionMethods(scene: Scene): UserActionMethods {
  const methods = Object.entries(USER_ACTIONS).map(([name, action]) => [
    name,
    (...args: never[]) => action.run(scene, (action.test as (...args: never[]) => never)(...args)),
  ]);
  return Object.fromEntries(methods) as UserActionMethods;
}
