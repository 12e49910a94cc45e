import { identityOf, pseudoParameter } from './names.ts';
import type { Stack } from './stacks.ts';

/** Returns a value of a template with its intrinsic functions evaluated, using the laptop's names. */
export type Resolve = (value: unknown, stack: Stack) => unknown;

type Intrinsic = (argument: unknown, stack: Stack, stacks: readonly Stack[]) => unknown;

/**
 * A resolver for the stacks of one app. It throws for an unknown function, because otherwise an object could become a name.
 */
export const resolver =
  (stacks: readonly Stack[]): Resolve =>
  (value, stack) =>
    resolve(value, stack, stacks);

const resolve = (value: unknown, stack: Stack, stacks: readonly Stack[]): unknown => {
  if (Array.isArray(value)) return value.map((item) => resolve(item, stack, stacks));
  if (typeof value !== 'object' || value === null) return value;
  const [name, ...others] = Object.keys(value);
  const known = name === undefined ? undefined : intrinsics[name];
  const argument = (value as Record<string, unknown>)[name ?? ''];
  if (known && others.length === 0) return known(argument, stack, stacks);
  if (name?.startsWith('Fn::'))
    throw new Error(`stack ${stack.name}: the laptop does not support ${name}; add it in local/template/resolver.ts`);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolve(item, stack, stacks)]));
};

const intrinsics: Readonly<Record<string, Intrinsic>> = {
  Ref: (name, stack) => reference(String(name), stack),
  'Fn::GetAtt': (argument, stack) => {
    const [logicalId, ...path] = Array.isArray(argument) ? argument : String(argument).split('.');
    return attribute(String(logicalId), path.join('.'), stack);
  },
  'Fn::Join': (argument, stack, stacks) => {
    const [delimiter, items] = pair(argument, 'Fn::Join');
    return list(resolve(items, stack, stacks), 'Fn::Join')
      .map(text)
      .join(text(delimiter));
  },
  'Fn::Select': (argument, stack, stacks) => {
    const [index, items] = pair(argument, 'Fn::Select');
    return list(resolve(items, stack, stacks), 'Fn::Select')[Number(index)];
  },
  'Fn::Split': (argument, stack, stacks) => {
    const [delimiter, source] = pair(argument, 'Fn::Split');
    return text(resolve(source, stack, stacks)).split(text(delimiter));
  },
  'Fn::Sub': (argument, stack, stacks) => substitute(argument, stack, stacks),
  'Fn::ImportValue': (argument, stack, stacks) => imported(text(resolve(argument, stack, stacks)), stacks),
  'Fn::GetStackOutput': (argument, stack, stacks) => {
    const { StackName, OutputName } = resolve(argument, stack, stacks) as Record<string, unknown>;
    const producer = stacks.find(({ name }) => name === StackName);
    const output = producer?.Outputs[text(OutputName)];
    if (!producer || !output) throw new Error(`stack ${stack.name}: stack ${StackName} has no output ${OutputName}`);
    return resolve(output.Value, producer, stacks);
  },
};

const reference = (name: string, stack: Stack): unknown => {
  const pseudo = pseudoParameter(name, stack.name);
  if (pseudo !== undefined) return pseudo;
  const parameter = stack.Parameters[name];
  if (parameter?.Default !== undefined) return parameter.Default;
  return identityOf(found(name, stack)).ref;
};

const attribute = (logicalId: string, name: string, stack: Stack): string => {
  const resource = found(logicalId, stack);
  const value = identityOf(resource).attributes[name];
  if (value !== undefined) return value;
  throw new Error(
    `the laptop does not support the attribute ${name} of ${logicalId}, a ${resource.Type}; add it in local/template/names.ts`,
  );
};

const found = (logicalId: string, stack: Stack) => {
  const resource = stack.Resources[logicalId];
  if (resource) return { ...resource, logicalId };
  throw new Error(`stack ${stack.name}: there is no ${logicalId}`);
};

const substitute: Intrinsic = (argument, stack, stacks) => {
  const [pattern, variables] = Array.isArray(argument) ? argument : [argument, {}];
  return text(pattern).replace(/\$\{(!?)([^{}]+)\}/g, (whole, literal: string, name: string) => {
    if (literal) return `\${${name}}`;
    const variable = (variables as Record<string, unknown>)[name];
    if (variable !== undefined) return text(resolve(variable, stack, stacks));
    return name.includes('.') && !name.startsWith('AWS::')
      ? text(resolve({ 'Fn::GetAtt': name }, stack, stacks))
      : text(resolve({ Ref: name }, stack, stacks)) || whole;
  });
};

const imported = (name: string, stacks: readonly Stack[]): unknown => {
  for (const producer of stacks)
    for (const { Value, Export } of Object.values(producer.Outputs))
      if (Export && resolve(Export.Name, producer, stacks) === name) return resolve(Value, producer, stacks);
  throw new Error(`no stack exports ${name}`);
};

const pair = (argument: unknown, name: string): [unknown, unknown] => {
  const [first, second] = list(argument, name);
  return [first, second];
};

const list = (value: unknown, name: string): unknown[] => {
  if (Array.isArray(value)) return value;
  throw new Error(`${name} got ${JSON.stringify(value)} but needs a list`);
};

/** Numbers and booleans become text, as in CloudFormation. Throws for any other value. */
export const text = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new Error(`expected a text, found ${JSON.stringify(value)}`);
};
