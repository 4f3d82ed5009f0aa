import { type Template, templateSchema } from '../../domain/template.ts';
import type { Table } from '../records.ts';

export const TEMPLATE_LISTS = {
  /** All of a workspace, including its people's. */
  of: (workspace: string): string => `templates ${workspace}`,
  /** Those of an owner; null: the workspace's. */
  by: (workspace: string, owner: string | null): string => `templates ${workspace} ${owner ?? ''}`,
};

export const TEMPLATES: Table<Template> = {
  name: 'template',
  schema: templateSchema,
  workspaceOf: ({ workspace }) => workspace,
  places: ({ workspace, owner }) => [
    { list: TEMPLATE_LISTS.of(workspace), score: 0 },
    { list: TEMPLATE_LISTS.by(workspace, owner), score: 0 },
  ],
};
