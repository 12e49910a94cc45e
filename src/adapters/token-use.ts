import type { Token } from '../domain/credentials/ports.ts';

/** One call in the user's name, and once more with a fresh token when the first was refused. */
export const withToken = async <T>(
  token: Token | undefined,
  call: (headers: Readonly<Record<string, string>>) => Promise<T>,
  isRefused: (error: unknown) => boolean,
): Promise<T> => {
  const first = await token?.();
  if (token === undefined || first === undefined) return call({});
  try {
    return await call(bearing(first));
  } catch (error) {
    const second = isRefused(error) ? await token({ fresh: true }) : undefined;
    if (second === undefined || second === first) throw error;
    return call(bearing(second));
  }
};

const bearing = (token: string) => ({ Authorization: `Bearer ${token}` });
