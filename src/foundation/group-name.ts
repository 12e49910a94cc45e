import type { Identity } from './identity.ts';

/** A group as somebody writes it: `<group>@<issuer>`, or without an issuer one of their own. */
export const groupFor = (
  { issuer }: Pick<Identity, 'issuer'>,
  name: string,
): { readonly group: string; readonly issuer: string } => {
  const [, group, elsewhere] = /^(.+)@(https?:\/\/[^@]+)$/s.exec(name) ?? [];
  return group !== undefined && elsewhere !== undefined ? { group, issuer: elsewhere } : { group: name, issuer };
};
