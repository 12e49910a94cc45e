/** A fixed port is in use, so that the sandbox cannot start. */
export class PortTakenError extends Error {
  override readonly name = 'PortTakenError';
}

/** Runs `listen`; turns EADDRINUSE into words that name the port and what wanted it. */
export async function listening<T>(port: number, what: string, listen: () => Promise<T>): Promise<T> {
  try {
    return await listen();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw cause;
    throw new PortTakenError(
      `port ${port} of 127.0.0.1, for ${what}, is taken: stop what listens there, or choose another PORT`,
      { cause },
    );
  }
}
