/** The sandbox cannot start because a fixed port is in use. */
export class PortTakenError extends Error {
  override readonly name = 'PortTakenError';
}

/** Runs `listen`. Turns EADDRINUSE into an error that names the port and its purpose. */
export async function listening<T>(port: number, what: string, listen: () => Promise<T>): Promise<T> {
  try {
    return await listen();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw cause;
    throw new PortTakenError(
      `port ${port} of 127.0.0.1, for ${what}, is in use: stop the program that listens there, or choose another PORT`,
      { cause },
    );
  }
}
