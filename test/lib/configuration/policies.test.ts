import { describe, expect, it } from 'vitest';
import { configuration } from '../../../lib/configuration/configuration.ts';
import { exampleConfiguration, templates } from '../stacks.ts';

const rule = { id: 'small', effect: 'deny', when: 'total.cpus > 8', message: 'at most 8 processors' };
const withPolicies = (...policies: readonly unknown[]) =>
  configuration({ ...exampleConfiguration, policies: policies as never });

describe('the rules of the configuration', () => {
  it('are those in place and those of files and folders, in their order', () => {
    const { policies } = withPolicies('examples/policies/regions.yaml', rule, 'examples/policies/hourly-cost.yaml');
    expect(policies.map(({ id }) => id)).toEqual(['regions', 'small', 'hourly-cost', 'cost-note']);
    expect(withPolicies('examples/policies').policies.length).toBeGreaterThan(10);
    expect(configuration(exampleConfiguration).policies).toEqual([]);
  });

  it.each([
    [
      'an expression that does not fit the plan',
      { ...rule, when: 'total.cpuz > 8' },
      /when.*cpuz.*column 7[\s\S]*policies\[0\]/,
    ],
    ['a sentence that is none', { ...rule, messageExpression: '1' }, /messageExpression/],
    ['no sentence', { ...rule, message: undefined }, /message/],
    ['an approval by nobody', { ...rule, effect: 'approval' }, /groups[\s\S]*policies\[0\]\.approvers/],
    ['approvers of a denial', { ...rule, approvers: ['leads'] }, /only with effect approval/],
    ['an unknown effect', { ...rule, effect: 'denied' }, /effect/],
    ['a misspelt key', { ...rule, foreach: 'node' }, /foreach/],
    ['a file that is not there', 'policies/none.yaml', /no such file[\s\S]*policies\[0\]/],
    ['a file elsewhere', '../secrets.yaml', /policies\/ or examples\/policies\//],
  ])('are refused with %s', (_, wrong, message) => {
    expect(() => withPolicies(wrong)).toThrow(message);
  });

  it('are refused with two of one name, also of different files', () => {
    expect(() => withPolicies('examples/policies', { ...rule, id: 'regions' })).toThrow(/regions/);
  });

  it('are told to the functions that judge plans, and to no others', () => {
    const { functions } = told();
    const expected = ['create', 'move', 'retry', 'rollback', 'update'].map((name) => `http/deployments/${name}`);
    const also = ['http/schedules/create', 'tasks/begin-update', 'tasks/rank-providers'];
    expect(functions).toEqual([...expected, ...also].toSorted());
  });
});

/** Entries of the functions whose environment has rules. */
const told = () => {
  const { service } = templates({ ...exampleConfiguration, policies: [rule as never] });
  const all = Object.values(service.findResources('AWS::Lambda::Function')) as unknown as readonly {
    readonly Metadata?: { readonly 'toscanini:entry'?: string };
    readonly Properties: { readonly Environment?: { readonly Variables?: Record<string, unknown> } };
  }[];
  const having = all.filter(({ Properties }) => Properties.Environment?.Variables?.['POLICIES'] !== undefined);
  return {
    functions: having
      .map(({ Metadata }) => (Metadata?.['toscanini:entry'] ?? '').replace(/^functions\/|\.ts$/g, ''))
      .toSorted(),
  };
};
