/** The fields of a request for a deployment, and what becomes of each. A new field needs a row: docs/how-to/add-a-field.md. */

import type { creationFields } from '../../src/http/deployments/creation.ts';

type Name = keyof ReturnType<typeof creationFields>;

interface Field {
  /** sent by a creation */
  readonly first: unknown;
  /** sent by an update */
  readonly second: unknown;
  /** false: no answer has it */
  readonly shown: boolean;
  /** whether the record of an ended deployment keeps it (docs/decisions/0028) */
  readonly ended: boolean;
  /** stored by the update that sends `second` */
  readonly updated: unknown;
  /** stored by an update without the field */
  readonly omitted: unknown;
  /** a value that a secret input of the deployment is part of; absent: it cannot be */
  readonly secret?: unknown;
}

/** The value of a secret input of the deployment. */
export const secret = 'hunter2hunter2';

/** Shown, also when the deployment has ended. An update replaces it, or leaves it as it is. */
const kept = (of: (word: string) => unknown): Field => {
  const [first, second] = [of('one'), of('two')];
  return { first, second, shown: true, ended: true, updated: second, omitted: first, secret: of(secret) };
};

/** Shown in no answer. An update replaces it. */
const hidden = (first: unknown, second: unknown, omitted: unknown): Field => {
  return { first, second, shown: false, ended: false, updated: second, omitted };
};

const tosca = (cpus: number): string => `tosca_definitions_version: tosca_simple_yaml_1_0
topology_template:
  inputs: { size: { type: string }, password: { type: string } }
  node_templates:
    server: { type: tosca.nodes.Compute, capabilities: { host: { properties: { num_cpus: ${cpus} } } } }
`;

export const fields: Readonly<Record<Name, Field>> = {
  template: hidden(tosca(1), tosca(2), tosca(2)),
  parameters: hidden(
    { size: 'one', password: secret },
    { size: 'two', password: secret },
    { size: 'one', password: secret },
  ),
  userGroup: {
    ...{ first: 'physics', second: 'chemistry', shown: true, ended: true },
    ...{ updated: 'physics', omitted: 'physics' },
  },
  labels: { ...kept((word) => ({ team: word })), second: undefined, updated: { team: 'one' } },
  expiresAt: {
    ...{ first: '2026-11-21T00:00:00.000Z', second: undefined, shown: true, ended: true },
    ...{ updated: '2026-11-21T00:00:00.000Z', omitted: '2026-11-21T00:00:00.000Z' },
  },
  ttl: hidden('9w', undefined, undefined),
  name: kept((word) => word),
  callback: { ...kept((word) => `https://client.example/${word}`), ended: false },
  maxProvidersRetry: hidden(2, 3, undefined),
  timeoutMins: hidden(90, 80, undefined),
  providerTimeoutMins: hidden(30, 40, 14_400),
  keepLastAttempt: hidden(true, false, false),
};

export const names = Object.keys(fields) as Name[];

/** Those whose values may hold a secret of the deployment. */
export const secretive = names.filter((name) => 'secret' in fields[name]);

export type Values = { readonly [field: string]: unknown };

/** Of each field, the value that the table gives. */
export const valuesOf = (which: keyof Field): Values =>
  Object.fromEntries(names.map((name) => [name, fields[name][which]]));
