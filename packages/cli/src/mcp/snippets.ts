/** What to write into the common AI clients, with this server's address. */

/** How one client is connected. */
export interface Snippet {
  readonly client: string
  readonly how: string
  readonly text: string
}

const json = (value: object): string => JSON.stringify(value, null, 2)

/** Stands where the key goes: what is printed ends up in histories and on screens. */
const key = "<API_KEY>"

/**
 * All of them. A client that starts a command does so from a folder of its own, where `npx kittiwake` finds nothing, or a package of
 * that name elsewhere: so it is given the file of the command that is running.
 */
export const snippets = (base: string, command: string): ReadonlyArray<Snippet> => {
  const url = `${base}/mcp`
  const headers = { Authorization: `Bearer ${key}` }
  return [
    {
      client: "Claude Code",
      how: "run",
      text: `claude mcp add --transport http kittiwake ${url} --header "Authorization: Bearer ${key}"`
    },
    { client: "Cursor", how: "in ~/.cursor/mcp.json", text: json({ mcpServers: { kittiwake: { url, headers } } }) },
    {
      client: "VS Code",
      how: "in .vscode/mcp.json",
      text: json({ servers: { kittiwake: { type: "http", url, headers } } })
    },
    {
      client: "Claude Desktop and other clients that start a command",
      how: "in their configuration",
      text: json({
        mcpServers: {
          kittiwake: { command: "node", args: [command, "mcp", "--url", base], env: { KITTIWAKE_API_KEY: key } }
        }
      })
    }
  ]
}
