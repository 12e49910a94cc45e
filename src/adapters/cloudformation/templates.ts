import { GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { given } from '../aws/errors.ts';
import { callForStack } from './call-for-stack.ts';
import type { Session } from './sessions.ts';

/** The template in force, as it was sent. */
export const templateOf = async (session: Session, StackName: string): Promise<string> => {
  const { TemplateBody } = await callForStack(session, StackName, () =>
    session.stacks.send(new GetTemplateCommand({ StackName })),
  );
  return given(TemplateBody, `the template of stack ${StackName}`);
};
