import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { arnsIn } from '../../../lib/rights/arns.ts';
import published from '../../../lib/rights/handlers.json' with { type: 'json' };
import { handlersOf } from '../../../lib/rights/handlers.ts';
import { leftOut } from '../../../lib/rights/left-out.ts';
import { derivedActions, makingStatements } from '../../../lib/rights/making.ts';
import { mappedTypes } from '../../../lib/rights/mapped-types.ts';

const root = join(import.meta.dirname, '../../..');
const roles = { tasks: ['task'], machines: ['machine'] };
const statements = makingStatements(arnsIn({ partition: 'aws', account: '111111111111' }), roles);
const given = new Set(statements.flatMap(({ actions }) => actions));

/** Types that only stand in lists of data or in messages: nothing writes them. */
const unwritten = [
  'src/domain/cloudformation/stateful-types.ts',
  'src/adapters/providers/stack.ts',
  'src/adapters/cloudformation/inspect.ts',
];

/** The types of CloudFormation that stand in the source as texts, each with a file. */
const typesInSource = (): ReadonlyMap<string, string> => {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `src/${file}`)
    .filter((file) => !unwritten.includes(file));
  return new Map(
    files.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/['"](AWS::[A-Za-z0-9]+::[A-Za-z0-9]+)['"]/g)].map(
        ([, type = '']): [string, string] => [type, file],
      ),
    ),
  );
};

describe('the service role', () => {
  it('has the rights of every type that the translation writes', () => {
    const mapped: readonly string[] = mappedTypes;
    const missing = [...typesInSource()].filter(([type]) => !mapped.includes(type));
    expect(missing, 'add it to lib/rights/mapped-types.ts').toEqual([]);
    const unused = mapped.filter((type) => !typesInSource().has(type));
    expect(unused, 'nothing writes it any more').toEqual([]);
  });

  it('has the rights of every type in a translated template', () => {
    const folder = join(root, 'test/fixtures/stacks');
    const types = readdirSync(folder).flatMap((file) => {
      const { Resources } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
        readonly Resources: Readonly<Record<string, { readonly Type: string; readonly Metadata?: object }>>;
      };
      return file === 'other-resources.template' ? [] : Object.values(Resources).map(({ Type }) => Type);
    });
    expect(new Set(types).difference(new Set<string>(mappedTypes))).toEqual(new Set());
  });

  it("has all that the types' handlers ask for, or the table says why not", () => {
    const missing = mappedTypes.flatMap((type) => {
      const handlers = handlersOf(type);
      expect(handlers, type).toBeDefined();
      const left = new Set(leftOut.flatMap((one) => (one.type === type ? one.actions : [])));
      const asked = [...(handlers?.change ?? []), ...(handlers?.read ?? [])];
      return asked.filter((action) => !given.has(action) && !left.has(action)).map((action) => `${type} ${action}`);
    });
    const asked = new Set(
      mappedTypes.flatMap((type) =>
        [handlersOf(type)].flatMap((one) => [...(one?.change ?? []), ...(one?.read ?? [])]),
      ),
    );
    process.stdout.write(
      `types ${mappedTypes.length}, actions ${asked.size}, given ${given.size}, missing ${missing.length}\n`,
    );
    expect(missing).toEqual([]);
  });

  it('leaves out only what a handler asks for, with a reason', () => {
    for (const { type, why, actions } of leftOut) {
      expect(why).not.toBe('');
      const handlers = handlersOf(type);
      for (const action of actions) expect([...(handlers?.change ?? []), ...(handlers?.read ?? [])]).toContain(action);
    }
  });

  it('has no more than the handlers ask for, but to look up the images of AWS', () => {
    expect([...given].filter((action) => !derivedActions().includes(action))).toEqual(['ssm:GetParameters']);
  });

  it('can do nothing with roles, keys, secrets and parameters but what is bound to a name or a service', () => {
    for (const { actions, resources, conditions } of statements) {
      const sensitive = actions.filter((one) => /^(iam|kms|secretsmanager|ssm):(?!Describe|List)/.test(one));
      if (sensitive.length === 0 || !resources.includes('*')) continue;
      expect([sensitive, JSON.stringify(conditions)]).toEqual([sensitive, expect.stringContaining('kms:ViaService')]);
    }
  });
});

describe('the file of published rights', () => {
  it('says from what and when it is', () => {
    expect(published.source).toMatch(/^cfn-lint \d+\.\d+\.\d+, @cloud-copilot\/iam-data \d/);
    const pinned = readFileSync(join(root, 'test/e2e/cfn-lint/requirements.txt'), 'utf8');
    expect(pinned).toContain(published.source.split(',')[0]?.replace(' ', '=='));
    expect(new Date(published.date).getTime()).toBeGreaterThan(0);
    expect(Object.keys(published.types).length).toBeGreaterThan(1_700);
  });
});
