import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { end, freePort } from '../processes.ts';
import { pythonEnvironment } from '../python-environment.ts';
import type { Issuer } from './issuer.ts';

/** Canaille as it comes: it demands a nonce, and knows whole redirect addresses. */
export const startCanaille = async (algorithm: string): Promise<Issuer> => {
  const python = await pythonEnvironment('canaille', join(import.meta.dirname, 'requirements.txt'));
  const [port, redirectPort] = [await freePort(), await freePort()];
  const script = join(import.meta.dirname, 'start_canaille.py');
  const child = spawn(python, [script, `${port}`, algorithm, `${redirectPort}`], { stdio: ['pipe', 'pipe', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint = `${complaint}${chunk}`.slice(-2000);
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const hear = async (word: string): Promise<void> => {
    const { value } = await lines.next();
    if (value !== word) throw new Error(`Canaille did not say ${word}; it complained:\n${complaint}`);
  };
  await hear('ready');
  return {
    ...{
      name: `Canaille, ${algorithm}`,
      url: `http://127.0.0.1:${port}`,
      clientId: 'toscanini',
      scope: 'openid email',
    },
    redirect: `http://127.0.0.1:${redirectPort}/`,
    hasDeviceFlow: false,
    changeKeys: async () => {
      child.stdin.write('\n');
      await hear('changed');
    },
    stop: () => end(child),
  };
};
