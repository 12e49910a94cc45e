import { GetParameterCommand } from '@aws-sdk/client-ssm';
import { ProviderFailedError, ProviderUnavailableError } from '../../foundation/errors.ts';
import type { Json } from '../../tosca/topology.ts';
import { answering, given } from '../aws/errors.ts';
import type { Session } from './sessions.ts';

/** The private key that CloudFormation has put into Parameter Store. Nothing here keeps it, and no error quotes it. */
export const privateKeyOf = async ({ commands }: Session, keyPairId: Json | undefined): Promise<string> => {
  if (typeof keyPairId !== 'string') throw new ProviderFailedError('the stack has no key pair');
  const Name = `/ec2/keypair/${keyPairId}`;
  const value = await answering('key', async () => {
    try {
      return (await commands.send(new GetParameterCommand({ Name, WithDecryption: true }))).Parameter?.Value;
    } catch (error) {
      if (error instanceof Error && error.name === 'ParameterNotFound') throw new ProviderFailedError(lost(Name));
      throw error;
    }
  });
  const key = given(value, `the parameter ${Name}`);
  if (!key.startsWith('-----BEGIN '))
    throw new ProviderUnavailableError(`AWS answered with something that is no private key in parameter ${Name}`);
  return key;
};

const lost = (name: string): string =>
  `the private key of the machines is not in Parameter Store any more: somebody has deleted the parameter ${name}`;
