/** A browser without a screen: it keeps cookies, follows redirects, and sends forms. */

export interface Page {
  readonly url: string;
  readonly html: string;
}

export class Browser {
  readonly #cookies = new Map<string, string>();

  async open(url: string, init: RequestInit = {}): Promise<Page> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { ...init, headers: { ...init.headers, cookie }, redirect: 'manual' });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      this.#cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && location !== null)
      return this.open(new URL(location, url).href);
    return { url, html: await response.text() };
  }

  /** Sends the form of each page, with these values for its fields, until a page has none. */
  async through(first: Page, values: Readonly<Record<string, string>>): Promise<Page> {
    let page = first;
    for (let steps = 0; /<form\b/i.test(page.html); steps += 1) {
      if (steps === mostSteps) throw new Error(`there is still a form at ${page.url}`);
      page = await this.#submit(page, values);
    }
    return page;
  }

  #submit({ url, html }: Page, values: Readonly<Record<string, string>>): Promise<Page> {
    const [, tag = '', inner = ''] = /<form\b([^>]*)>(.*?)<\/form>/is.exec(html) ?? [];
    const fields = [...inner.matchAll(/<(?:input|button)\b[^>]*>/gi)].flatMap(([field]) => {
      const name = attribute(field, 'name');
      const value = values[name ?? ''] ?? attribute(field, 'value');
      return name === undefined || value === undefined || attribute(field, 'type') === 'checkbox'
        ? []
        : [[name, value]];
    });
    const body = new URLSearchParams(Object.fromEntries(fields));
    return this.open(new URL(attribute(tag, 'action') || url, url).href, { method: 'POST', body });
  }
}

/** The code is sent, confirmed, then somebody signs in and consents. */
const mostSteps = 8;

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(tag)?.[1]?.replaceAll('&amp;', '&');
