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

/**
 * What a range covers, the same for each spelling of it: EC2 compares its canonical form, so `::/0` and `0:0:0:0:0:0:0:0/0`, or
 * 10.0.0.1/8 and 10.0.0.0/8, are one rule. What is sent stays as it was written: a rule that stands is not changed.
 */
export const coverage = (source: Source): string => {
  const isV6 = 'CidrIpv6' in source;
  const [address = '', bits] = (isV6 ? source.CidrIpv6 : source.CidrIp).split('/');
  const parts = isV6 ? groupsOf(address) : address.split('.').map(Number);
  const width = isV6 ? 16n : 8n;
  const whole = parts.reduce((sum, part) => (sum << width) | BigInt(part), 0n);
  const length = width * BigInt(parts.length);
  return `${isV6 ? 'IPv6' : 'IPv4'} ${whole >> (length - BigInt(bits ?? length))}/${bits}`;
};

const groupsOf = (address: string): readonly number[] => {
  const [head = '', tail = ''] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const [first, last] = [written(head), written(tail)];
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
};

const written = (groups: string): readonly number[] =>
  groups === '' ? [] : groups.split(':').map((group) => Number.parseInt(group, 16));

const isIPv4 = (text: string): boolean =>
  /^\d{1,3}(\.\d{1,3}){3}$/.test(text) && text.split('.').every((part) => Number(part) <= 255);

const isIPv6 = (text: string): boolean => text.includes(':') && URL.canParse(`http://[${text}]/`);
