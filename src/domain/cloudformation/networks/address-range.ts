/** Who may send, as a rule of a security group says it. */
export type Source = { readonly CidrIp: string } | { readonly CidrIpv6: string };

export const everybody: Source = { CidrIp: '0.0.0.0/0' };

/** A range of addresses, or one address; undefined: the text is neither. EC2 has a property for each version of IP. */
export const addressRange = (text: string): Source | undefined => {
  const [address = '', bits, ...rest] = text.trim().split('/');
  if (rest.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return undefined;
  if (isIPv4(address) && Number(bits ?? 32) <= 32) return { CidrIp: `${address}/${bits ?? 32}` };
  const isRange = isIPv6(address) && Number(bits ?? 128) <= 128;
  return isRange ? { CidrIpv6: `${address}/${bits ?? 128}` } : undefined;
};

const isIPv4 = (text: string): boolean =>
  /^\d{1,3}(\.\d{1,3}){3}$/.test(text) && text.split('.').every((part) => Number(part) <= 255);

const isIPv6 = (text: string): boolean => text.includes(':') && URL.canParse(`http://[${text}]/`);
