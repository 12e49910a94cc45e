import { describe, expect, it } from 'vitest';
import { expectFound, found, simple, strict } from './found.ts';

describe('what a workflow calls', () => {
  const types = `interface_types:
  Face: { derived_from: tosca.interfaces.Root, inputs: { all: { type: integer, required: false } }, go: { inputs: { size: { type: integer }, name: { type: string, default: x } } } }
node_types: { N: { derived_from: tosca.nodes.Root, interfaces: { Do: { type: Face, go: { inputs: { fixed: 5 } } } } } }`;
  const calling = (activity: string): string =>
    simple(`${types}
topology_template:
  node_templates: { n: { type: N }, filled: { type: N, interfaces: { Do: { go: { inputs: { size: 5, more: 3 } } } } } }
  workflows:
    other: { inputs: { size: { type: integer }, name: { type: string, default: z } } }
    one: { steps: { a: ${activity} } }`);
  const call = (inputs: string, target = 'n'): string =>
    calling(`{ target: ${target}, activities: [ { call_operation: { operation: Do.go, inputs: ${inputs} } } ] }`);
  const flow = (kind: string, inputs: string): string =>
    calling(`{ target: n, activities: [ { ${kind}: { workflow: other, inputs: ${inputs} } } ] }`);

  it.each([
    [
      'an input that is missing',
      call('{ name: y }'),
      'the operation Do.go requires the input "size", which has no value',
    ],
    ['one of another type', call('{ size: large }'), 'expected an integer, found "large"'],
    ['one of another type, of the whole interface', call('{ size: 1, all: x }'), 'expected an integer, found "x"'],
    [
      'one that is not declared',
      call('{ size: 1, sise: 2 }'),
      'declares no input "sise" (did you mean "size"?); it has all, size, name, fixed',
    ],
    ['a missing one of an inlined workflow', flow('inline', '{}'), 'the workflow other requires the input "size"'],
    ['one of another type of an inlined workflow', flow('inline', '{ size: x }'), 'expected an integer, found "x"'],
    [
      'an undeclared one of an inlined workflow',
      flow('inline', '{ size: 1, nam: x }'),
      'declares no input "nam" (did you mean "name"?)',
    ],
    [
      'a missing one of a delegated workflow',
      flow('delegate', '{ name: x }'),
      'the workflow other requires the input "size"',
    ],
  ])('%s', async (_, text, message) => {
    await expectFound(text, [`: ${message}`.replace(': declares', ' declares')]);
    expect((await found(text))[0]).toMatch(/^warning /);
  });

  it.each([
    ['all that is required', call('{ size: 1 }')],
    ['what the type gives already', call('{ size: 1, fixed: 3 }')],
    ['what the node gives already', call('{}', 'filled')],
    ['what the node gives beside', call('{ more: 4 }', 'filled')],
    ['what is computed', call('{ size: { get_property: [ n, x ] } }')],
    ['a workflow that is delegated to elsewhere', calling('{ target: n, activities: [ { delegate: deploy } ] }')],
    ['an inlined workflow', flow('inline', '{ size: 1 }')],
  ])('takes %s', async (_, text) => expect(await found(text)).toEqual([]));

  it('may ask for the inputs of the workflow and of the template, and for no others', async () => {
    const asking = (name: string, activity: string): string =>
      simple(`${types}
topology_template:
  inputs: { whole: { type: integer, default: 1 } }
  node_templates: { n: { type: N } }
  workflows:
    other: { inputs: { size: { type: integer } } }
    one:
      inputs: { own: { type: integer } }
      steps: { a: { target: n, activities: [ ${activity.replace('VALUE', `{ get_input: ${name} }`)} ] } }`);
    for (const activity of [
      '{ call_operation: { operation: Do.go, inputs: { size: VALUE } } }',
      '{ inline: { workflow: other, inputs: { size: VALUE } } }',
      '{ call_operation: { operation: Do.go, inputs: { size: 1, name: { concat: [ a, VALUE ] } } } }',
    ]) {
      expect(await found(asking('own', activity))).toEqual([]);
      expect(await found(asking('whole', activity))).toEqual([]);
      await expectFound(asking('owm', activity), ['error input-unknown']);
      await expectFound(asking('owm', activity), ['there is no input "owm" (did you mean "own"?)']);
    }
  });

  it('is an error in 2.0, but for what nobody declares', async () => {
    const of = (inputs: string): string =>
      strict(`interface_types: { Face: { operations: { go: { inputs: { size: { type: integer } } } } } }
node_types: { N: { interfaces: { Do: { type: Face } } } }
service_template:
  node_templates: { n: { type: N } }
  workflows: { one: { steps: { a: { target: n, activities: [ { call_operation: { operation: Do.go, inputs: ${inputs} } } ] } } } }`);
    await expectFound(of('{}'), ['error workflow-invalid']);
    await expectFound(of('{ size: x }'), ['error value-type']);
    await expectFound(of('{ size: 1, sise: 2 }'), ['warning workflow-invalid']);
    await expectFound(of('{ size: 1 }'), []);
  });
});
