import { describe, expect, it } from 'vitest';
import { keynameUnknown } from '../../src/tosca/problem-kinds.ts';
import { asWarning } from '../../src/tosca/report.ts';
import { expectFound, found, simple, strict } from './found.ts';

const compute = 'node_templates: { n: { type: tosca.nodes.Compute } }';

describe('a misspelled keyname of 1.x', () => {
  it.each([
    ['of a file', `node_typs: {}\ntopology_template: { ${compute} }`, 'node_types', 'topology_template'],
    ['of the topology', `topology_template: { imputs: {}, ${compute} }`, 'inputs', 'node_templates'],
    [
      'of a node template',
      'topology_template: { node_templates: { n: { type: tosca.nodes.Compute, propertis: {} } } }',
      'properties',
      'requirements',
    ],
    [
      'of a type',
      `node_types: { T: { derivd_from: tosca.nodes.Root } }\ntopology_template: { ${compute} }`,
      'derived_from',
      'capabilities',
    ],
    ['of an input', `topology_template: { inputs: { i: { typ: string } }, ${compute} }`, 'type', 'default'],
    ['of a workflow', `topology_template: { workflows: { w: { step: {} } }, ${compute} }`, 'steps', 'preconditions'],
  ])('%s is suggested, and those that are allowed are listed', async (_, text, meant, other) => {
    const [problem, ...more] = await found(simple(text));
    expect(more).toEqual([]);
    expect(problem).toContain(`(did you mean "${meant}"?); allowed are `);
    expect(problem?.split('allowed are ')[1]?.split(', ')).toEqual(expect.arrayContaining([meant, other]));
  });

  it('says the same however often it is asked', () => {
    const finding = keynameUnknown('typ', 'a node', new Map([['type', 1]]));
    const said = '"typ" is not a keyname of a node (did you mean "type"?); allowed are type';
    expect([finding.message, finding.message, asWarning(finding).message]).toEqual([said, said, said]);
  });
});

describe('a section in the wrong place', () => {
  it('is an error, since nothing would be deployed', async () => {
    await expectFound(simple(`topology_template:\n${compute}`), [
      'error keyname-misplaced node_templates: "node_templates" belongs inside of topology_template',
    ]);
    await expectFound(strict('service_template: { node_templates: {} }\ninputs: {}'), [
      'error keyname-misplaced inputs: "inputs" belongs inside of service_template',
    ]);
  });

  it('by the name of another version, is told its name', async () => {
    await expectFound(strict('topology_template: { node_templates: {} }'), [
      'error keyname-misplaced topology_template: "topology_template" is called service_template',
    ]);
    await expectFound(simple('service_template: { node_templates: {} }'), [
      'error keyname-misplaced service_template: "service_template" is called topology_template',
    ]);
  });
});

describe('one wrong indentation', () => {
  it.each([
    ['of a node template', 'node_templates:\n    n:\n    x: a', 'found nothing', 'found "a"'],
    ['of an input', 'inputs:\n    n:\n    type: string', 'found nothing', 'found "string"'],
  ])('%s is one error for each line', async (_, text, ...expected) => {
    const problems = await found(simple(`topology_template:\n  ${text}`));
    expect(problems.map((each) => each.replace(/.*, /, ''))).toEqual(expected);
  });

  it('of a requirement is one error', async () => {
    const node = 'n: { type: tosca.nodes.SoftwareComponent, requirements: [ { host: , node: m } ] }';
    await expectFound(simple(`topology_template: { node_templates: { ${node}, m: { type: tosca.nodes.Compute } } }`), [
      'expected a map with one entry, the name, found 2 entries: host, node',
    ]);
  });

  it('of a copy is one error', async () => {
    await expectFound(simple('topology_template: { node_templates: { n: { copy: m } } }'), [
      'error copy-invalid topology_template.node_templates.n.copy: copy must name another template',
    ]);
  });
});

describe('a text that is no template', () => {
  it('is not shown when it is a file in base64', async () => {
    const secret = Buffer.from('password: hunter2 and so on, '.repeat(4)).toString('base64');
    const problems = await found(secret);
    expect(problems).toEqual([expect.stringContaining(`found ${secret.length} characters of base64`)]);
    expect(problems.join()).not.toContain(secret.slice(0, 12));
  });

  it('is shown when it is a few words', async () => {
    expect(await found('just a text')).toEqual([expect.stringContaining('found "just a text"')]);
  });
});

describe('names that a message lists', () => {
  it('are each listed once', async () => {
    const type = 'T: { properties: { w: { type: string } }, attributes: { w: { type: string } } }';
    const output = 'outputs: { o: { type: string, value: { $get_attribute: [ n, v ] } } }';
    const node = 'n: { type: T, properties: { w: a } }';
    await expectFound(strict(`node_types: { ${type} }\nservice_template: { node_templates: { ${node} }, ${output} }`), [
      'n has no attribute "v"; it has w',
    ]);
    expect(
      (await found(strict(`node_types: { ${type} }\nservice_template: { node_templates: { ${node} }, ${output} }`)))[0],
    ).toMatch(/it has w$/);
  });
});

describe('an item of $join that is no text', () => {
  it('is pointed at', async () => {
    const output = 'outputs: { o: { type: string, value: { $join: [ [ a, b, { x: 1 } ], "," ] } } }';
    await expectFound(strict(`service_template: { node_templates: {}, ${output} }`), [
      'service_template.outputs.o.value.$join[0][2]: $join takes',
    ]);
  });
});

describe('a step of get_attribute into a text', () => {
  const template = (version: string, step: string): string =>
    version === '2.0'
      ? strict(`node_types: { N: { attributes: { s: { type: string } } } }
service_template: { node_templates: { n: { type: N } }, outputs: { o: { type: string, value: { $get_attribute: [ n, s, ${step} ] } } } }`)
      : simple(`topology_template:
  ${compute}
  outputs: { o: { value: { get_attribute: [ n, private_address, ${step} ] } } }`);

  it.each(['1.3', '2.0'])('is an error in %s: tosca-parser refuses it too', async (version) => {
    await expectFound(template(version, 'ip'), ['error function-value']);
    await expectFound(template(version, 'ip'), ['finds nothing at "ip": a string has no members']);
  });

  it('may be an index, since providers give lists of addresses', async () => {
    expect(await found(template('1.3', '0'))).toEqual([]);
  });
});

describe('a number or a boolean where 2.0 takes a text', () => {
  it.each([
    ['string', '1.0', 'expected a string, which needs quotes here, found 1.0'],
    ['string', 'true', 'expected a string, which needs quotes here, found true'],
    ['version', '1.10', 'expected a version, which needs quotes here, found 1.10'],
    ['version', '1', 'expected a version such as 1.2 or 1.2.3.beta-4, found 1'],
    ['integer', '"1"', 'expected an integer, found "1"'],
  ])('is told as such: %s %s', async (type, value, message) => {
    const input = `inputs: { i: { type: ${type}, default: ${value} } }`;
    await expectFound(strict(`service_template: { node_templates: {}, ${input} }`), [message]);
  });
});

describe('an argument that breaks the validation of its signature', () => {
  it('is named with the reason: its type is right', async () => {
    const argument = '{ type: float, validation: { $greater_or_equal: [ $value, 0.0 ] } }';
    const text = `functions: { root: { signatures: [ { arguments: [ ${argument} ], result: { type: float } } ] } }
service_template: { node_templates: {}, outputs: { o: { type: float, value: { $root: [ -1.5 ] } } } }`;
    await expectFound(strict(text), [
      '$root takes (float) (argument 1: -1.5 does not satisfy {$greater_or_equal: [$value, 0.0]}), found [ -1.5 ]',
    ]);
  });
});
