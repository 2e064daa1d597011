/** A response of SW's services. */
export interface SwResponse {
  readonly http: number;
  readonly status: string;
  readonly message?: string;
  readonly messageDetail?: string;
  // Untyped JSON: each test checks its own expectations.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly data: Record<string, any> | null;
}

/** Creates a minimal client for SW's protocol, without retries. */
export function swClient(url: string, user = 'demo') {
  let token: string | undefined;
  async function authorization(): Promise<string> {
    token ??= String((await login(user, 'secreto')).data?.['token']);
    return `Bearer ${token}`;
  }
  async function login(name: string, password: string): Promise<SwResponse> {
    return toAnswer(
      await fetch(`${url}/sw/v2/security/authenticate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ user: name, password }),
      }),
    );
  }
  async function sendXml(path: string, xml: string, headers = {}): Promise<SwResponse> {
    const form = new FormData();
    form.set('xml', new Blob([xml], { type: 'text/xml' }), 'xml');
    return toAnswer(
      await fetch(`${url}/sw${path}`, {
        method: 'POST',
        headers: { authorization: await authorization(), ...headers },
        body: form,
      }),
    );
  }
  return {
    login,
    sendXml,
    stamp: (xml: string, customId?: string, version = 'v2') =>
      sendXml(
        `/v4/cfdi33/stamp/${version}`,
        xml,
        customId === undefined ? {} : { customid: customId },
      ),
    async get(path: string): Promise<SwResponse> {
      const headers = { authorization: await authorization() };
      return toAnswer(await fetch(`${url}/sw${path}`, { headers }));
    },
  };
}

async function toAnswer(response: Response): Promise<SwResponse> {
  const body = (await response.json()) as Omit<SwResponse, 'http'>;
  return { ...body, http: response.status };
}
