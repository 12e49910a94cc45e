/** Answers that are lost: the call took effect, and whoever made it cannot know. */

interface HttpRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
}

type Next = (args: { readonly request: unknown; readonly input: object }) => Promise<object>;

/** The part of a client's middleware stack that is used. */
interface Client {
  readonly middlewareStack: {
    add(middleware: (next: Next) => Next, options: { step: 'finalizeRequest'; priority: 'low' }): void;
  };
}

/** The answers of one client. */
export class Answers {
  /** changing calls so far, repeats included */
  changes = 0;
  /** the number of the changing call whose answer is lost next, from 1; undefined: none */
  lose: number | undefined;

  /** Inside the SDK's own retries: it repeats what was lost, as with a real service. */
  on<C>(client: C): C {
    (client as Client).middlewareStack.add(
      (next) => async (args) => {
        if (!isChange(args.request as HttpRequest)) return next(args);
        this.changes += 1;
        if (this.changes !== this.lose) return next(args);
        await Promise.allSettled([next(args)]); // a refusal is lost too
        throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
      },
      { step: 'finalizeRequest', priority: 'low' },
    );
    return client;
  }
}

/** By their names in AWS's JSON protocols, else by the method. */
const isChange = ({ method, headers }: HttpRequest): boolean => {
  const operation = headers['x-amz-target']?.split('.').at(-1);
  return operation === undefined
    ? !/^(GET|HEAD)$/.test(method)
    : !/^(Get|BatchGet|Query|Scan|Describe|List)/.test(operation);
};
