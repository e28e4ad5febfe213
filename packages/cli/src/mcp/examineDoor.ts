/** Looks at `/mcp` of a server as an AI client does, step by step. */
import { listedTools, ServerRefuses } from "@kittiwake/mcp/Stdio"
import { absent, broken, type Finding, ok } from "../doctor/Finding.ts"
import { trustIt, untrustedCertificate } from "./untrustedCertificate.ts"

/** The server, and how it is asked. */
export interface Examined {
  readonly base: string
  readonly key: string
  readonly ask: (request: Request) => Promise<Response>
}

const post = (base: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
  new Request(`${base}/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
    body: JSON.stringify(body)
  })

const address = (base: string): Finding => {
  const { hostname, protocol } = new URL(base)
  if (protocol === "https:") return ok("address", `${base}/mcp`)
  return /^(?:localhost|127\.|\[::1\])/.test(hostname)
    ? ok("address", `${base}/mcp, for clients on this machine`)
    : broken(
        "address",
        `${base}/mcp is not encrypted`,
        "Put a proxy with a certificate in front, and set KITTIWAKE_PUBLIC_URL to its address."
      )
}

const jsonOf = async (response: Response): Promise<Readonly<Record<string, unknown>>> => {
  const body: unknown = await response.json().catch(() => null)
  return typeof body === "object" && body !== null ? (body as Readonly<Record<string, unknown>>) : {}
}

/** What is told to a client that has no key, and the address of the metadata that it names. */
const challenge = async ({
  ask,
  base
}: Examined): Promise<{ readonly finding: Finding; readonly metadata: string | null }> => {
  const response = await ask(post(base, { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }))
  const told = response.headers.get("www-authenticate") ?? ""
  await response.text()
  if (response.status === 404) {
    const mend = "Start a server of this version, and give its address with --url."
    return { finding: broken("challenge", "there is nothing at /mcp", mend), metadata: null }
  }
  if (response.status !== 401 || !told.startsWith("Bearer")) {
    const mend = "A proxy in front must pass on the status 401 and the header WWW-Authenticate."
    return { finding: broken("challenge", `a call without a key is answered ${response.status}`, mend), metadata: null }
  }
  const metadata = /resource_metadata="([^"]+)"/.exec(told)?.[1] ?? null
  return metadata === null
    ? {
        finding: absent(
          "challenge",
          "401, which names no place for tokens",
          "Set KITTIWAKE_PUBLIC_URL to the address that clients use."
        ),
        metadata
      }
    : { finding: ok("challenge", `401, and tokens are told of at ${metadata}`), metadata }
}

const noTokens = "Clients send an API key instead, as below."

/** Where tokens come from, and whether a client may register there. */
const tokens = async ({ ask, base }: Examined, metadata: string | null): Promise<ReadonlyArray<Finding>> => {
  if (metadata === null || new URL(metadata).origin !== new URL(base).origin) {
    return metadata === null
      ? []
      : [
          broken(
            "metadata",
            `${metadata} is at another address than ${base}`,
            "Set KITTIWAKE_PUBLIC_URL to the address that clients use."
          )
        ]
  }
  const response = await ask(new Request(metadata))
  const resource = await jsonOf(response)
  if (response.status !== 200) return [absent("metadata", "this server gives out no access tokens", noTokens)]
  const expected = `${base}/mcp`
  const servers = Array.isArray(resource.authorization_servers) ? resource.authorization_servers : []
  if (resource.resource !== expected || typeof servers[0] !== "string") {
    return [
      broken(
        "metadata",
        `it is of ${String(resource.resource)}, and not of ${expected}`,
        "Set KITTIWAKE_PUBLIC_URL to the address that clients use."
      )
    ]
  }
  const issuer = servers[0]
  if (!URL.canParse(issuer) || new URL(issuer).origin !== new URL(base).origin) {
    return [
      ok("metadata", `of ${expected}`),
      absent("registration", `tokens come from ${issuer}, which is not asked`, null)
    ]
  }
  const about = await ask(new Request(`${new URL(issuer).origin}/.well-known/oauth-authorization-server`))
  const { registration_endpoint: registration } = await jsonOf(about)
  return [
    ok("metadata", `of ${expected}`),
    typeof registration === "string"
      ? ok("registration", `clients register at ${registration}`)
      : broken(
          "registration",
          "no address where clients register",
          "Update the server: clients of 2025 register before they ask for a token."
        )
  ]
}

/** The tools of the key, and a call that costs nothing. */
const tools = async (examined: Examined): Promise<ReadonlyArray<Finding>> => {
  const { ask, base, key } = examined
  try {
    const names = await listedTools({ base, key, api: ask })
    const response = await ask(
      post(
        base,
        {
          jsonrpc: "2.0",
          id: 2,
          method: "tools/call",
          params: { name: "search_docs", arguments: { query: "credits", limit: 1 } }
        },
        { authorization: `Bearer ${key}`, "mcp-protocol-version": "2025-11-25" }
      )
    )
    const text = await response.text()
    return [
      ok("tools", `the key may use ${names.length}`),
      response.status === 200 && text.includes('"structuredContent"')
        ? ok("call", "search_docs answers")
        : broken("call", `search_docs is answered ${response.status}`, "The server's log says why.")
    ]
  } catch (error) {
    if (!(error instanceof ServerRefuses)) throw error
    return [
      broken(
        "tools",
        error.message,
        'Set KITTIWAKE_API_KEY to a key that "kittiwake key create" makes beside the server.'
      )
    ]
  }
}

/** All that was looked at, in the order of a client. */
export const examineDoor = async (examined: Examined): Promise<ReadonlyArray<Finding>> => {
  const where = address(examined.base)
  try {
    const { finding, metadata } = await challenge(examined)
    if (finding.state === "broken") return [where, finding]
    return [where, finding, ...(await tokens(examined, metadata)), ...(await tools(examined))]
  } catch (error) {
    const code = untrustedCertificate(error)
    if (code !== null) {
      return [where, broken("server", `the certificate of ${examined.base} is not trusted (${code})`, trustIt)]
    }
    const mend = 'Start one with "kittiwake start", or name another with --url.'
    return [where, broken("server", `nothing that speaks HTTP answers at ${examined.base}`, mend)]
  }
}
