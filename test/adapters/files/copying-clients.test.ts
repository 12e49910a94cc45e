import { describe, expect, it } from 'vitest';
import { copyingClients } from '../../../src/adapters/files/replicas.ts';

describe('the client for a bucket', () => {
  const clientFor = copyingClients([
    { name: 'one', bucket: 'here', region: 'eu-south-1', attributes: {} },
    { name: 'two', bucket: 'also-here', region: 'eu-south-1', attributes: {} },
    { name: 'three', bucket: 'there', region: 'us-east-1', attributes: {} },
  ]);

  it('is one for each region', async () => {
    expect(clientFor('also-here')).toBe(clientFor('here'));
    expect(clientFor('there')).not.toBe(clientFor('here'));
    expect([await clientFor('here').config.region(), await clientFor('there').config.region()]).toEqual([
      'eu-south-1',
      'us-east-1',
    ]);
  });

  it('finds the region of a bucket that is no storage element by itself', () => {
    expect(clientFor('unknown').config.followRegionRedirects).toBe(true);
    expect(clientFor('here').config.followRegionRedirects).toBe(false);
  });
});
