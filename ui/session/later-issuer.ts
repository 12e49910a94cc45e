/** The issuer, loaded when somebody signs in or a token is renewed: the first page does without it. */

type Issuer = typeof import('./issuer.ts');

const load = (): Promise<Issuer> => import('./issuer.ts');

export const beginLogin: Issuer['beginLogin'] = async (...given) => (await load()).beginLogin(...given);
export const endLogin: Issuer['endLogin'] = async (...given) => (await load()).endLogin(...given);
export const renew: Issuer['renew'] = async (...given) => (await load()).renew(...given);

/** Why a login failed, in words, without a token that the issuer quotes. */
export const reasonOf = async (cause: unknown, issuer: string): Promise<string> => {
  try {
    return (await load()).reasonOf(cause, issuer);
  } catch {
    // a release that went away, or no network: what failed is this part of the page, not the login
    return 'the part of this page for signing in could not be loaded: load the page again';
  }
};
