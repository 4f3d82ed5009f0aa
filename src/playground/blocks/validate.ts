import type { z } from 'zod';
import { asObjects, isObject, type JsonObject } from '../json.ts';
import { problemsAcross } from './across.ts';
import { LEFT_OUT, MESSAGE_BLOCKS, VIEWS } from './blocks.ts';
import { OFFERED } from './elements.ts';

/**
 * What Slack would say against these blocks in a message, as it says it in
 * `response_metadata.messages` (without the `[ERROR]`); empty when it would take them.
 */
export function problemsOfMessageBlocks(blocks: unknown): string[] {
  const parsed = MESSAGE_BLOCKS.safeParse(blocks);
  const problems = parsed.success ? [] : inSlacksWords(parsed.error, blocks, '/blocks', true);
  return [...problems, ...problemsAcross(asObjects(blocks), '/blocks')];
}

/** The same for a view; `type` is what the method demands. */
export function problemsOfView(view: unknown, type: 'modal' | 'home'): string[] {
  const problems: string[] = [];
  if (!isObject(view)) return ['must provide an object [json-pointer:/view]'];
  if (view.type !== type) return [`unsupported type: ${String(view.type)} [json-pointer:/view/type]`];
  const parsed = VIEWS[type].safeParse(view);
  if (!parsed.success) problems.push(...inSlacksWords(parsed.error, view, '/view', false));
  const blocks = asObjects(view.blocks);
  problems.push(...problemsAcross(blocks, '/view/blocks'));
  if (type === 'modal' && !view.submit && blocks.some(block => block.type === 'input')) {
    problems.push('missing required field: submit [json-pointer:/view]');
  }
  return problems.length > 0 ? ['failed to match all allowed schemas [json-pointer:/view]', ...problems] : [];
}

/** The same for the options that an app offers in a select of its own. */
export function problemsOfOptions(answer: unknown): string[] {
  if (!isObject(answer)) return ['must provide an object'];
  const { options, option_groups: groups } = answer;
  if ((options === undefined) === (groups === undefined))
    return ['must define either `options` or `option_groups`'];
  const parsed = OFFERED.safeParse({ options, option_groups: groups });
  const problems = parsed.success ? [] : inSlacksWords(parsed.error, answer, '', false);
  const all = offeredOptions(answer).map(({ value }) => value);
  const twice = all.find((value, index) => all.indexOf(value) !== index);
  return twice === undefined ? problems : [...problems, `option values must be unique: "${String(twice)}"`];
}

/** All options of an answer, in its groups or not. */
export function offeredOptions(answer: JsonObject): JsonObject[] {
  const groups = asObjects(answer.option_groups).flatMap(group => asObjects(group.options));
  return [...asObjects(answer.options), ...groups];
}

function inSlacksWords(error: z.ZodError, root: unknown, base: string, withParent: boolean): string[] {
  const lines: string[] = [];
  for (const issue of error.issues) {
    const pointer = [base, ...issue.path].join('/');
    const parent = [base, ...issue.path.slice(0, -1)].join('/');
    const given = issue.path.reduce<unknown>(
      (value, key) => (value as JsonObject | undefined)?.[String(key)],
      root,
    );
    if (withParent && issue.path.at(-1) === 'text' && issue.code !== 'invalid_union') {
      lines.push(`failed to match all allowed schemas [json-pointer:${parent}]`);
    }
    lines.push(...sentence(issue, given, pointer, parent));
  }
  return [...new Set(lines)];
}

function sentence(issue: z.core.$ZodIssue, given: unknown, pointer: string, parent: string): string[] {
  const here = (what: string) => [`${what} [json-pointer:${pointer}]`];
  const missing = (name: string) => [`missing required field: ${name} [json-pointer:${parent}]`];
  switch (issue.code) {
    case 'too_big':
      if (issue.origin === 'array') return here(`no more than ${issue.maximum} items allowed`);
      if (issue.origin === 'string') return here(`must be less than ${Number(issue.maximum) + 1} characters`);
      return here(`must be less than or equal to ${issue.maximum}`);
    case 'too_small':
      if (issue.origin === 'array') return here(`no fewer than ${issue.minimum} items allowed`);
      if (issue.origin === 'string') return here(`must be more than ${Number(issue.minimum) - 1} characters`);
      return here(`must be greater than or equal to ${issue.minimum}`);
    case 'invalid_type':
      if (given === undefined) return missing(String(issue.path.at(-1)));
      return here(`must provide ${/^[aeiou]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}`);
    case 'unrecognized_keys':
      return issue.keys.flatMap(key => here(`invalid additional property: ${key}`));
    case 'invalid_union':
      if (given === undefined) return missing('type');
      return LEFT_OUT.has(String(given))
        ? here(`the playground has no \`${String(given)}\`, though Slack has`)
        : here(`unsupported type: ${String(given)}`);
    case 'invalid_value':
      return here('must be a valid enum value');
    default:
      return here(issue.message);
  }
}
