import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { configuredFiles } from '../../../src/adapters/files/storage-elements.ts';

const set = (name: string, value: unknown) => vi.stubEnv(name, JSON.stringify(value));

beforeEach(() => {
  set('STORAGE_ELEMENTS', []);
  set('FILE_READERS', []);
  set('FILE_BUCKETS', []);
  vi.stubEnv('INCOMING_BUCKET', 'toscanini-incoming-1');
});
afterEach(() => vi.unstubAllEnvs());

describe('the configuration of files', () => {
  it('always watches the bucket of the stack', () => {
    expect(configuredFiles()).toEqual({ elements: [], buckets: ['toscanini-incoming-1'], readers: {} });
  });

  it('watches the buckets of others after it', () => {
    set('FILE_BUCKETS', ['theirs']);
    expect(configuredFiles().buckets).toEqual(['toscanini-incoming-1', 'theirs']);
  });

  it('calls the bucket of the stack by its name, and leaves the names of others', () => {
    set('STORAGE_ELEMENTS', [
      { name: 'own', bucket: 'incoming' },
      { name: 'far', bucket: 'theirs', region: 'us-east-1', attributes: { tier: 1, tape: true, site: 'x' } },
    ]);
    set('FILE_READERS', [
      { scope: 'incoming', groups: ['physics'] },
      { scope: 'theirs', groups: [] },
    ]);
    expect(configuredFiles()).toMatchObject({
      elements: [
        { name: 'own', bucket: 'toscanini-incoming-1', attributes: {} },
        { name: 'far', bucket: 'theirs', region: 'us-east-1', attributes: { tier: 1, tape: true, site: 'x' } },
      ],
      readers: { 'toscanini-incoming-1': ['physics'], theirs: [] },
    });
  });

  it.each(['STORAGE_ELEMENTS', 'FILE_READERS', 'FILE_BUCKETS'])('is refused where %s has the wrong form', (name) => {
    set(name, [{ bucket: 1 }]);
    expect(configuredFiles).toThrow(`${name} has the wrong form`);
  });
});
