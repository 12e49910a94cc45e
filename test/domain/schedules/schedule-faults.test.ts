import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { storageElements } from '../../../local/storage/storage-elements.ts';
import { refusal, scheduleFaults } from '../../../src/domain/schedules/schedule-faults.ts';
import { InvalidError } from '../../../src/foundation/errors.ts';
import { checkPorts, fileConfiguration, reader, request, withInput } from './schedule-request.ts';

type Changes = Partial<{ readonly [K in keyof typeof request]: unknown }>;

const found = (changes: Changes = {}, mistakes?: readonly string[], elements = fileConfiguration.elements) =>
  scheduleFaults(
    { ...checkPorts(), fileConfiguration: { ...fileConfiguration, elements } },
    { ...request, reader, ...changes } as never,
    mistakes,
  );

const faults = async (changes: Changes, elements?: typeof fileConfiguration.elements) =>
  (await found(changes, undefined, elements)).faults;

describe('a schedule', () => {
  it('that is right has no faults, and gives the topology for a made-up file', async () => {
    const { faults, problems, topology } = await found();
    expect([faults, problems]).toEqual([[], []]);
    expect(topology?.nodes.map(({ name }) => name)).toEqual(['web', 'db']);
  });

  it('of which nothing can be read has only the mistakes that were found before', async () => {
    expect(await scheduleFaults(checkPorts(), { reader }, ['callback is no address'])).toStrictEqual({
      ...{ faults: ['callback is no address'], problems: [], notes: [] },
    });
  });

  it('is told of everything that is wrong in one refusal', async () => {
    const changes = { fileExpression: '(', replicationExpression: 'tier<', parameters: { one: '${file.owner}' } };
    const refused = refusal(await found({ ...changes, template: 'no template' }, ['limits are wrong']));
    expect(refused).toBeInstanceOf(InvalidError);
    expect(refused.problems).toHaveLength(1);
    const parts = refused.message.replace('the schedule is not valid: ', '').split('; ');
    expect(parts).toEqual([
      'limits are wrong',
      expect.stringMatching(/^fileExpression is not a regular expression/),
      'replicationExpression is wrong at position 6: the expression ends where the value of tier belongs',
      'parameters.one holds ${file.owner}',
      expect.stringMatching(/^a file has/),
      'the template cannot be deployed',
    ]);
  });
});

describe('the file expression', () => {
  it('has to match files of a bucket that its owner may read', async () => {
    expect(await faults({ fileExpression: 'raw:.*' })).toEqual([
      expect.stringMatching(/^fileExpression can match no file: .*"incoming"$/),
    ]);
    const physicist = { groups: ['physics'], isAdministrator: false };
    expect(await faults({ fileExpression: 'raw:.*', reader: physicist } as Changes)).toEqual([]);
  });
});

describe('the replication expression', () => {
  const twelve = Array.from({ length: 12 }, (_, index) => ({
    ...{ name: `E${index}`, bucket: `b${index}`, attributes: { tier: index } },
  }));

  it('has to describe as many elements as there are replicas, and no more', async () => {
    expect(await faults({ replicationExpression: '*', numberOfReplicas: 2 })).toEqual([]);
    expect(await faults({ numberOfReplicas: 2 })).toEqual([
      `numberOfReplicas is 2, and replicationExpression describes 1 of the 2 storage elements that there are (T1, T2): \
write a name or an attribute of one, or want fewer replicas`,
    ]);
  });

  it.each(['*\\T3', '*\\rse_typ=DISK', '(T1|T2)\\(T1&T3)', '*\\T3=true'])(
    'may not exclude what no element has: %s',
    async (replicationExpression) => {
      const [fault, ...others] = await faults({ replicationExpression });
      expect(others).toEqual([]);
      expect(fault).toMatch(/^replicationExpression excludes (T3|rse_typ), and no storage element has that name/);
    },
  );

  it('may exclude an element, an attribute or a column, and be a name that no element has where nothing is excluded', async () => {
    for (const replicationExpression of ['*\\T2', '*\\tier=7', '*\\rse_type=TAPE', '*\\volatile', '*|T3', '*\\rse=T2'])
      expect(await faults({ replicationExpression }), replicationExpression).toEqual([]);
  });

  it('is accepted as docs/jobs.md writes it, on a laptop', async () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/jobs.md'), 'utf8');
    const [, example = ''] = /```json\n(\{\n {2}"fileExpression".*?)```/s.exec(page) ?? [];
    const { template: _, ...fields } = JSON.parse(example.replaceAll('INCOMING_BUCKET', 'incoming')) as Changes;
    expect(Object.keys(fields)).toEqual(['fileExpression', 'replicationExpression', 'numberOfReplicas', 'parameters']);
    const { template } = { template: withInput('{ type: string }') };
    expect((await found({ ...fields, template } as Changes, undefined, storageElements as never)).faults).toEqual([]);
  });

  it('has to describe elements in as many buckets: two replicas in one bucket would be the same object', async () => {
    const shared = twelve.slice(0, 2).map((one) => ({ ...one, bucket: 'b' }));
    expect(await faults({ replicationExpression: '*', numberOfReplicas: 2 }, shared)).toEqual([
      `numberOfReplicas is 2, and replicationExpression describes 2 of the 2 storage elements that there are (E0, E1); \
they are in 1 bucket, and each bucket takes one replica: write a name or an attribute of one, or want fewer replicas`,
    ]);
  });

  it('is enough where the number of replicas could not be read', async () => {
    expect(await faults({ replicationExpression: 'none', numberOfReplicas: undefined })).toEqual([]);
  });

  it.each([
    [10, '(E0, E1, E2, E3, E4, E5, E6, E7, E8, E9)'],
    [11, '(E0, E1, E2, E3, E4, E5, E6, E7, E8, E9, …)'],
  ])('that describes none of %i elements is told the first ten', async (count, names) => {
    const [fault] = await faults({ replicationExpression: 'none' }, twelve.slice(0, count) as never);
    expect(fault).toContain(` describes 0 of the ${count} storage elements that there are ${names}: write`);
  });

  it('describes nothing where there is no element', async () => {
    expect((await faults({}, []))[0]).toMatch(/of the 0 .* there are; the configuration has to name one/);
  });
});

describe('the template of a schedule', () => {
  const problems = async (definition: string, file?: unknown) => {
    const parameters = file === undefined ? {} : { file };
    const { faults, problems, topology } = await found({ template: withInput(definition), parameters });
    return { faults, codes: problems.map(({ code }) => code), nodes: topology?.nodes.length };
  };
  const right = { faults: [], codes: [], nodes: 2 };
  const wrong = { faults: ['the template cannot be deployed'], nodes: undefined };

  it('may have a constraint that no made-up file meets in the same way: the file decides', async () => {
    // another message for each of the two names
    expect(await problems('{ type: string, constraints: [{ max_length: 3 }] }', '${file.name}')).toMatchObject({
      ...{ faults: [], codes: [] },
    });
    // only the second meets it
    const pattern = '{ type: string, constraints: [{ pattern: "A.*" }] }';
    expect(await problems(pattern, '${file.name}')).toEqual(right);
    // only the first meets it
    expect(await problems('{ type: string, constraints: [{ pattern: "d.*" }] }', '${file.name}')).toEqual(right);
  });

  it('is wrong where every file would meet the same problem', async () => {
    const fixed = '{ type: string, constraints: [{ valid_values: [raw] }] }';
    expect(await problems(fixed, 'cooked')).toMatchObject(wrong);
    expect(await problems('{ type: integer }', '${file.name}')).toMatchObject(wrong);
  });

  it('lacks an input that has no value, unless the parameters could not be read', async () => {
    const needs = withInput('{ type: string }');
    expect(await faults({ template: needs })).toEqual(['the template cannot be deployed']);
    expect((await found({ template: needs, parameters: undefined })).problems).toEqual([]);
    const both = `${needs}    other: { type: tosca.nodes.NoSuch }\n`;
    expect((await found({ template: both, parameters: undefined })).problems.map(({ code }) => code)).toEqual([
      'type-unknown',
    ]);
  });
});
