import { describe, expect, it } from 'vitest';
import { permissions } from '../../lib/permissions/permissions.ts';

describe('a function that writes a log', () => {
  const writers = Object.entries(permissions).filter(([, all]) => all.includes('log:append'));

  it('may count its pieces on the record, so that the view tells them', () => {
    expect(writers.length).toBeGreaterThan(5);
    for (const [name, all] of writers) expect(all, name).toContain('deployments:write');
  });
});
