/** The id of a stack is an ARN: it says where the stack is, whatever the configuration of its provider says by now. */

export const isStackId = (id: string): boolean => /^stack\/[^/]+\/[^/]+$/.test(partsOf(id).resource);

export const partsOf = (arn: string) => {
  const [, partition = '', , region = '', account = '', resource = ''] = arn.split(':');
  return { partition, region, account, resource };
};

/** The account and region of a provider, as they are for one of its stacks; `id` absent: for a new stack. */
export const forStack = <Account extends { readonly region: string }>(account: Account, id?: string): Account =>
  id !== undefined && isStackId(id) ? { ...account, region: partsOf(id).region } : account;
