import type { Resource } from '../client/index.ts';

/** The properties of a machine one by one, out of the text in which the contract has them; empty: it is none. */
export const machineOf = ({ VirtualMachineInfo: text }: Resource['metadata']): { readonly [fact: string]: unknown } => {
  if (text === undefined) return {};
  const { vmProperties = [] } = JSON.parse(text) as { vmProperties?: readonly { readonly [fact: string]: unknown }[] };
  const { class: _, ...system } = vmProperties.find(({ class: kind }) => kind === 'system') ?? {};
  return system;
};
