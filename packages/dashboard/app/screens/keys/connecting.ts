/** What to write into the common AI clients, with the address of this installation; `kittiwake mcp doctor` prints the same. */

export const clients = ["oauth", "claude", "cursor", "vscode", "start"] as const
export type Client = (typeof clients)[number]

/** Stands where the key goes. */
const key = "<API_KEY>"

const json = (value: object): string => JSON.stringify(value, null, 2)

/** The text for a client. */
export const snippetFor = (client: Client, base: string): string => {
  const url = `${base}/mcp`
  const headers = { Authorization: `Bearer ${key}` }
  switch (client) {
    case "oauth":
      return url
    case "claude":
      return `claude mcp add --transport http kittiwake ${url} --header "Authorization: Bearer ${key}"`
    case "cursor":
      return json({ mcpServers: { kittiwake: { url, headers } } })
    case "vscode":
      return json({ servers: { kittiwake: { type: "http", url, headers } } })
    case "start":
      return json({
        mcpServers: {
          kittiwake: { command: "node", args: ["<COMMAND>", "mcp", "--url", base], env: { KITTIWAKE_API_KEY: key } }
        }
      })
  }
}
