/** An import's address, resolved against the importing document; undefined when it cannot be resolved. */
export function resolveAddress(reference: string, base: string | undefined): string | undefined {
  // `file:types/` is a path next to the importing file
  const folder = base?.replace(/^(?:file:(?!\/\/))+/, '');
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(reference)) return URL.canParse(reference) ? new URL(reference).href : undefined;
  if (folder === undefined || !URL.canParse(folder)) return resolvePath(reference, folder);
  return URL.canParse(reference, folder) ? new URL(reference, folder).href : undefined;
}

/**
 * Where tools of 1.x look too: a file `types/a.yaml` may name `types/b.yaml`, its neighbour, by the path from the template.
 * Undefined: the folder of the reference is not the one of the importing file.
 */
export function neighbourOf(reference: string, base: string | undefined): string | undefined {
  const [folder, at] = [folderOf(reference), folderOf(base ?? '')];
  if (folder === '' || !`/${at}`.endsWith(`/${folder}`)) return undefined;
  return `${at}${reference.slice(folder.length)}`;
}

/** With its slash; empty: there is none. */
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** Resolves paths inside an archive or next to a checked file: `..` cannot leave the base. */
function resolvePath(reference: string, base: string | undefined): string {
  const path = reference.startsWith('file:') ? reference.slice('file:'.length) : reference;
  if (base === undefined && path !== '.' && !path.includes('/')) return path;
  const steps = path.startsWith('/') ? [] : (base?.split('/').slice(0, -1) ?? []);
  for (const step of path.split('/')) {
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..' && steps.at(-1) !== '') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return (path.startsWith('/') ? '/' : '') + steps.join('/');
}

/** The parts in which two addresses of one file differ: their branches, tags or commits. */
export function different(one: string, other: string): readonly [string, string] {
  const [first, second] = [one.split('/'), other.split('/')];
  let [begin, end] = [0, 0];
  while (begin < first.length && first[begin] === second[begin]) begin += 1;
  while (first.length - end > begin && first.at(-1 - end) === second.at(-1 - end)) end += 1;
  const part = (steps: readonly string[]): string => steps.slice(begin, steps.length - end).join('/');
  return [part(first), part(second)];
}
