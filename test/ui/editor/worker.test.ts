import { readdirSync, readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildDashboard } from '../../../lib/bundles/dashboard.ts';
import type { Answered, NumberedQuestion } from '../../../ui/editor/checking.ts';

/** What a worker of a browser has, and Node has too. There is no Buffer, no process and no require. */
const globals = {
  TextEncoder,
  TextDecoder,
  URL,
  URLSearchParams,
  atob,
  btoa,
  structuredClone,
  performance,
  setTimeout,
};

/** Inputs and outputs that are secrets, in the forms that the library looks for. */
const secrets = `
tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  inputs:
    password: { type: string, default: hunter2 }
    key: { type: string, default: LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQ }
  node_templates:
    server:
      type: tosca.nodes.Compute
    database:
      type: tosca.nodes.DBMS
      properties: { root_password: { get_input: password } }
      requirements: [ { host: server } ]
`;

describe('the checker as the browser gets it', () => {
  let ask: (question: NumberedQuestion) => Promise<Answered>;
  beforeAll(async () => {
    const { files } = await buildDashboard();
    const [name = ''] = [...files.keys()].filter((one) => one.includes('check.worker'));
    let answer: (answered: Answered) => void = () => {};
    const listeners: ((event: { readonly data: NumberedQuestion }) => void)[] = [];
    const self = {
      ...globals,
      postMessage: (answered: Answered) => answer(answered),
      addEventListener: (_: string, listener: (typeof listeners)[number]) => listeners.push(listener),
    };
    const content = files.get(name);
    runInNewContext(typeof content === 'string' ? content : new TextDecoder().decode(content), { ...self, self });
    ask = (question) =>
      new Promise((resolve) => {
        answer = resolve;
        for (const listener of listeners) listener({ data: question });
      });
  });

  const examples = readdirSync('examples').filter((name) => name.endsWith('.yaml'));
  it.each(examples)('needs nothing of Node for %s', async (name) => {
    const answered = await ask({ id: 1, text: readFileSync(`examples/${name}`, 'utf8'), inputs: {} });
    expect(answered).toHaveProperty('checked');
  });

  it('needs nothing of Node for templates with secrets', async () => {
    const answered = await ask({ id: 2, text: secrets, inputs: { password: 'another' } });
    expect(answered).toMatchObject({ checked: { ok: true, nodes: [{ name: 'server' }, { name: 'database' }] } });
  });
});
