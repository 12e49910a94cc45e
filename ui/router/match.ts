export interface Parameters {
  readonly [name: string]: string;
}

/**
 * The parameters of a path that has the form of a pattern, such as `deployments/:id/:tab?`; undefined when it has not. A
 * question mark after the last name: it may be missing.
 */
export const match = (pattern: string, path: string): Parameters | undefined => {
  const names = pattern.split('/');
  const parts = path.split('/');
  const optional = names.at(-1)?.endsWith('?') ? 1 : 0;
  if (parts.length > names.length || parts.length < names.length - optional) return undefined;
  const found: { [name: string]: string } = {};
  for (const [index, part] of parts.entries()) {
    const name = names[index] ?? '';
    if (!name.startsWith(':')) {
      if (name !== part) return undefined;
    } else {
      const value = decoded(part);
      if (value === undefined || value === '') return undefined;
      found[name.replace(/^:|\?$/g, '')] = uuid.test(value) ? value.toLowerCase() : value;
    }
  }
  return found;
};

/** People paste ids in capitals too; those of the service have small letters. */
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** undefined: it is not percent-encoded UTF-8. */
const decoded = (part: string): string | undefined => {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
};
