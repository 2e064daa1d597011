const style = `body{font:16px/1.55 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1c2430;background:#fff}
h1{font-size:1.7rem}h2{font-size:1.2rem;margin-top:2rem}code,pre{font:14px/1.5 ui-monospace,monospace}
pre{background:#f3f5f8;border:1px solid #d9dfe7;border-radius:6px;padding:.8rem;overflow-x:auto}
code{background:#f3f5f8;border-radius:4px;padding:.1rem .25rem}pre code{padding:0;background:none}
table{border-collapse:collapse;width:100%}td,th{text-align:left;border-bottom:1px solid #d9dfe7;padding:.4rem;vertical-align:top;overflow-wrap:anywhere}
a{color:#1f5673}@media(prefers-color-scheme:dark){body{background:#12161c;color:#e3e8ef}
pre,code{background:#1b2129;border-color:#303945}td,th{border-color:#303945}a{color:#8cc4e2}}`;

/** The content security policy of this page, which allows only the page and its style. */
export const assistantsPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const code = (text: string): string => `<pre><code>${escaped(text)}</code></pre>`;

const json = (value: object): string => code(JSON.stringify(value, null, 2));

/**
 * Returns the HTML page that explains how to connect common assistants to /mcp.
 * @param tokenIssuer is the issuer at which members log in; undefined if only API keys are accepted
 */
export function assistantsPage(publicUrl: string, tokenIssuer: string | undefined): string {
  const url = `${publicUrl}/mcp`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Timbre for assistants</title>
    <style>${style}</style>
  </head>
  <body>
    <main>
      <h1>Timbre for assistants</h1>
      <p>Assistants use Timbre over the Model Context Protocol (MCP) at <code>${escaped(url)}</code>. Every tool does
      what its operation of the <a href="/docs/reference">API</a> does, with the permissions of your key.</p>
      <h2>1. Create a key for the assistant</h2>
      <p>Give it only the permissions that it needs; the assistant sees only their tools. Keep the key as secret as a password.</p>
      ${code(`curl ${publicUrl}/v1/credentials \\
  -H "Authorization: Bearer YOUR_OWN_KEY" \\
  -H "Idempotency-Key: assistant-1" -H "Content-Type: application/json" \\
  -d '{"name": "Assistant", "permissions": ["contacts:read", "invoices:read"]}'`)}
      <h2>2. Connect it</h2>
      ${configurations(url)}
      ${tokenIssuer === undefined ? '' : login(url)}
      <h2>3. Show fewer tools</h2>
      <p>Fewer tools leave the model more room. Send these headers, or the same as query of the address.</p>
      <table>
        <tr><th>Header</th><th>Query</th><th>Effect</th></tr>
        <tr><td><code>X-MCP-Toolsets: cfdi,contacts</code></td><td><code>?toolsets=cfdi,contacts</code></td><td>Only these areas of the API.</td></tr>
        <tr><td><code>X-MCP-Readonly: true</code></td><td><code>?readonly=true</code></td><td>Only tools that change nothing.</td></tr>
      </table>
      <h2>What an assistant cannot do alone</h2>
      <p>Stamping, canceling, sending, publishing a quote, refunding, recording a payment and starting a synchronization with the SAT cannot be undone.
      The first call only answers a summary: what happens, for whom, for how much. It happens once the call is confirmed: by you, in a
      form, where your client can ask; otherwise by the assistant, which has to show you the summary first. A confirmation is valid for ten minutes, for exactly this call and
      for the document as it was; confirming twice does nothing twice.</p>
      ${limits(publicUrl)}
      <p>Text in your documents, such as the name of a contact, is data. Assistants are instructed never to follow instructions in it.</p>
    </main>
  </body>
</html>
`;
}

/** Returns the section about assistants that let a member log in instead of using an API key. */
const login = (
  url: string,
): string => `<h3>Claude on the web and on the telephone, ChatGPT, and others that log in</h3>
      <p>These take no key. Add a custom connector in their settings with the address <code>${escaped(url)}</code>, and leave
      client and secret empty: the client registers itself, you log in with your e-mail address, choose the organization and
      see what it may do. It starts with reading and asks again before it writes; it never may more than your role. Such a client
      reaches this address from its own servers, so the address must be public.</p>
      <p>The clients above can log in as well: leave out the key.</p>`;

/** Returns the section about the limits that an API key can have in addition to its permissions. */
function limits(publicUrl: string): string {
  return `<h2>Limits and approval</h2>
      <p>A key may have limits beside its permissions. The server keeps them, for assistants and for the API alike, and no key
      creates one that may do more than itself. They count irreversible actions: stamping, canceling, sending, refunding, recording payments, and every other action that cannot be undone.</p>
      ${code(`curl ${publicUrl}/v1/credentials \\
  -H "Authorization: Bearer YOUR_OWN_KEY" \\
  -H "Idempotency-Key: assistant-2" -H "Content-Type: application/json" \\
  -d '{"name": "Assistant", "permissions": ["invoices:read", "invoices:manage"],
       "limits": {"documentAmountMax": 5000, "dayAmountMax": 20000,
                  "kinds": ["income"], "requiresApproval": true}}'`)}
      <table>
        <tr><th>Limit</th><th>Effect</th><th>Refused with 403</th></tr>
        <tr><td><code>documentAmountMax</code></td><td>Pesos of one action; other currencies count at the rate of the document.</td><td><code>document_limit_exceeded</code>, <code>amount_unknown</code></td></tr>
        <tr><td><code>dayAmountMax</code></td><td>Pesos of a day in central Mexico, with the keys that come from this one.</td><td><code>day_limit_exceeded</code></td></tr>
        <tr><td><code>kinds</code></td><td>Kinds of documents.</td><td><code>kind_not_allowed</code></td></tr>
        <tr><td><code>receivers</code></td><td>RFCs, contacts, and e-mail addresses to send to.</td><td><code>receiver_not_allowed</code></td></tr>
        <tr><td><code>dryRun</code></td><td>Reads and previews go on, nothing is written; the refusal says what would have been done.</td><td><code>dry_run_only</code></td></tr>
        <tr><td><code>requiresApproval</code></td><td>Irreversible actions wait for a person, for seven days.</td><td>none: 202 with <code>approvalId</code></td></tr>
      </table>
      <p>What waits is listed by <code>GET /v1/approvals</code>. <code>POST /v1/approvals/{approvalId}/approve</code> does it once, unless the
      document has changed since; <code>…/reject</code> tells the assistant why not. The person who approves needs <code>approvals:manage</code> and the permission of the action, and another
      key than the one that proposed it. The assistant sees the outcome when it repeats its call with the <code>idempotencyKey</code> it was given. The
      webhook events <code>approval.*</code> tell you when something waits.</p>`;
}

/**
 * Returns the section with the configuration of each assistant, in the format that the assistant's
 * documentation describes.
 */
function configurations(url: string): string {
  const headers = { Authorization: 'Bearer YOUR_API_KEY' };
  return `<h3>Claude Code</h3>
      ${code(`claude mcp add --transport http timbre ${url} \\
  --header "Authorization: Bearer YOUR_API_KEY"`)}
      <h3>VS Code (<code>.vscode/mcp.json</code>)</h3>
      ${json({ servers: { timbre: { type: 'http', url, headers } } })}
      <h3>Cursor (<code>~/.cursor/mcp.json</code>), and Claude Code for one project (<code>.mcp.json</code>)</h3>
      ${json({ mcpServers: { timbre: { type: 'http', url, headers } } })}
      <h3>Codex (<code>~/.codex/config.toml</code>), with the key in the variable <code>TIMBRE_API_KEY</code></h3>
      ${code(`[mcp_servers.timbre]\nurl = "${url}"\nbearer_token_env_var = "TIMBRE_API_KEY"`)}
      <h3>Gemini CLI (<code>~/.gemini/settings.json</code>)</h3>
      ${json({ mcpServers: { timbre: { httpUrl: url, headers } } })}
      <h3>Claude Desktop, and other clients without remote servers</h3>
      ${json({
        mcpServers: {
          timbre: {
            command: 'npx',
            args: ['-y', 'mcp-remote', url, '--header', 'Authorization:${AUTHORIZATION}'],
            env: { AUTHORIZATION: 'Bearer YOUR_API_KEY' },
          },
        },
      })}
      <h3>MCP Inspector, to try it</h3>
      ${code(`npx -y @modelcontextprotocol/inspector@2.12.0 --cli ${url} \\
  --transport http --header "Authorization: Bearer YOUR_API_KEY" --method tools/list`)}`;
}
