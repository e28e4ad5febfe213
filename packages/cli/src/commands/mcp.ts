/** `kittiwake mcp`: for AI clients that start a process, and for whoever connects one. */
import { realpathSync } from "node:fs"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as Stdio from "@kittiwake/mcp/Stdio"
import { Console, Effect, Option, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { failed, unavailable, wrongUsage } from "../CommandFailed.ts"
import { readSettings, type Settings, serverUrl } from "../config.ts"
import { findingsText } from "../doctor/findingsText.ts"
import { askServer } from "../mcp/askServer.ts"
import { examineDoor } from "../mcp/examineDoor.ts"
import { snippets } from "../mcp/snippets.ts"
import { trustIt, untrustedCertificate } from "../mcp/untrustedCertificate.ts"
import { json, print } from "../output.ts"
import { keyOf } from "../serverClient.ts"

const url = Flag.String("url").pipe(
  Flag.withDescription(
    "Address of the server, such as https://api.example.com; the one beside this command unless given"
  ),
  Flag.optional
)

const noServer = (base: string): string =>
  `No server answers at ${base}: start one with "kittiwake start", or name another with --url.`

const untrusted = (base: string, error: unknown): string | null => {
  const code = untrustedCertificate(error)
  return code === null ? null : `The certificate of ${base} is not trusted (${code}). ${trustIt}`
}

/** Where the server is that is meant. */
const baseOf = (settings: Settings, given: Option.Option<string>) => {
  if (Option.isNone(given)) return Effect.succeed(serverUrl(settings))
  const base = given.value.replace(/\/+$/, "").replace(/\/mcp$/, "")
  return URL.canParse(base) && /^https?:$/.test(new URL(base).protocol)
    ? Effect.succeed(base)
    : wrongUsage(`--url is "${given.value}": write an address such as https://api.example.com.`)
}

const settingsAndKey = Effect.gen(function* () {
  const settings = yield* readSettings(false)
  const key = yield* keyOf(settings).pipe(Effect.provide(NodeHttpClient.layerNodeHttp))
  return { settings, key: Redacted.value(key) }
})

/** The file that was started, past the links that npm makes to it. */
const ownFile = (): string => realpathSync(process.argv[1] ?? process.execPath)

/** What stands above the snippets, which all have a key. */
const withoutKey = (base: string): string =>
  `A client that signs you in itself (OAuth) needs the address alone, ${base}/mcp, without the headers below: it opens your browser and asks. Others take a key in place of <API_KEY>.`

const doctor = Command.make(
  "doctor",
  { url, json },
  Effect.fnUntraced(function* (flags) {
    const { key, settings } = yield* settingsAndKey
    // Clients elsewhere know the public address alone, and tokens are told of there.
    const base = yield* baseOf(
      settings,
      Option.orElse(flags.url, () => settings.publicUrl)
    )
    const findings = yield* Effect.promise(() => examineDoor({ base, key, ask: askServer }))
    const count = findings.filter(({ state }) => state === "broken").length
    // What leads to something broken is not for pasting.
    const clients = count > 0 ? [] : snippets(base, ownFile())
    yield* print(flags.json, { findings, clients }, () =>
      [
        findingsText(findings),
        ...(clients.length === 0 ? [] : [`\n${withoutKey(base)}`]),
        ...clients.map(({ client, how, text }) => `\n${client}: ${how}\n\n${text.replace(/^/gm, "    ")}`)
      ].join("\n")
    )
    if (count > 0) {
      const needs = `${count} ${count === 1 ? "thing needs" : "things need"} mending.`
      return yield* failed(`${needs} What to write into clients is printed once all is well.`)
    }
  })
).pipe(
  Command.withDescription(
    "Look at a server's /mcp as an AI client does: its address, its challenge, where tokens come from, its tools and a call that costs nothing. When all of it works, print what to write into the common clients."
  ),
  Command.withShortDescription("Look at a server as an AI client does")
)

/** The command: without a subcommand it speaks the protocol on standard input and output. */
export const mcp = Command.make(
  "mcp",
  { url },
  Effect.fnUntraced(function* (flags) {
    const { key, settings } = yield* settingsAndKey
    const base = yield* baseOf(settings, flags.url)
    const run = Effect.runPromiseWith(yield* Effect.context<never>())
    yield* Effect.tryPromise({
      try: () =>
        Stdio.serve({
          base,
          key,
          budget: settings.assistants,
          api: askServer,
          run,
          input: process.stdin,
          output: process.stdout
        }),
      catch: (error) =>
        error instanceof Stdio.ServerRefuses
          ? failed(error.message)
          : unavailable(untrusted(base, error) ?? noServer(base))
    })
    // A client reads standard output as messages, so what is told to people goes to standard error.
    yield* Console.error("The client has closed its end.")
  })
).pipe(
  Command.withDescription(
    "Speak the Model Context Protocol on standard input and output, for an AI client on this machine that starts this command. It asks a server that runs, with the key in KITTIWAKE_API_KEY or the one that the server left in its data directory."
  ),
  Command.withShortDescription("Serve an AI client that starts this command"),
  Command.withSubcommands([doctor]),
  Command.withExamples([
    {
      command: "kittiwake mcp --url https://api.example.com",
      description: "Serve an AI client from a server elsewhere"
    },
    { command: "kittiwake mcp doctor", description: "Look whether AI clients can connect, and how" }
  ])
)
