import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { others, permissions } from '../lib/permissions/permissions.ts';
import { definitionText, kebab, placeholders, workflowNames } from '../lib/workflows/definitions.ts';
import * as errors from '../src/foundation/errors.ts';
import { pages, routes } from '../src/http/routes.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Files below a folder, as paths relative to it. */
const filesOf = (folder: string, ending = /\.tsx?$/): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => relative(join(root, folder), join(entry.parentPath, entry.name)))
    .sort();

const namesOf = (folder: string): string[] => filesOf(folder).map((file) => file.slice(0, -'.ts'.length));

/** What a file imports from this repository, as paths from its root. */
const importsOf = (file: string, pattern = /(?:from|import)\s*\(?'(\.[^']+)'/g): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(pattern)].map(([, target]) =>
    relative(root, resolve(root, dirname(file), target as string)),
  );

type Imports = ReadonlyMap<string, readonly string[]>;

/** The library is one room; any other folder with files is one. */
const roomOf = (file: string): string => /^src\/(?:tosca|foundation)(?=\/)/.exec(file)?.[0] ?? dirname(file);

const asRooms = (imports: Imports): Imports => {
  const rooms = new Map<string, string[]>();
  for (const [file, targets] of imports) {
    const room = roomOf(file);
    const others = targets.map(roomOf).filter((other) => other !== room);
    rooms.set(room, [...(rooms.get(room) ?? []), ...others]);
  }
  return rooms;
};

/** What is left when everything that leads to no circle, or that no circle leads to, is taken away again and again. */
const circlesIn = (imports: Imports): readonly string[] => {
  const left = new Map(imports);
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    const targets = new Set([...left.values()].flat());
    for (const [from, to] of left) if (!targets.has(from) || !to.some((target) => left.has(target))) left.delete(from);
  }
  return [...left].map(([from, targets]) => `${from} -> ${targets.filter((target) => left.has(target)).join(', ')}`);
};

const definitions = workflowNames().map((name) => definitionText(name));

/** An entry file imports each of its ports from the file that joins it: only what stands below is counted. */
const linesOf = (text: string, folder: string): number =>
  (folder === 'functions' ? text.replaceAll(/^import [^;]*;\n/gm, '') : text).split('\n').length - 1;

describe('the rooms', () => {
  /** folder -> what its files may import, beside their own folder */
  const rules: Readonly<Record<string, readonly RegExp[]>> = {
    'src/tosca': [/^src\/tosca\//],
    'src/foundation': [/^src\/(foundation|tosca)\//],
    'src/domain': [/^src\/(domain|foundation|tosca)\//],
    'src/http': [/^src\/(http|domain|foundation|tosca)\//],
    'src/adapters': [/^src\/(adapters|domain|foundation|tosca)\//, /^src\/http\/pipeline\/caller\.ts$/],
    'src/observability': [/^src\/(observability|domain|foundation|tosca)\//],
    'src/runtime': [/^src\/(runtime|observability|domain|foundation)\//],
    functions: [/^src\/(http|domain|foundation|runtime)\//, /^src\/wiring\//],
    lib: [
      /^lib\//,
      /^src\/http\/(routes|pipeline\/cors)\.ts$/,
      /^src\/adapters\/(tables\/keys|configuration\/(approvals|labels|lifetimes|quotas|webhooks)|providers\/(batch|offer|stack)|identity\/issuers|secrets\/secrets)\.ts$/,
      /^src\/(observability\/metric-names|foundation\/attention)\.ts$/,
      /^src\/foundation\/shape\//,
      // rules are checked when the configuration is read
      /^src\/adapters\/policies\/(file|schema)\.ts$/,
      /^src\/domain\/policies\/rule\.ts$/,
    ],
    // runs in a browser; the bodies of the API are types, which vanish; why something failed is found in one place
    client: [
      /^client\//,
      /^src\/http\/schemas\/answers\.ts$/,
      /^src\/tosca\/values\/exact-json\.ts$/,
      /^src\/domain\/deployments\/record\/(cause|cause-line|drift-summary)\.ts$/,
    ],
    // runs in a browser too; the checker says what a template draws in the service's own words
    ui: [
      /^(ui|client)\//,
      /^src\/(tosca|foundation)\//,
      /^src\/domain\/deployments\/record\/(outline|default-name|cause-line|drift-summary)\.ts$/,
      // what a file is and must be called, where its copies go, and what a parameter says of it: checked while it is typed
      /^src\/domain\/schedules\/(schedule|file-expression|replication-expression|file-parameters)\.ts$/,
    ],
    cli: [
      /^(cli|client)\//,
      /^package\.json$/,
      /^src\/(tosca|foundation)\//,
      /^src\/adapters\/files\/(?:imports|local-file)\.ts$/,
      // what a deployment of a file is called, as the service calls it
      /^src\/domain\/deployments\/record\/default-name\.ts$/,
      // for the command that tries rules
      /^src\/adapters\/policies\/(cases|file|policies)\.ts$/,
    ],
    bin: [/^lib\//, /^toscanini\.config\.ts$/],
  };

  for (const [folder, allowed] of Object.entries(rules)) {
    it(`${folder} imports only what lies below it`, () => {
      const trespasses = filesOf(folder)
        .map((file) => `${folder}/${file}`)
        .flatMap((file) => importsOf(file).map((target) => ({ file, target })))
        .filter(({ target }) => !allowed.some((rule) => rule.test(target)));
      expect(trespasses).toEqual([]);
    });
  }

  it('keeps each kind of deployer apart: what two of them need is in src/domain/deployers', () => {
    const kinds = ['batch', 'cloudformation', 'infrastructure-manager'];
    for (const side of ['src/domain', 'src/adapters']) {
      const trespasses = kinds.flatMap((kind) =>
        filesOf(`${side}/${kind}`).flatMap((file) =>
          importsOf(`${side}/${kind}/${file}`)
            .filter((target) => kinds.some((other) => other !== kind && target.startsWith(`${side}/${other}/`)))
            .map((target) => `${kind}/${file} -> ${target}`),
        ),
      );
      expect(trespasses).toEqual([]);
    }
  });

  it('keeps what only the Infrastructure Manager needs out of the rest of the TOSCA library, but for types', () => {
    const room = 'src/tosca/infrastructure-manager/';
    const values = /import (?!type )[^;]*? from '([^']+)'/g;
    const trespasses = filesOf('src/tosca')
      .map((file) => `src/tosca/${file}`)
      .filter((file) => !file.startsWith(room))
      .filter((file) =>
        [...readFileSync(join(root, file), 'utf8').matchAll(values)].some(([, target]) =>
          relative(root, resolve(root, dirname(file), target as string)).startsWith(room),
        ),
      );
    expect(trespasses).toEqual([]);
  });

  it('has nothing beside the rooms of src', () => {
    expect(filesOf('src').filter((file) => !file.includes('/'))).toEqual([]);
  });

  it('has no circles, neither between files nor between rooms', () => {
    const files = ['src', 'lib'].flatMap((folder) => filesOf(folder).map((file) => `${folder}/${file}`));
    const imports = new Map(files.map((file) => [file, importsOf(file)]));
    expect(circlesIn(imports)).toEqual([]);
    expect(circlesIn(asRooms(imports))).toEqual([]);
  });

  it.each(['bench', 'bin', 'cli', 'client', 'functions', 'local', 'test', 'ui'])(
    'has no circles of files in %s, not of types either; what is loaded later may lead back',
    (folder) => {
      const files = filesOf(folder).map((file) => `${folder}/${file}`);
      expect(files.length).toBeGreaterThan(0);
      expect(circlesIn(new Map(files.map((file) => [file, importsOf(file, /from '(\.[^']+)'/g)])))).toEqual([]);
    },
  );

  it('the domain and the TOSCA library know no AWS, no HTTP framework and no node:fs', () => {
    const files = ['src/domain', 'src/foundation', 'src/tosca'].flatMap((folder) =>
      filesOf(folder).map((file) => `${folder}/${file}`),
    );
    const outside = files.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/from '([^.'][^']*)'/g)]
        .map(([, name]) => name as string)
        .filter((name) => /^(@aws-sdk|@middy|aws-|node:(fs|http|net))/.test(name))
        .map((name) => `${file}: ${name}`),
    );
    // what builds the catalog is a tool, and Node's list of address ranges opens no connection
    const allowed =
      /^src\/(?:tosca\/catalog\/build\.ts|domain\/deployments\/accepting\/private-address\.ts: node:net$)/;
    expect(outside.filter((line) => !allowed.test(line))).toEqual([]);
  });

  /** a call of a port -> the steps that make it, since each needs something before it: a check by the sweep, a revocation */
  const guardedCalls: Readonly<Record<string, readonly string[]>> = {
    'workflows.startAction(': ['actions/accept-action.ts'],
    'workflows.startNotification(': [
      'deployments/finishing/settle-callback.ts',
      'deployments/reporting/start-callback.ts',
    ],
    'files.remove(': ['deployments/record/remove-files.ts'],
  };
  it.each(Object.entries(guardedCalls))('calls %s only where what must come before it stands', (call, places) => {
    const callers = filesOf('src/domain').filter((file) =>
      readFileSync(join(root, 'src/domain', file), 'utf8').includes(call),
    );
    expect(callers).toEqual(places);
  });

  it('changes no port on its way to a step: what a step does is in the step', () => {
    const files = ['src/domain', 'src/wiring'].flatMap((room) => filesOf(room).map((file) => `${room}/${file}`));
    const spread = /\{\s*\.\.\.(?:ports\.\w+|workflows|files|deployments|attempts|resources|timeline|schedules)\b/;
    expect(files.filter((file) => spread.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });

  it('writes to tables on a condition only where a repeat of its own is known', () => {
    const elsewhere = filesOf('src/adapters/tables')
      .filter((file) => file !== 'conditional-write.ts' && file !== 'write.ts')
      .filter((file) => {
        const text = readFileSync(join(root, 'src/adapters/tables', file), 'utf8');
        const isSingle = /\bnew (Put|Update|Delete)Command\b/.test(text) && /\b(conditions|update)\(/.test(text);
        return isSingle || /TransactWriteCommand\b/.test(text);
      });
    expect(elsewhere).toEqual([]);
  });

  it('has files of at most 300 lines, and entry files of at most 25 below their imports', () => {
    const long = ['cli', 'client', 'ui', 'src', 'lib', 'local', 'bin', 'bench', 'functions', 'test'].flatMap((folder) =>
      filesOf(folder)
        .map((file) => ({
          file: `${folder}/${file}`,
          lines: linesOf(readFileSync(join(root, folder, file), 'utf8'), folder),
        }))
        .filter(({ file, lines }) => lines > (file.startsWith('functions/') ? 25 : 300)),
    );
    expect(long).toEqual([]);
  });
});

describe('the lists that could drift', () => {
  it('routes are the files under functions/http', () => {
    expect(namesOf('functions/http')).toEqual(
      [...new Set([...routes, ...pages].map((route) => route.function))].sort(),
    );
  });

  it('every route gives its answers to pages of the configured origin', () => {
    const deaf = filesOf('functions/http').filter(
      (file) => !/\b(corsOrigin|linkPorts)\b/.test(readFileSync(join(root, 'functions/http', file), 'utf8')),
    );
    expect(deaf).toEqual([]);
  });

  it('placeholders of the workflows are the files under functions/tasks', () => {
    const named = workflowNames().flatMap((name) => placeholders(name).functions.map(kebab));
    expect(namesOf('functions/tasks')).toEqual([...new Set(named)].sort());
  });

  it('nested workflows are files under statemachines', () => {
    const nested = workflowNames().flatMap((name) =>
      placeholders(name).workflows.map((text) => kebab(text.replace(/Workflow$/, ''))),
    );
    expect(workflowNames()).toEqual(expect.arrayContaining(nested));
  });

  it('every function has its permissions, and nothing else has', () => {
    const functions = namesOf('functions');
    expect(Object.keys(permissions).sort()).toEqual(functions);
    expect(Object.keys(others).filter((name) => !functions.includes(name))).toEqual([]);
  });

  it('says no permission of a function twice', () => {
    const twice = Object.entries(permissions).filter(([, all]) => new Set(all).size < all.length);
    expect(twice).toEqual([]);
  });

  it('every own error that a workflow catches is an exported error, and every name is literal', () => {
    const caught = definitions.flatMap((text) =>
      [...text.matchAll(/"([A-Z][A-Za-z]+Error)"/g)].map(([, name]) => name as string),
    );
    expect(Object.keys(errors)).toEqual(expect.arrayContaining([...new Set(caught)]));
    for (const [name, Named] of Object.entries(errors))
      expect(new (Named as new (message: string) => Error)('seen').name).toBe(name);
  });

  it('every named error is in docs/errors.md, and the reverse', () => {
    const documented = [...readFileSync(join(root, 'docs/errors.md'), 'utf8').matchAll(/^\| `([A-Za-z]+)`/gm)].map(
      ([, name]) => name,
    );
    expect(documented.sort()).toEqual(Object.keys(errors).sort());
  });
});
