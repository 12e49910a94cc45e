import { GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { answering, given } from '../aws/errors.ts';
import type { Session } from './sessions.ts';

/** The template in force, as it was sent. */
export const templateOf = async ({ stacks }: Session, StackName: string): Promise<string> => {
  const { TemplateBody } = await answering('stack', () => stacks.send(new GetTemplateCommand({ StackName })));
  return given(TemplateBody, `the template of stack ${StackName}`);
};
