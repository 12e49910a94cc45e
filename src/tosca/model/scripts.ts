import { resolveAddress } from '../addresses.ts';
import type { Script, ScriptFile } from '../topology.ts';
import { sourceOf, type YamlNode } from '../yaml/node.ts';
import { present, textOf } from '../yaml/scalar.ts';
import type { OperationInstance } from './instances.ts';
import type { Service } from './service.ts';

/** What an operation runs: the file, where it is or what is in it, and the files that it needs. */
export function scriptOf(service: Service, { implementation, artifacts }: OperationInstance): Script {
  const map = implementation.kind === 'mapping' ? implementation : undefined;
  const primary = artifactOf(present(map?.get('primary')) ?? implementation, artifacts);
  const listed = map?.get('dependencies');
  const dependencies = listed?.kind === 'sequence' ? listed.items.map((one) => artifactOf(one, artifacts)) : [];
  const type = primary.kind === 'mapping' ? textOf(primary.get('type')) : undefined;
  const seconds = Number(textOf(map?.get('timeout')) ?? Number.NaN);
  const roles = artifacts.size === 0 ? [] : [...artifacts.values()].flatMap(roleOf);
  return {
    ...fileOf(service, primary),
    ...(type !== undefined && { type }),
    ...(Number.isFinite(seconds) && seconds > 0 && { timeoutSeconds: seconds }),
    ...(dependencies.length > 0 && { dependencies: dependencies.map((one) => fileOf(service, one)) }),
    ...(roles.length > 0 && { roles }),
  };
}

function roleOf(artifact: YamlNode): string | readonly string[] {
  const isRole = artifact.kind === 'mapping' && /AnsibleGalaxy\.role$/.test(textOf(artifact.get('type')) ?? '');
  return isRole ? (textOf(artifact.get('file')) ?? []) : [];
}

/** An implementation may name an artifact. */
const artifactOf = (node: YamlNode, artifacts: ReadonlyMap<string, YamlNode>): YamlNode =>
  (node.kind === 'scalar' ? artifacts.get(node.text) : undefined) ?? node;

function fileOf(service: Service, node: YamlNode): ScriptFile {
  const file = node.kind === 'mapping' ? textOf(node.get('file')) : textOf(node);
  if (file === undefined || file === '') return { file: '' };
  if (/\n|^#!/.test(file)) return { file: 'inline', text: file };
  const repository = node.kind === 'mapping' ? textOf(node.get('repository')) : undefined;
  if (repository !== undefined) return inRepository(service, file, repository);
  const source = sourceOf(node)?.file;
  const address = resolveAddress(file, source === 'template' ? service.place.address : source);
  if (address !== undefined && /^https?:\/\//i.test(address)) return { file, url: address };
  const { archive } = service.place;
  const text = (address === undefined ? undefined : archive?.read(address)) ?? archive?.read(file);
  // a file that is no text cannot be shown as one
  return text === undefined || text.includes('\uFFFD') ? { file } : { file, text };
}

/** A file of a repository, with its address if the template declares the repository. */
export function inRepository(service: Service, file: string, name: string): ScriptFile {
  const base = repositoryUrl(service, name);
  const url = base === undefined ? undefined : `${base.replace(/\/$/, '')}/${file.replace(/^\//, '')}`;
  return url !== undefined && URL.canParse(url) ? { file, url } : { file };
}

/** The address of a repository that the template declares. */
export function repositoryUrl({ root }: Service, name: string): string | undefined {
  const repositories = root.get('repositories');
  const found = repositories?.kind === 'mapping' ? repositories.get(name) : undefined;
  return found?.kind === 'mapping' ? textOf(found.get('url')) : textOf(found);
}
