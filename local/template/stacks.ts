import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const resource = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
  Metadata: z.record(z.string(), z.unknown()).default({}),
});

const template = z.object({
  Resources: z.record(z.string(), resource).default({}),
  Outputs: z
    .record(z.string(), z.object({ Value: z.unknown(), Export: z.object({ Name: z.unknown() }).optional() }))
    .default({}),
  Parameters: z.record(z.string(), z.object({ Default: z.unknown().optional() })).default({}),
});

const manifest = z.object({
  artifacts: z.record(
    z.string(),
    z.object({
      type: z.string(),
      properties: z.object({ templateFile: z.string().optional(), stackName: z.string().optional() }).default({}),
    }),
  ),
});

export interface Stack extends z.output<typeof template> {
  readonly name: string;
  readonly directory: string;
}

/** A resource of a template, with the stack it belongs to. */
export interface Resource extends z.output<typeof resource> {
  readonly stack: Stack;
  readonly logicalId: string;
}

/** The CloudFormation templates of a CDK cloud assembly. */
export const readStacks = (directory: string): readonly Stack[] => {
  const { artifacts } = manifest.parse(readJson(join(directory, 'manifest.json')));
  return Object.entries(artifacts).flatMap(([id, { type, properties }]) =>
    type === 'aws:cloudformation:stack' && properties.templateFile !== undefined
      ? [
          {
            ...template.parse(readJson(join(directory, properties.templateFile))),
            name: properties.stackName ?? id,
            directory,
          },
        ]
      : [],
  );
};

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** The resources of one type, in all stacks. */
export const resourcesOf = (stacks: readonly Stack[], type: string): readonly Resource[] =>
  stacks.flatMap((stack) =>
    Object.entries(stack.Resources)
      .filter(([, { Type }]) => Type === type)
      .map(([logicalId, found]) => ({ ...found, stack, logicalId })),
  );
