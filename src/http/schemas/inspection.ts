/** The schema of the answer of POST /templates/inspect. */

import * as v from 'valibot';
import { imports } from './dry-runs.ts';
import { declaredInput } from './inputs.ts';
import { described, problem, text } from './parts.ts';
import { outlineNode } from './views.ts';

export const inspection = described(
  v.strictObject({
    valid: described(v.boolean(), 'no problem is an error; inputs that are missing are none here'),
    version: described(text, 'as the template declares it'),
    name: described(text, 'what a deployment is called that has no name of its own'),
    description: text,
    metadata: v.optional(v.record(v.string(), v.unknown())),
    inputs: v.array(declaredInput),
    inputSchema: described(
      v.record(v.string(), v.unknown()),
      'the same as JSON Schema of `parameters`, with the TOSCA type of each as `x-tosca-type`',
    ),
    nodes: v.array(outlineNode),
    outputs: v.array(
      v.strictObject({
        name: v.string(),
        description: text,
        deferred: described(v.boolean(), 'true: known only once it is deployed'),
      }),
    ),
    problems: v.array(problem),
    archive: described(
      v.optional(
        v.strictObject({
          entry: described(v.string(), 'path of the file that is the template'),
          text: described(v.string(), 'of that file'),
          files: described(v.array(v.string()), 'paths of all files'),
        }),
      ),
      'what an archive holds; absent: the template is a text',
    ),
    imports,
  }),
  'what a template is, without a deployment',
);
