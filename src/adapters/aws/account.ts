import { answering, given } from './errors.ts';
import type { ClientConfig } from './kept-sessions.ts';

/** Whose credentials a client sends. STS is loaded and asked at the first call, and once; it needs no right for that. */
export const accountOf = (config: ClientConfig): (() => Promise<string>) => {
  let known: string | undefined;
  return async () => {
    known ??= await readAccount(config);
    return known;
  };
};

const readAccount = async (config: ClientConfig): Promise<string> => {
  const { GetCallerIdentityCommand, STSClient } = await import('@aws-sdk/client-sts');
  const client = new STSClient(config);
  const { Account } = await answering('stack', () => client.send(new GetCallerIdentityCommand({})));
  return given(Account, 'the account of these credentials');
};
