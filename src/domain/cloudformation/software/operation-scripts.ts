import type { Operation, Script, ScriptFile } from '../../../tosca/topology.ts';

export type Interpreter = 'shell' | 'python' | 'ansible';

/** What runs a script, by the type of its artifact, its name, or its beginning; undefined: nothing that is known here. */
export const interpreterOf = ({ file, type = '', text }: Script): Interpreter | undefined => {
  if (/ansible/i.test(type)) return 'ansible';
  if (/\.Bash$|\.Shell$/i.test(type)) return 'shell';
  if (/\.Python$/i.test(type)) return 'python';
  if (type !== '' && !/\.(File|Implementation|Root)$/.test(type)) return undefined;
  if (file === 'inline') return text !== undefined && /^(---|- (hosts|name):)/m.test(text) ? 'ansible' : 'shell';
  const [, ending = ''] = /\.([a-z0-9]+)(?:[?#]|$)/i.exec(file) ?? [];
  return endings[ending.toLowerCase()];
};

const endings: { readonly [ending: string]: Interpreter } = {
  sh: 'shell',
  bash: 'shell',
  py: 'python',
  yml: 'ansible',
  yaml: 'ansible',
};

/** Why an operation cannot run on a machine; empty: it can. */
export const faultsOf = ({ script, inputs }: Operation, outputs: readonly string[]): readonly string[] => {
  const { dependencies = [], roles = [] } = script;
  const interpreter = interpreterOf(script);
  const files = [script, ...dependencies];
  return [
    ...(interpreter === undefined
      ? [`is ${nameOf(script)}, and only scripts for bash and Python and playbooks of Ansible can run`]
      : []),
    ...files
      .filter(isMissing)
      .map((one) => `needs the file ${one.file}, whose text is neither in the template nor in its archive`),
    ...files
      .filter(({ file }) => file !== 'inline' && !isSafe(file))
      .map(({ file }) => `has the file ${file}, which would lie outside of its folder`),
    ...roles
      .filter((role) => !/^[\w.+,:/@-]+$/.test(role))
      .map((role) => `names the role ${role}, which is none of Ansible Galaxy`),
    ...Object.keys(inputs)
      .filter((name) => !isVariable(name))
      .map((name) => `has the input ${name}, which is no name of a variable: letters, digits and _`),
    ...(interpreter === 'python' && outputs.length > 0
      ? ['is a Python script, and outputs come only from bash and Ansible']
      : []),
    ...outputs
      .filter((name) => !isVariable(name))
      .map((name) => `gives the output ${name}, which is no name of a variable`),
  ];
};

const nameOf = ({ file, type }: Script): string => (type === undefined ? file : `${file} (${type})`);

const isMissing = ({ text, url }: ScriptFile): boolean => text === undefined && url === undefined;

const isVariable = (name: string): boolean => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);

/** On the machine, files lie in a folder of the step, as the template names them. */
const isSafe = (file: string): boolean => {
  const path = pathOf({ file });
  return path !== '' && !path.split('/').includes('..');
};

/** Where a file lies on the machine, below the folder of its step. */
export const pathOf = ({ file, url }: ScriptFile): string => {
  if (file === 'inline') return 'script';
  const path = url !== undefined && /^[a-z]+:\/\//i.test(file) ? new URL(url).pathname : file;
  return path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');
};
