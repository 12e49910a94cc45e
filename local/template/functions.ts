import type { CloudFunction } from './cloud.ts';
import { identityOf } from './names.ts';
import { type Resolve, text } from './resolver.ts';
import { type Resource, resourcesOf, type Stack } from './stacks.ts';

/** The metadata key for a function's entry file: docs/decisions/0001. A function without it belongs to the CDK. */
const entryKey = 'toscanini:entry';

interface Functions {
  readonly functions: readonly CloudFunction[];
  readonly environment: Readonly<Record<string, string>>;
}

export const readFunctions = (stacks: readonly Stack[], resolve: Resolve): Functions => {
  const ours = resourcesOf(stacks, 'AWS::Lambda::Function').filter(({ Metadata }) => entryKey in Metadata);
  return { functions: ours.map(toFunction), environment: sharedEnvironment(ours, resolve) };
};

/** Lambda's default timeout is three seconds. */
const defaultTimeoutSeconds = 3;

const toFunction = (resource: Resource): CloudFunction => {
  const { ref, attributes } = identityOf(resource);
  return {
    name: ref,
    arn: text(attributes['Arn']),
    entry: text(resource.Metadata[entryKey]),
    timeoutSeconds: Number(resource.Properties['Timeout'] ?? defaultTimeoutSeconds),
  };
};

/** Variables that configure Node itself: this process already runs, so they come too late. */
const notOurs = ['NODE_OPTIONS'];

/**
 * The environment of all functions. One process has one environment, so two functions must not want different values of a
 * variable.
 */
const sharedEnvironment = (functions: readonly Resource[], resolve: Resolve): Record<string, string> => {
  const values = new Map<string, { value: string; logicalId: string }>();
  for (const { Properties, stack, logicalId } of functions) {
    const { Variables = {} } = (Properties['Environment'] ?? {}) as { Variables?: Record<string, unknown> };
    for (const [name, unresolved] of Object.entries(Variables)) {
      const value = text(resolve(unresolved, stack));
      const other = values.get(name);
      if (other && other.value !== value)
        throw new Error(
          `${logicalId} and ${other.logicalId} need different values of ${name}: give them the same value, or two names`,
        );
      values.set(name, { value, logicalId });
    }
  }
  return Object.fromEntries(
    [...values].filter(([name]) => !notOurs.includes(name)).map(([name, { value }]) => [name, value]),
  );
};
