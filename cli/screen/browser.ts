import type { CliContext } from '../context.ts';

/** The program that opens an address, by platform. */
const openers: { readonly [platform: string]: readonly [program: string, ...args: string[]] } = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  linux: ['xdg-open'],
};

/** Opens an address in the user's browser. undefined where there is no screen for one: over SSH, in a container. */
export const browser = (platform: string, env: CliContext['env']): CliContext['browse'] => {
  const [program, ...args] = openers[platform] ?? [];
  const hasScreen = platform !== 'linux' || env['DISPLAY'] || env['WAYLAND_DISPLAY'];
  if (program === undefined || !hasScreen || env['SSH_CONNECTION']) return undefined;
  return async (url) => {
    const { spawn } = await import('node:child_process');
    const child = spawn(program, [...args, url], { detached: true, stdio: 'ignore' });
    child.on('error', () => undefined); // there is no such program: the address is on the screen too
    child.unref();
  };
};
