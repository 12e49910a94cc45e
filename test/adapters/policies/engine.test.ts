import { describe, expect, it } from 'vitest';
import { type Case, planOfCase, runCase } from '../../../src/adapters/policies/cases.ts';
import { compiledRules } from '../../../src/adapters/policies/compile.ts';
import { types, variables } from '../../../src/adapters/policies/environment.ts';
import { readPolicyFile } from '../../../src/adapters/policies/file.ts';
import { policiesOf } from '../../../src/adapters/policies/policies.ts';
import type { PolicyPlan } from '../../../src/domain/policies/plan.ts';
import type { PolicyRule } from '../../../src/domain/policies/rule.ts';

const rule = (when: string, more: Partial<PolicyRule> = {}): PolicyRule => ({
  ...{ id: 'one', effect: 'deny', when, message: 'no' },
  ...more,
});

const given = (plan: object): Case => {
  const read = readPolicyFile(JSON.stringify({ rules: [rule('true')], cases: [{ name: 'x', plan, expect: [] }] }));
  if ('mistakes' in read || read.cases[0] === undefined) throw new Error(JSON.stringify(read));
  return read.cases[0];
};

const judge = (when: string | PolicyRule, plan: object = {}) =>
  policiesOf([typeof when === 'string' ? rule(when) : when]).judge(planOfCase(given(plan)));

const faults = (when: string, more: Partial<PolicyRule> = {}) => compiledRules([rule(when, more)]).faults;

describe('a rule', () => {
  it('applies when its condition is true, with its own sentence', async () => {
    const big = rule('node.cpus > 32', { each: 'node', messageExpression: 'node.name + " has " + string(node.cpus)' });
    expect(
      await judge(big, {
        nodes: [
          { name: 'a', cpus: 2 },
          { name: 'b', cpus: 64 },
        ],
      }),
    ).toEqual([{ rule: 'one', effect: 'deny', message: 'b has 64', node: 'b' }]);
    expect(await judge('total.cpus > 100', { nodes: [{ name: 'a', cpus: 2, count: 60 }] })).toEqual([
      { rule: 'one', effect: 'deny', message: 'no' },
    ]);
  });

  it('that needs what is not known denies, whatever its effect is, and says what', async () => {
    for (const effect of ['deny', 'warn'] as const) {
      const [found] = await judge(rule('cost.hourly > 5', { effect }), { nodes: [{ name: 'a' }] });
      expect(found).toMatchObject({ effect: 'deny', failed: true });
      expect(found?.message).toContain('hourly is not known');
    }
    expect(await judge('has(cost.hourly) && cost.hourly > 5', { nodes: [{ name: 'a' }] })).toEqual([]);
  });

  it('that asks for more than a list has says so, and calls no index a member', async () => {
    const [short] = await judge(rule('nodes[5].cpus > 2.0'), { nodes: [{ name: 'a', cpus: 2 }] });
    expect(short).toMatchObject({ failed: true, message: expect.stringContaining('index 5 >= size 1') });
    expect(short?.message).not.toContain('has(');
    const [named] = await judge(rule('labels["cost center"] == "a"'), {});
    expect(named?.message).toContain('cost center is not known');
  });

  it('about any node denies although no known one applies: one that is not known might', async () => {
    const nodes = [{ name: 'a', cpus: 2 }, { name: 'b' }];
    expect(await judge('nodes.exists(n, n.cpus > 32)', { nodes })).toMatchObject([{ failed: true }]);
    expect(await judge('nodes.exists(n, n.cpus > 1)', { nodes })).toEqual([
      { rule: 'one', effect: 'deny', message: 'no' },
    ]);
  });

  it('counts with whole numbers and with others', async () => {
    const plan = {
      nodes: [{ name: 'a', count: 3, cpus: 0.25, ports: [{ from: 22 }], properties: { size: 7, part: 0.5 } }],
    };
    for (const when of [
      'nodes[0].count % 2 == 1',
      'double(nodes[0].count) * nodes[0].cpus == 0.75',
      'sum(nodes.map(n, n.cpus)) < 1',
      'sum(nodes.map(n, n.count)) == 3',
      'nodes[0].ports.exists(p, p.from == 22 && p.to + 1 == 23)',
      'nodes[0].properties.size == 7 && nodes[0].properties.part < 1.0',
    ])
      expect(await judge(when, plan), when).toHaveLength(1);
  });

  it('reads labels by name, whatever their names are', async () => {
    expect(await judge('"constructor" in labels || "__proto__" in labels')).toEqual([]);
    expect(await judge('labels["a.b/c"] == "d"', { labels: { 'a.b/c': 'd' } })).toHaveLength(1);
    expect(await judge('labels.?owner.orValue("nobody") == "nobody"')).toHaveLength(1);
  });

  it('whose sentence cannot be made still applies', async () => {
    const one = rule('true', { messageExpression: 'string(cost.hourly)' });
    expect(await judge(one, { nodes: [{ name: 'a' }] })).toEqual([{ rule: 'one', effect: 'deny', message: 'no' }]);
  });

  it('that loops in loops denies large plans in place of keeping the processor busy', async () => {
    const names = (length: number) => Array.from({ length }, (_, index) => ({ name: `n${index}` }));
    const twice = 'nodes.exists(a, nodes.exists(b, a.name == b.name && a.count > b.count))';
    expect(await judge(twice, { nodes: names(20) })).toEqual([]);
    expect(await judge(twice, { nodes: names(5000) })).toMatchObject([{ failed: true }]);
    expect(await judge('nodes.exists(a, a.ports.exists(p, p.from == 22))', { nodes: names(5000) })).toEqual([]);
  });

  it('names at most twenty nodes, and never leaves a denial out', async () => {
    const nodes = Array.from({ length: 100 }, (_, index) => ({ name: `n${index}`, ...(index < 99 && { cpus: 64 }) }));
    const found = await judge(rule('node.cpus > 1', { each: 'node', effect: 'warn' }), { nodes });
    expect(found).toHaveLength(20);
    expect(found[0]).toMatchObject({ node: 'n99', effect: 'deny', failed: true });
  });
});

describe('a rule is refused before it runs', () => {
  it.each([
    ['a misspelt member', 'nodes.exists(n, n.cpuz > 1)', 'cpuz'],
    ['a misspelt variable', 'operatoin == "create"', 'operatoin'],
    ['a variable of another kind of rule', 'node.cpus > 1', 'node'],
    ['a word that a member never has', 'operation == "updaet"', 'update'],
    [
      'the same in a list, from the other side',
      '"replced" in ["x"] || ["replced"] == [] || nodes.exists(n, n.change in ["replced"])',
      'replaced',
    ],
    ['the same within a negation', '!(provider.deployer == "heat")', 'cloudformation'],
    ['a condition that is no truth value', 'total.instances', 'bool'],
    ['JavaScript’s regular expressions', 'name.matches("(?=a)")', 'matchesRe2'],
    ['the same within a negation', '!name.matches("a")', 'matchesRe2'],
    ['what RE2 does not support', 'name.matchesRe2("(?=a)")', 'RE2'],
    ['a text that is compared with a number', 'name == 1', 'string == int'],
    ['no expression', 'name ==', 'EOF'],
  ])('%s', (_, when, named) => {
    const [fault, ...more] = faults(when);
    expect(more).toEqual([]);
    expect(fault).toMatchObject({ rule: 0, member: 'when' });
    expect(fault?.message).toContain(named);
  });

  it('with the line and column of the mistake', () => {
    expect(faults('total.instances > 1 &&\n  total.cpuz > 1')[0]?.message).toContain('line 2, column 9');
  });

  it('because of its sentence', () => {
    expect(faults('true', { messageExpression: 'total.instances' })).toMatchObject([{ member: 'messageExpression' }]);
  });

  it('takes RE2 as CEL says: classes of POSIX, and any part of the text', async () => {
    expect(await judge('name.matchesRe2("[[:digit:]]")', { name: 'web1' })).toHaveLength(1);
    expect(await judge('name.matchesRe2("^[[:digit:]]")', { name: 'web1' })).toEqual([]);
    expect(await judge('name.matchesRe2(group)', { name: 'web1', group: '(' })).toMatchObject([{ failed: true }]);
  });
});

describe('what rules see', () => {
  it('is what the plan has, and nothing else', () => {
    const seen: Record<keyof PolicyPlan, string> = variables;
    const plan = planOfCase(given({ nodes: [{ name: 'a' }], removed: [{ name: 'b' }] }));
    expect(Object.keys(plan).toSorted()).toEqual(Object.keys(seen).toSorted());
    const declared = [...Object.keys(types.Node)];
    expect(Object.keys(plan.nodes[0] ?? {}).filter((member) => !declared.includes(member))).toEqual([]);
  });
});

describe('a case', () => {
  it('fails for what comes and is not expected, and for what is expected and does not come', async () => {
    const policies = policiesOf([rule('true', { id: 'always' })]);
    const one = { ...given({}), expect: ['other'] };
    const { differences } = await runCase(policies, one);
    expect(differences).toHaveLength(2);
    expect(differences.join()).toMatch(/other.*always/);
    expect(await runCase(policies, { ...one, expect: ['always'] })).toMatchObject({ differences: [] });
    expect(await runCase(policies, { ...one, expect: ['always', 'always'] })).not.toMatchObject({ differences: [] });
  });
});
