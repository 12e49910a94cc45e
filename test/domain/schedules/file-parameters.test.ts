import { describe, expect, it } from 'vitest';
import {
  exampleFiles,
  type FileFacts,
  fillIn,
  placeholderFaults,
} from '../../../src/domain/schedules/file-parameters.ts';

const file: FileFacts = {
  ...{ scope: 'incoming', name: 'data/1', url: 's3://tier-1/data/1', bucket: 'tier-1', key: 'data/1' },
  ...{ size: '1024', version: '' },
};

describe('the parameters of the deployment for a file', () => {
  it('say what their placeholders ask for, wherever they stand in a text', () => {
    expect(fillIn({ input: '${file.scope}/${file.name}, ${file.size} bytes${file.version}' }, file)).toEqual({
      input: 'incoming/data/1, 1024 bytes',
    });
  });

  it('say it within lists and objects, and keep every other value as it is', () => {
    const parameters = { list: ['${file.key}', 2, [null]], object: { at: { url: '${file.url}' } }, yes: true };
    expect(fillIn(parameters, file)).toEqual({
      ...{ list: ['data/1', 2, [null]], object: { at: { url: 's3://tier-1/data/1' } }, yes: true },
    });
  });

  it('keep a placeholder that is none of a file', () => {
    const parameters = { one: '${file.owner} ${file.toString} ${name}' };
    expect(fillIn(parameters, file)).toEqual(parameters);
  });
});

describe('the faults of placeholders', () => {
  it('name the place, the placeholder, and those that there are', () => {
    const parameters = { one: 'a ${file.owner}', two: { list: [1, null, '${file.name} ${file.date}'] }, three: null };
    const allowed = ['scope', 'name', 'url', 'bucket', 'key', 'size', 'version'].map((name) => `\${file.${name}}`);
    expect(placeholderFaults(parameters)).toEqual([
      `parameters.one holds \${file.owner}; a file has ${allowed.join(', ')}`,
      `parameters.two.list.2 holds \${file.date}; a file has ${allowed.join(', ')}`,
    ]);
  });

  it('are none where each placeholder says something of a file', () => {
    expect(placeholderFaults({ one: '${file.url} ${file.bucket} ${other}', two: 3, three: true })).toEqual([]);
  });
});

describe('the two made-up files', () => {
  it('differ in everything that a parameter can say', () => {
    const [first, second] = exampleFiles;
    for (const [name, value] of Object.entries(first)) expect(second[name as keyof FileFacts]).not.toBe(value);
  });
});
