/** `kittiwake dashboard`: a link that signs the operator in. */
import { Console, Effect, Option } from "effect"
import { Command } from "effect/cli"
import { unavailable } from "../CommandFailed.ts"
import { readSettings, type Settings, serverUrl } from "../config.ts"
import { dashboardAddress } from "../dashboardAddress.ts"
import { dashboardFolder } from "../dashboardFiles.ts"
import { askServer } from "../mcp/askServer.ts"
import { withOperator } from "../operator/withOperator.ts"
import { json, print } from "../output.ts"

/** Longest time for a server of this machine to say that it lives. */
const answersWithin = 5_000

/** A link that leads to nobody is not made. Where an address was named, a proxy stands before the server, and only it can be asked. */
const checkAnswers = Effect.fnUntraced(function* (settings: Settings) {
  if (Option.isSome(settings.publicUrl)) return
  const base = serverUrl(settings)
  const answers = yield* Effect.promise(() =>
    askServer(new Request(`${base}/health`, { signal: AbortSignal.timeout(answersWithin) })).then(
      ({ status }) => status === 200,
      () => false
    )
  )
  if (answers) return
  return yield* unavailable(
    `No server answers at ${base}, so a link would lead nowhere: start one with "kittiwake start". One at another port is found by its KITTIWAKE_PORT, one behind another address by KITTIWAKE_PUBLIC_URL.`
  )
})

export const dashboard = Command.make(
  "dashboard",
  { json },
  Effect.fnUntraced(function* (flags) {
    const settings = yield* readSettings(false)
    if (dashboardFolder() === null) {
      // The server may have one all the same, elsewhere or from the sources.
      yield* Console.error(`There is no dashboard beside this command: "kittiwake doctor" says how to get it.`)
    }
    yield* checkAnswers(settings)
    const { expires_at, secret } = yield* withOperator(settings, (operator) => operator.newLink)
    const url = `${dashboardAddress(settings, serverUrl(settings))}enter#${secret}`
    yield* print(
      flags.json,
      { url, expires_at },
      () => `${url}\n\nIt signs you in as the operator, once, within 15 minutes. Give it to nobody.`
    )
  })
).pipe(
  Command.withDescription(
    "Print a link that opens the dashboard signed in as the operator, once, within 15 minutes. Works beside a running server; whoever may open the database may do this."
  ),
  Command.withShortDescription("Print a link that signs you in to the dashboard")
)
