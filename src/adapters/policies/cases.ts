import * as v from 'valibot';
import { ways } from '../../domain/changes/change.ts';
import { deployerKinds } from '../../domain/deployers/kinds.ts';
import {
  nodeChanges,
  operations,
  type PolicyNode,
  type PolicyPlan,
  policyKinds,
  totalOf,
} from '../../domain/policies/plan.ts';
import type { Policies, Violation } from '../../domain/policies/rule.ts';
import { number, recordOf, strict, text, wholeNumber } from '../../foundation/shape/schemas.ts';
import type { Json } from '../../tosca/topology.ts';

const person = strict({
  issuer: v.optional(v.string(), 'https://issuer.example'),
  subject: v.optional(v.string(), 'ana'),
});

const amounts = {
  cpus: v.optional(number),
  memory: v.optional(number),
  disk: v.optional(number),
  gpus: v.optional(wholeNumber),
};

const node = strict({
  name: text,
  type: v.optional(text, 'tosca.nodes.Compute'),
  types: v.optional(v.array(text)),
  kind: v.optional(v.picklist(policyKinds), 'compute'),
  count: v.optional(wholeNumber, 1),
  /** absent: `count` */
  most: v.optional(wholeNumber),
  change: v.optional(v.picklist(nodeChanges), 'added'),
  ...{ size: v.optional(v.string()), image: v.optional(v.string()), region: v.optional(v.string()), ...amounts },
  public: v.optional(v.boolean(), false),
  ports: v.optional(
    v.array(
      strict({
        protocol: v.optional(text, 'tcp'),
        from: wholeNumber,
        to: v.optional(wholeNumber),
        source: v.optional(v.string(), ''),
      }),
    ),
    [],
  ),
  hourly: v.optional(number),
  properties: v.optional(recordOf(v.string(), v.unknown()), {}),
});

/** What a case says of a plan; the rest is as in docs/policies.md, "Cases". */
const plan = strict({
  operation: v.optional(v.picklist(operations), 'create'),
  user: v.optional(person, {}),
  owner: v.optional(person, {}),
  group: v.optional(v.string(), ''),
  name: v.optional(v.string(), ''),
  labels: v.optional(recordOf(v.string(), v.string()), {}),
  provider: v.optional(
    strict({
      ...{ id: v.optional(text), name: v.optional(text), type: v.optional(text), region: v.optional(text) },
      deployer: v.optional(v.picklist(deployerKinds)),
    }),
    {},
  ),
  nodes: v.optional(v.array(node), []),
  removed: v.optional(
    v.array(
      strict({
        name: text,
        type: v.optional(text, 'tosca.nodes.Compute'),
        types: v.optional(v.array(text)),
        count: v.optional(wholeNumber, 1),
      }),
    ),
    [],
  ),
  changes: v.optional(v.array(strict({ node: text, property: text, how: v.picklist(ways) })), []),
  total: v.optional(strict({ instances: v.optional(wholeNumber), ...amounts }), {}),
  cost: v.optional(strict({ hourly: v.optional(number), monthly: v.optional(number), most: v.optional(number) })),
});

const expected = v.union([
  text,
  strict({
    rule: text,
    node: v.optional(text),
    message: v.optional(text),
    /** true: it cannot be evaluated */
    failed: v.optional(v.boolean(), false),
  }),
]);

export const caseSchema = strict({ name: text, plan, expect: v.array(expected) });

export type Case = v.InferOutput<typeof caseSchema>;
type CaseNode = Case['plan']['nodes'][number];

/** The whole plan of a case: what it leaves out follows from the rest. */
export const planOfCase = ({ plan: given }: Case): PolicyPlan => {
  const nodes = given.nodes.map((one) => wholeNode(one, given.provider.region));
  const hourly = nodes.reduce<number | undefined>(
    (sum, one) => (sum === undefined || one.hourly === undefined ? undefined : sum + one.hourly),
    0,
  );
  const cost = nodes.length === 0 || hourly === undefined ? {} : { hourly, monthly: hourly * 730 };
  return {
    ...given,
    nodes,
    removed: given.removed.map((one) => ({ ...one, types: one.types ?? [one.type] })),
    total: { ...totalOf(nodes), ...given.total },
    cost: given.cost ?? cost,
  } as PolicyPlan;
};

const wholeNode = (given: CaseNode, region: string | undefined): PolicyNode => ({
  ...given,
  types: given.types ?? [given.type],
  region: given.region ?? region,
  ports: given.ports.map((port) => ({ ...port, to: port.to ?? port.from })),
  properties: given.properties as { readonly [name: string]: Json },
});

/** How a case came out; `differences`: one line each, none if it is as expected. */
export interface CaseResult {
  readonly name: string;
  readonly differences: readonly string[];
}

/** Each violation has to be expected, and each expected one has to come. */
export const runCase = async (policies: Policies, one: Case): Promise<CaseResult> => {
  const found = [...(await policies.judge(planOfCase(one)))];
  const missing = one.expect.flatMap((want) => {
    const at = found.findIndex((violation) => isMeant(want, violation));
    if (at < 0) return [`expected: ${wordsOf(want)}`];
    found.splice(at, 1);
    return [];
  });
  const more = found.map(
    ({ rule, node, effect, message }) => `not expected: ${effect} by ${rule}${node ? ` for ${node}` : ''}: ${message}`,
  );
  return { name: one.name, differences: [...missing, ...more] };
};

type Expected = Case['expect'][number];

const isMeant = (want: Expected, { rule, node, message, failed }: Violation): boolean =>
  typeof want === 'string'
    ? want === rule && !failed
    : want.rule === rule &&
      want.failed === (failed ?? false) &&
      (want.node === undefined || want.node === node) &&
      (want.message === undefined || want.message === message);

const wordsOf = (want: Expected): string => (typeof want === 'string' ? want : JSON.stringify(want));
