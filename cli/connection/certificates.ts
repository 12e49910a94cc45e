/** Codes of Node for a certificate of an authority that it does not know. */
const untrusted =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/;

/** What to do where a service has a certificate of its own authority; undefined: the error says nothing of one. */
export const certificateAdvice = (thrown: unknown): string | undefined => {
  if (!(thrown instanceof Error)) return undefined;
  if ('code' in thrown && untrusted.test(String(thrown.code)))
    return 'if you trust the service, name the certificate of its authority: NODE_EXTRA_CA_CERTS=authority.pem';
  return certificateAdvice(thrown.cause);
};
