import { expect, it } from 'vitest';
import { byKind } from '../../../src/domain/deployers/kinds.ts';

it("takes each provider's kind, and the usual one where nothing is said or the provider is not configured", () => {
  const configured = [
    { id: 'silent' },
    { id: 'told', deployer: 'infrastructure-manager' },
    { id: 'own', deployer: 'cloudformation' },
    { id: 'jobs', deployer: 'batch' },
  ] as const;
  const deployerOf = byKind(configured, {
    'infrastructure-manager': (id) => `the manager in front of ${id}`,
    cloudformation: (id) => `the stacks in ${id}`,
    batch: (id) => `the queues in ${id}`,
  });
  expect(deployerOf('own')).toBe('the stacks in own');
  expect(deployerOf('jobs')).toBe('the queues in jobs');
  for (const id of ['silent', 'told', 'unknown']) expect(deployerOf(id)).toBe(`the manager in front of ${id}`);
});

it('makes nothing before a provider is asked for', () => {
  const early = () => {
    throw new Error('made too early');
  };
  const none = byKind([], { 'infrastructure-manager': early, cloudformation: early, batch: early });
  expect(() => none('any')).toThrow('made too early');
});
