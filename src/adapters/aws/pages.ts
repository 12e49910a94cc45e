import { given } from './errors.ts';

interface Page<T> {
  readonly items: readonly T[] | undefined;
  readonly next: string | undefined;
}

/**
 * Every item of a list that AWS gives in pages. A page without its list is no empty list, but an answer that was cut:
 * ProviderUnavailableError.
 */
export const allPages = async <T>(
  what: string,
  read: (token: string | undefined) => Promise<Page<T>>,
): Promise<readonly T[]> => {
  const found: T[] = [];
  let token: string | undefined;
  do {
    const { items, next } = await read(token);
    found.push(...given(items, what));
    token = next;
  } while (token !== undefined);
  return found;
};
