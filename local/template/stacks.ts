import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { conform } from '../../src/foundation/shape/examine.ts';
import { objectOf, recordOf } from '../../src/foundation/shape/schemas.ts';

const resource = v.object({
  Type: v.string(),
  Properties: v.optional(recordOf(v.string(), v.unknown()), {}),
  Metadata: v.optional(recordOf(v.string(), v.unknown()), {}),
});

const output = v.object({ Value: v.unknown(), Export: v.optional(v.object({ Name: v.unknown() })) });

const template = objectOf({
  Resources: v.optional(recordOf(v.string(), resource), {}),
  Outputs: v.optional(recordOf(v.string(), output), {}),
  Parameters: v.optional(recordOf(v.string(), objectOf({ Default: v.optional(v.unknown()) })), {}),
});

const ofStack = objectOf({ templateFile: v.optional(v.string()), stackName: v.optional(v.string()) });

const manifest = v.object({
  artifacts: recordOf(v.string(), v.object({ type: v.string(), properties: v.optional(ofStack, {}) })),
});

export interface Stack extends v.InferOutput<typeof template> {
  readonly name: string;
  readonly directory: string;
}

/** A resource of a template, with its stack. */
export interface Resource extends v.InferOutput<typeof resource> {
  readonly stack: Stack;
  readonly logicalId: string;
}

/** The CloudFormation templates of a CDK cloud assembly. */
export const readStacks = (directory: string): readonly Stack[] => {
  const { artifacts } = conform(manifest, readJson(join(directory, 'manifest.json')));
  return Object.entries(artifacts).flatMap(([id, { type, properties }]) =>
    type === 'aws:cloudformation:stack' && properties.templateFile !== undefined
      ? [
          {
            ...conform(template, readJson(join(directory, properties.templateFile))),
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
