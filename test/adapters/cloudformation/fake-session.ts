import type { Session } from '../../../src/adapters/cloudformation/sessions.ts';

export interface Asked {
  /** as the SDK calls it, such as DescribeInstances */
  readonly call: string;
  readonly input: { readonly [key: string]: unknown };
}

/** Answers by the name of a call, each with what it gets; `asked` has the calls in their order. */
export const fakeSession = (answers: { readonly [call: string]: (input: Asked['input']) => object }) => {
  const asked: Asked[] = [];
  const send = async (command: { readonly input: Asked['input'] }) => {
    const { input } = command;
    const call = command.constructor.name.replace(/Command$/, '');
    asked.push({ call, input });
    const answer = answers[call];
    if (answer === undefined) throw new Error(`nobody expects ${call}`);
    return answer(input);
  };
  const client = { send };
  const clients = { stacks: client, machines: client, commands: client };
  const session = { ...clients, region: 'eu-west-1', account: async () => '111111111111' } as unknown as Session;
  return { session, asked };
};

/** An error as the SDK throws it. */
export const refused = (name: string, message = 'refused'): Error =>
  Object.assign(new Error(message), { name, $fault: 'client', $metadata: { httpStatusCode: 400 } });
