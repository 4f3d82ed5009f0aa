import { isDeepStrictEqual } from 'node:util';
import { asObjects, isObject, type JsonObject } from '../json.ts';
import { LIMITS } from './limits.ts';

/** Rules that span blocks: unique ids, and exclusive fields. */
export function problemsAcross(blocks: JsonObject[], pointer: string): string[] {
  const problems: string[] = [];
  const blockIds = new Set<unknown>();
  let focused = 0;
  for (const [index, block] of blocks.entries()) {
    const at = `${pointer}/${index}`;
    const blockId = block.block_id;
    if (blockId !== undefined && blockId !== '' && blockIds.has(blockId)) {
      problems.push(`\`block_id\` "${String(blockId)}" already exists [json-pointer:${at}/block_id]`);
    }
    blockIds.add(blockId);
    if (block.type === 'section' && !block.text && !block.fields) {
      problems.push(`must define either \`text\` or \`fields\` [json-pointer:${at}/type]`);
    }
    if (block.type === 'image' && Boolean(block.image_url) === Boolean(block.slack_file)) {
      problems.push(`must define either \`image_url\` or \`slack_file\` [json-pointer:${at}]`);
    }
    problems.push(...problemsAcross(asObjects(block.child_blocks), `${at}/child_blocks`));
    const actionIds = new Set<unknown>();
    for (const [element, where] of elementsOf(block, at)) {
      const actionId = element.action_id;
      if (actionId !== undefined && actionIds.has(actionId)) {
        problems.push(`\`action_id\` "${String(actionId)}" already exists [json-pointer:${where}/action_id]`);
      }
      actionIds.add(actionId);
      if (element.focus_on_load === true) focused += 1;
      problems.push(...choiceProblems(element, where));
    }
  }
  problems.push(...problemsOfTables(blocks, pointer));
  const markdown = blocks.reduce(
    (sum, block) => sum + (block.type === 'markdown' ? textLength(block) : 0),
    0,
  );
  if (markdown > LIMITS.markdownTotal.max) {
    const limit = LIMITS.markdownTotal.max + 1;
    problems.push(`markdown must be less than ${limit} characters in all [json-pointer:${pointer}]`);
  }
  if (focused > 1) problems.push(`only one element may have \`focus_on_load\` [json-pointer:${pointer}]`);
  return problems;
}

function textLength(block: JsonObject): number {
  return typeof block.text === 'string' ? block.text.length : 0;
}

/** All blocks, including those inside containers. */
export function withInner(blocks: JsonObject[]): JsonObject[] {
  return blocks.flatMap(block => [block, ...withInner(asObjects(block.child_blocks))]);
}

/** The possibly interactive elements of a block, each with its pointer. */
export function elementsOf(block: JsonObject, at: string): [JsonObject, string][] {
  const elements: [JsonObject, string][] = [];
  if (block.type === 'rich_text') return elements;
  for (const key of ['element', 'accessory']) {
    const element = block[key];
    if (isObject(element)) elements.push([element, `${at}/${key}`]);
  }
  for (const [index, element] of asObjects(block.elements).entries())
    elements.push([element, `${at}/elements/${index}`]);
  return elements;
}

function choiceProblems(element: JsonObject, at: string): string[] {
  const type = String(element.type);
  const problems: string[] = [];
  const options = asObjects(element.options);
  const groups = asObjects(element.option_groups);
  if (type === 'static_select' || type === 'multi_static_select') {
    if (options.length > 0 === groups.length > 0) {
      problems.push(`must define either \`options\` or \`option_groups\` [json-pointer:${at}]`);
    }
  }
  const all = [...options, ...groups.flatMap(group => asObjects(group.options))];
  const values = all.map(option => option.value);
  for (const [index, value] of values.entries()) {
    if (value !== undefined && values.indexOf(value) !== index) {
      problems.push(`option values must be unique: "${String(value)}" [json-pointer:${at}/options]`);
      break;
    }
  }
  // Slack accepts an initial option only if it equals one of the options.
  if (type.endsWith('static_select') || type === 'checkboxes' || type === 'radio_buttons') {
    const initial = [...asObjects(element.initial_options), ...asObjects([element.initial_option])];
    for (const option of initial) {
      if (!all.some(offered => JSON.stringify(offered) === JSON.stringify(option))) {
        problems.push(`initial option not found in \`options\` [json-pointer:${at}]`);
      }
    }
  }
  return problems;
}

/** Rules for all tables of a message together, and for a data table's header. */
function problemsOfTables(blocks: JsonObject[], pointer: string): string[] {
  const problems: string[] = [];
  const ofType = (type: string) => blocks.filter(block => block.type === type);
  const tables = ofType('table');
  if (ofType('data_visualization').length > LIMITS.chartsInAMessage.max)
    problems.push(
      `no more than ${LIMITS.chartsInAMessage.max} data_visualization blocks allowed [json-pointer:${pointer}]`,
    );
  if (tables.length > LIMITS.tablesInAMessage.max)
    problems.push(`only one table allowed [json-pointer:${pointer}]`);
  for (const [ofOneType, { max }] of [
    [tables, LIMITS.tableCharacters],
    [ofType('data_table'), LIMITS.dataTableCharacters],
  ] as const) {
    const characters = ofOneType.reduce((sum, table) => sum + charactersIn(table.rows), 0);
    if (characters > max)
      problems.push(`tables must be less than ${max + 1} characters in all [json-pointer:${pointer}]`);
  }
  for (const [index, block] of blocks.entries()) {
    if (block.type === 'data_table') problems.push(...headerProblems(block, `${pointer}/${index}/rows`));
    if (block.type === 'data_visualization')
      problems.push(...seriesProblems(block, `${pointer}/${index}/chart`));
  }
  return problems;
}

function headerProblems(table: JsonObject, at: string): string[] {
  const rows = Array.isArray(table.rows) ? table.rows : [];
  const [header = []] = rows;
  const problems: string[] = [];
  if (asObjects(header).some(cell => cell.type === 'rich_text'))
    problems.push(`header cells can't be rich_text [json-pointer:${at}/0]`);
  const uneven = rows.findIndex(row => Array.isArray(row) && row.length !== header.length);
  if (uneven >= 0)
    problems.push(`all rows must have the same number of cells [json-pointer:${at}/${uneven}]`);
  return problems;
}

/** Each series of a chart has a name of its own, and exactly one point for each category. */
function seriesProblems({ chart }: JsonObject, at: string): string[] {
  if (!isObject(chart) || !isObject(chart.axis_config)) return [];
  const { categories } = chart.axis_config;
  const all = asObjects(chart.series);
  const names = all.map(({ name }) => name);
  const problems: string[] = [];
  for (const [index, { name, data }] of all.entries()) {
    const where = `${at}/series/${index}`;
    if (names.indexOf(name) !== index)
      problems.push(`series names must be unique [json-pointer:${where}/name]`);
    const labels = asObjects(data).map(({ label }) => String(label));
    if (Array.isArray(categories) && !isDeepStrictEqual(labels.sort(), categories.map(String).sort()))
      problems.push(`data labels must match \`axis_config.categories\` [json-pointer:${where}/data]`);
  }
  return problems;
}

/** The length of all text in a table's rows, at any depth. */
function charactersIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, inner) => sum + charactersIn(inner), 0);
  if (typeof value !== 'object' || value === null) return 0;
  const { text, elements } = value as JsonObject;
  return (typeof text === 'string' ? text.length : 0) + charactersIn(elements);
}
