/**
 * Requests to the laptop's own stores, to its Step Functions and to the sandbox's AWS name the laptop's key and are not signed: nobody there checks its
 * signature, and to compute one takes a quarter of a call's processor time. The sandbox checks those of roles.
 */

import type { AuthScheme, ClientExtension, Signer } from '../../src/adapters/aws/clients.ts';

interface Request {
  readonly hostname: string;
  readonly port?: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** The name of the service, and its region. */
interface Scope {
  readonly name: string;
  readonly region: string;
}

const schemeId = 'aws.auth#sigv4';

/** Signs as before what goes elsewhere than to these addresses, or has another key. */
export const unsignedAt = (addresses: readonly string[], key: string): ClientExtension => {
  const hosts = new Set(addresses.map((address) => new URL(address).host));
  return {
    configure: (configuration) => {
      const scheme = configuration.httpAuthSchemes().find((one) => one.schemeId === schemeId);
      if (scheme !== undefined) configuration.setHttpAuthScheme(naming(scheme, hosts, key));
    },
  };
};

const naming = (scheme: AuthScheme, hosts: ReadonlySet<string>, key: string): AuthScheme => {
  const { signer } = scheme;
  const sign: Signer['sign'] = async (request, identity, properties) => {
    const { hostname, port } = request as Request;
    const { accessKeyId } = identity as { readonly accessKeyId: string };
    if (accessKeyId !== key || !hosts.has(`${hostname}:${port}`)) return signer.sign(request, identity, properties);
    return named(request as Request, key, properties as Scope);
  };
  return { ...scheme, signer: Object.assign(Object.create(signer), { sign }) as Signer };
};

/** Any day: the stores read who asks, and of which service. */
const day = '20260101';

const named = (request: Request, key: string, { name, region }: Scope): Request =>
  Object.assign(request, {
    headers: {
      ...request.headers,
      'x-amz-date': `${day}T000000Z`,
      'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
      authorization: `AWS4-HMAC-SHA256 Credential=${key}/${day}/${region}/${name}/aws4_request, SignedHeaders=host, Signature=none`,
    },
  });
