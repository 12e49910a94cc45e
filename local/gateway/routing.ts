import type { ApiMethod } from '../template/cloud.ts';

/** The method for a request, with the parameters of its path. */
export interface Match {
  readonly method: ApiMethod;
  /** percent-encoded, as the client sent them: API Gateway decodes only those of the query */
  readonly pathParameters: Readonly<Record<string, string>>;
}

export type Router = (method: string, path: string) => Match | undefined;

/**
 * Finds methods as API Gateway does: a literal segment wins over a parameter, a specific method wins over ANY, and a slash
 * at the end has no meaning. Throws URIError when a parameter is not percent-encoded UTF-8.
 */
export const router = (methods: readonly ApiMethod[]): Router => {
  const root: Node = { children: new Map(), methods: new Map() };
  for (const method of methods) insert(root, method);
  return (method, path) => {
    const segments = split(path);
    const found = descend(root, segments, 0);
    const target = found?.get(method) ?? found?.get('ANY');
    return target && { method: target, pathParameters: parameters(split(target.path), segments) };
  };
};

type Methods = ReadonlyMap<string, ApiMethod>;

interface Node {
  readonly children: Map<string, Node>;
  readonly methods: Map<string, ApiMethod>;
}

/** The key of the child for all segments that are left: `{proxy+}`. */
const rest = '/';

/** The key of the child for any segment; no literal is empty. */
const anything = '';

const split = (path: string): string[] => path.replace(/\/$/, '').split('/').slice(1);

const isParameter = (segment: string): boolean => segment.startsWith('{');

const isGreedy = (segment: string): boolean => segment.endsWith('+}');

const keyOf = (segment: string): string => (isGreedy(segment) ? rest : isParameter(segment) ? anything : segment);

const insert = (root: Node, method: ApiMethod): void => {
  let node = root;
  for (const segment of split(method.path)) {
    const key = keyOf(segment);
    const child = node.children.get(key) ?? { children: new Map(), methods: new Map() };
    node.children.set(key, child);
    node = child;
  }
  node.methods.set(method.method, method);
};

/** A greedy parameter takes what nothing more specific takes, and at least one segment. */
const descend = (node: Node, segments: readonly string[], depth: number): Methods | undefined => {
  const segment = segments[depth];
  if (segment === undefined) return node.methods;
  if (segment === '') return undefined;
  const next = node.children.get(segment) ?? node.children.get(anything);
  return (next && descend(next, segments, depth + 1)) ?? node.children.get(rest)?.methods;
};

const parameters = (pattern: readonly string[], segments: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    pattern.flatMap((name, index) => {
      if (!isParameter(name)) return [];
      const taken = isGreedy(name) ? segments.slice(index).join('/') : (segments[index] ?? '');
      decodeURIComponent(taken); // throws what API Gateway refuses
      return [[name.slice(1, isGreedy(name) ? -2 : -1), taken]];
    }),
  );
