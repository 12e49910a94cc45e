import { deepFreeze } from '../frozen.ts';
import type { Json } from '../topology.ts';
import { remember, type TypeDef } from '../types/type-def.ts';
import { setOwn, toJson } from '../yaml/scalar.ts';
import { assigned } from './assigned.ts';
import { draftsOf } from './drafts.ts';
import type { NodeInstance } from './instances.ts';
import { repositoryUrl } from './scripts.ts';
import type { Service } from './service.ts';

type Artifacts = { readonly [name: string]: Json };

/**
 * The artifacts of a node as data: those of its type, and those of its template on top. One from a repository that the template
 * declares also has the address of it, as `repository_url`. Undefined: there are none.
 */
export function artifactsOf(service: Service, node: NodeInstance): Json | undefined {
  const own = assigned('artifacts', node.node, node.others);
  const ofType = typeArtifacts(node.type);
  if (own === undefined && ofType === undefined) return undefined;
  if (own !== undefined && !isMap(own)) return own;
  const all: Record<string, Json> = {};
  for (const [name, given] of Object.entries(ofType ?? {})) setOwn(all, name, located(service, given));
  for (const [name, given] of Object.entries(own ?? {}))
    setOwn(all, name, located(service, over(ofType?.[name], given)));
  return Object.freeze(all);
}

const key = Symbol('artifacts');

const typeArtifacts = (type: TypeDef): Artifacts | undefined =>
  remember(type, key, () => {
    const { artifacts } = draftsOf(type);
    if (artifacts.size === 0) return undefined;
    return deepFreeze(Object.fromEntries([...artifacts].map(([name, node]) => [name, toJson(node)])));
  });

/** A template may give only the file, and leave the rest to the type. */
const over = (usual: Json | undefined, given: Json): Json =>
  typeof given === 'string' && isMap(usual) ? { ...usual, file: given } : given;

function located(service: Service, artifact: Json): Json {
  const { repository } = isMap(artifact) ? artifact : {};
  const url = typeof repository === 'string' ? repositoryUrl(service, repository) : undefined;
  return url === undefined || !isMap(artifact) ? artifact : Object.freeze({ ...artifact, repository_url: url });
}

const isMap = (value: Json | undefined): value is Artifacts =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
