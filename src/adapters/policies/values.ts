import type { PolicyPlan } from '../../domain/policies/plan.ts';
import { classes, type TypeName, types, variables } from './environment.ts';

/** The variables of an evaluation: instances of the declared types. What is not known is not there. */
export const valuesOf = (plan: PolicyPlan): { readonly [variable: string]: unknown } => {
  const whole = withMost(plan);
  return Object.fromEntries(
    Object.entries(variables).map(([name, type]) => [name, typed(whole[name as keyof PolicyPlan], type)]),
  );
};

/** Where nothing scales, the most is what is asked for. */
const withMost = (plan: PolicyPlan): PolicyPlan => ({
  ...plan,
  nodes: plan.nodes.map((node) => ({ ...node, most: node.most ?? node.count })),
  cost: { ...plan.cost, most: plan.cost.most ?? plan.cost.hourly },
});

const typed = (value: unknown, type: string): unknown => {
  const [, of] = /^list<(.+)>$/.exec(type) ?? [];
  if (of !== undefined) return (value as readonly unknown[]).map((one) => typed(one, of));
  if (type.startsWith('map<')) return new Map(Object.entries(value as object).map(([key, held]) => [key, plain(held)]));
  if (type === 'int') return BigInt(value as number);
  return type in types ? instance(value as { readonly [member: string]: unknown }, type as TypeName) : value;
};

const instance = (value: { readonly [member: string]: unknown }, type: TypeName): object =>
  new classes[type](
    Object.fromEntries(
      Object.entries(types[type]).flatMap(([member, of]) =>
        value[member] === undefined ? [] : [[member, typed(value[member], of)]],
      ),
    ),
  );

/** Whole numbers are `int` in CEL, as they are written in rules. */
const plain = (value: unknown): unknown => {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(plain);
  return new Map(Object.entries(value).map(([key, held]) => [key, plain(held)]));
};
