import { expect, it } from 'vitest';
import { byKind } from '../../../src/domain/deployers/kinds.ts';

it("takes each provider's kind, and the usual one where nothing is said or the provider is not configured", () => {
  const configured = [{ id: 'silent' }, { id: 'told', deployer: 'infrastructure-manager' }] as const;
  const deployerOf = byKind(configured, { 'infrastructure-manager': (id) => `the manager in front of ${id}` });
  for (const id of ['silent', 'told', 'unknown']) expect(deployerOf(id)).toBe(`the manager in front of ${id}`);
});

it('makes nothing before a provider is asked for', () => {
  const none = byKind([], {
    'infrastructure-manager': () => {
      throw new Error('made too early');
    },
  });
  expect(() => none('any')).toThrow('made too early');
});
