/** `kittiwake dashboard`: a link that signs the operator in. */
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { readSettings, serverUrl } from "../config.ts"
import { dashboardAddress } from "../dashboardAddress.ts"
import { dashboardFolder } from "../dashboardFiles.ts"
import { withOperator } from "../operator/withOperator.ts"
import { json, print } from "../output.ts"

export const dashboard = Command.make(
  "dashboard",
  { json },
  Effect.fnUntraced(function* (flags) {
    const settings = yield* readSettings(false)
    if (dashboardFolder() === null) {
      // The server may have one all the same, elsewhere or from the sources.
      yield* Console.error(`There is no dashboard beside this command: "kittiwake doctor" says how to get it.`)
    }
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
