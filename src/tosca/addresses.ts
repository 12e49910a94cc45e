/** An import's address, resolved against the importing document; undefined when it cannot be resolved. */
export function resolveAddress(reference: string, base: string | undefined): string | undefined {
  // `file:types/` is a path next to the importing file
  if (base?.startsWith('file:') && !base.startsWith('file://'))
    return resolveAddress(reference, base.slice('file:'.length));
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(reference)) return URL.canParse(reference) ? new URL(reference).href : undefined;
  if (base === undefined || !URL.canParse(base)) return resolvePath(reference, base);
  return URL.canParse(reference, base) ? new URL(reference, base).href : undefined;
}

/** Resolves paths inside an archive or next to a checked file: `..` cannot leave the base. */
function resolvePath(reference: string, base: string | undefined): string {
  const path = reference.replace(/^file:/, '');
  const steps = path.startsWith('/') ? [] : (base?.split('/').slice(0, -1) ?? []);
  for (const step of path.split('/')) {
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..' && steps.at(-1) !== '') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return (path.startsWith('/') ? '/' : '') + steps.join('/');
}
