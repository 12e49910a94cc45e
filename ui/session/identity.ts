import { computed } from '@preact/signals';
import { session } from './session.ts';

/** What a token says of its user. The service checks tokens; this is only shown. */
export interface Identity {
  readonly subject: string;
  readonly issuer: string;
  readonly name: string;
}

export const identity = computed<Identity | undefined>(() => {
  const { value } = session;
  return value.kind === 'in' ? identityIn(value.tokens.access) : undefined;
});

/** undefined: the token is not a JWT, so only the service can read it. */
const identityIn = (token: string): Identity | undefined => {
  try {
    const [, part = ''] = token.split('.');
    const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
    const claims = JSON.parse(new TextDecoder().decode(bytes)) as { readonly [claim: string]: unknown };
    const text = (claim: string): string | undefined =>
      typeof claims[claim] === 'string' ? (claims[claim] as string) : undefined;
    const subject = text('sub') ?? '';
    return {
      subject,
      issuer: text('iss') ?? '',
      name: text('preferred_username') ?? text('name') ?? text('email') ?? subject,
    };
  } catch {
    return undefined;
  }
};
