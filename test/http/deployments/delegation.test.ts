import { describe, expect, it } from 'vitest';
import type { Deployment } from '../../../src/domain/deployments/record/deployment.ts';
import { delegated, renewDelegation } from '../../../src/http/deployments/delegation.ts';

const issuer = 'https://iam.example';
const ann = { issuer, subject: 'ann', isAdministrator: false };
const deployment = { id: 'd', createdBy: { issuer, subject: 'ann' } } as Deployment;
const headers = { authorization: 'Bearer the-token' };

const ports = () => {
  const kept: unknown[] = [];
  const keep = async (id: string, { subject }: { subject: string }, token: string) =>
    void kept.push([id, subject, token]);
  const deployments = { find: async () => deployment };
  return { kept, deployments, delegations: { keep, tokenFor: () => async () => undefined } };
};

describe('delegated', () => {
  it('offers the token of the caller, and keeps it for a deployment when it is told to', async () => {
    const world = ports();
    const { delegation } = delegated(world, ann, headers);
    expect(await delegation?.token()).toBe('the-token');
    expect(world.kept).toEqual([]);
    await delegation?.keep('d');
    expect(world.kept).toEqual([['d', 'ann', 'the-token']]);
  });
});

describe('renewDelegation', () => {
  it('keeps the token of the owner', async () => {
    const world = ports();
    await renewDelegation(world, { deployment, caller: ann, headers });
    expect(world.kept).toEqual([['d', 'ann', 'the-token']]);
  });

  it('says whether it is still theirs: somebody else may have taken it over meanwhile', async () => {
    const asked: unknown[] = [];
    const world = (found: Deployment | undefined) => ({
      deployments: { find: async () => found },
      delegations: {
        ...ports().delegations,
        keep: async (..._: [string, unknown, string, (() => Promise<boolean>)?]) => void asked.push(await _[3]?.()),
      },
    });
    const bobs = { ...deployment, createdBy: { issuer, subject: 'bob' } };
    for (const found of [deployment, bobs, undefined])
      await renewDelegation(world(found), { deployment, caller: ann, headers });
    expect(asked).toEqual([true, false, true]);
  });

  it.each([
    ['an administrator', { ...ann, subject: 'root', isAdministrator: true }],
    ['somebody of the same name elsewhere', { ...ann, issuer: 'https://other.example' }],
  ])('leaves what the owner entrusted in place when %s calls', async (_, caller) => {
    const world = ports();
    await renewDelegation(world, { deployment, caller, headers });
    expect(world.kept).toEqual([]);
  });
});
