import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { translate as jobsOf } from '../../../src/domain/batch/translate.ts';
import { translate as stackOf } from '../../../src/domain/cloudformation/translate.ts';
import { bindTemplate } from '../../../src/tosca/infrastructure-manager/bind.ts';
import { deployable } from '../../../src/tosca/infrastructure-manager/deployable.ts';
import type { Json } from '../../../src/tosca/topology.ts';
import { offer as queues } from '../../domain/batch/translated.ts';
import { offer as cloud } from '../../domain/cloudformation/translated.ts';
import { noImports } from '../fixtures.ts';
import { allForms, expected, forms, onMachine, outputs, template } from './value-forms.ts';

/** Its parser works out a property of a node itself. */
const sentFor = (some: typeof forms) =>
  Object.fromEntries(
    some.map(([form, value], index) => [`v${index}`, form === '{ get_property: [ db, port ] }' ? load(form) : value]),
  );

const processed = async (text: string) => {
  const made = await deployable(text, { inputs: {}, imports: noImports });
  if (!made.processed.ok) throw new Error(made.processed.problems.map(({ message }) => message).join('\n'));
  return { text: made.text, topology: made.processed.topology };
};

const outputsOf = ({
  outputs: found,
}: {
  readonly outputs: readonly { readonly name: string; readonly value: Json }[];
}) => Object.fromEntries(found.map(({ name, value }) => [name, value]));

type Sent = {
  readonly topology_template: {
    readonly outputs: { readonly [name: string]: { readonly value: Json } };
    readonly node_templates: {
      readonly [name: string]: {
        readonly interfaces: { readonly Standard: { readonly configure: { readonly inputs: Json } } };
      };
    };
  };
};

/** What the Infrastructure Manager is sent: it gets values, and no calls that only TOSCA's engine can work out. */
const sentTo = (text: string): Sent => load(bindTemplate(text, { inputs: {}, name: 'n' })) as Sent;

describe.each([
  ['written in the template', true, onMachine('client')],
  ['written in its type', false, onMachine('clientType')],
])('a value that the template fixes, %s', (_, isInTemplate, placed) => {
  const text = template(placed);

  it('is known before the deployment, in outputs and in inputs of operations', async () => {
    const { topology } = await processed(text);
    expect(outputsOf(topology)).toEqual(expected(forms));
    expect(topology.outputs.filter(({ deferred }) => deferred)).toEqual([]);
    const client = topology.nodes.find(({ name }) => name === 'cl');
    expect(client?.operations?.['standard.configure']?.inputs).toEqual(expected(allForms));
  });

  it('reaches software on AWS as it is, and is in no output of the stack', async () => {
    const { topology } = await processed(text);
    const made = stackOf(topology, { ...cloud, agentProfile: 'agent' });
    if (!made.ok) throw new Error(made.reasons.join('\n'));
    expect(made.blueprint.outputs.filter(({ hidden }) => hidden !== true)).toEqual([]);
    const step = made.blueprint.software?.steps.find(({ node }) => node === 'cl');
    expect(step?.inputs).toEqual(expected(allForms));
  });

  it('reaches the Infrastructure Manager as it is', async () => {
    const { topology_template: sent } = sentTo((await processed(text)).text);
    const values = Object.fromEntries(Object.entries(sent.outputs).map(([name, { value }]) => [name, value]));
    expect(values).toEqual(sentFor(forms));
    const { inputs: given } = sent.node_templates['cl']?.interfaces.Standard.configure ?? {};
    expect(isInTemplate ? given : expected(allForms)).toEqual(isInTemplate ? sentFor(allForms) : given);
  });
});

describe('a value that the template fixes, for jobs', () => {
  const job = {
    base: 'toscanini.nodes.Job',
    properties: ' image: busybox, command: "true" ',
    outputs,
  };

  it('is known before the deployment, and no deployer is asked for it', async () => {
    const { topology } = await processed(template(job));
    const made = jobsOf(topology, queues);
    if (!made.ok) throw new Error(made.reasons.join('\n'));
    expect(made.blueprint.outputs).toEqual([]);
    expect(outputsOf(topology)).toEqual(expected(forms));
  });
});
