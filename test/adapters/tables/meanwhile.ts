import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** Lets something happen just before the client's next command of this name, e.g. `BatchGetCommand`. */
export const meanwhile = (client: DynamoDBDocumentClient, command: string, happens: () => Promise<unknown>): void => {
  const original = client.send.bind(client);
  const send = async (sent: Parameters<typeof original>[0]) => {
    if (sent.constructor.name === command) {
      client.send = original;
      await happens();
    }
    return original(sent);
  };
  client.send = send as typeof original;
};
