/** Requests about deployments of a service that a test has started, in the name of one user. */

interface Service {
  urls(): { readonly url: string; readonly issuer: string };
}

/** `group`: one that the user is in. */
export const deploymentsOf = (service: Service, group = '') => {
  let token: Promise<string> | undefined;
  const owner = (): Promise<string> => {
    token ??= fetch(`${service.urls().issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'password', username: 'ann', groups: group }),
    }).then(async (answer) => ((await answer.json()) as { access_token: string }).access_token);
    return token;
  };
  const call = async (path: string, method = 'GET', body?: object): Promise<Response> =>
    fetch(`${service.urls().url}/deployments${path}`, {
      method,
      headers: { authorization: `Bearer ${await owner()}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  const read = async <T>(path: string): Promise<T> => (await (await call(path)).json()) as T;
  return { call, read, owner };
};
