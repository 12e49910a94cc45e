/** The comment with a plan: one for each deployment, which the next run replaces. Source: GitHub's description of its API. */

type Send = (url: string, request: RequestInit) => Promise<Response>;

interface Place {
  /** such as https://api.github.com */
  readonly api: string;
  /** owner/name */
  readonly repository: string;
  readonly pullRequest: number;
  readonly token: string;
}

interface Comment {
  readonly id: number;
  readonly body?: string;
  readonly user?: { readonly type?: string } | null;
}

/** GitHub refuses more: `body is too long (maximum is 65536 characters)`, as its answers to others say (danger/danger, issue 424). */
const longest = 60_000;

/** A text as it is, whatever marks are in it. */
export const asMarkdown = (title: string, text: string): string => {
  const whole = text.length > longest ? `${text.slice(0, longest)}\n… the rest is in the log of the job` : text;
  const ticks = Math.max(2, ...[...whole.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(ticks + 1);
  return `### ${title}\n\n${fence}\n${whole.trimEnd()}\n${fence}\n`;
};

/** Hidden in the comment, so that it is found again. A comment of HTML ends at two hyphens. */
const markOf = (name: string): string => `<!-- toscanini plan ${encodeURIComponent(name).replaceAll('-', '%2D')} -->`;

/** An Error with the status when GitHub refuses. */
export const writeComment = async (send: Send, place: Place, name: string, text: string): Promise<void> => {
  const { api, repository, pullRequest, token } = place;
  const call = async (method: string, path: string, body?: object): Promise<Response> => {
    const response = await send(`${api}/repos/${repository}/issues/${path}`, {
      method,
      headers: {
        Accept: 'application/vnd.github+json',
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'User-Agent': 'toscanini',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`GitHub answers ${response.status} to ${method} …/issues/${path}`);
    return response;
  };
  const mark = markOf(name);
  const body = `${mark}\n${text}`;
  const earlier = await earlierComment(call, pullRequest, mark);
  if (earlier === undefined) await call('POST', `${pullRequest}/comments`, { body });
  else await call('PATCH', `comments/${earlier}`, { body });
};

/** GitHub's page has a hundred at most. */
const page = 100;

/** Of a program: a person who writes the mark has a comment of their own. */
const earlierComment = async (
  call: (method: string, path: string) => Promise<Response>,
  pullRequest: number,
  mark: string,
): Promise<number | undefined> => {
  for (let number = 1; ; number += 1) {
    const response = await call('GET', `${pullRequest}/comments?per_page=${page}&page=${number}`);
    const comments = (await response.json()) as readonly Comment[];
    const found = comments.find(({ body = '', user }) => user?.type === 'Bot' && body.startsWith(mark));
    if (found !== undefined) return found.id;
    if (comments.length < page) return undefined;
  }
};
