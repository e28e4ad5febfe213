/** `kittiwake webhook`: whether a receiver gets events and verifies them. */
import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { failed, wrongUsage } from "../CommandFailed.ts"
import { json, print } from "../output.ts"
import { ask, withoutCall } from "../serverClient.ts"
import { monitorId, namingFlags } from "./monitorFlags.ts"
import { withScheme } from "./webFlags.ts"
import { failureOf, webhookTestText } from "./webhookView.ts"

interface Tested {
  readonly monitorId: Option.Option<string>
  readonly url: Option.Option<string>
  readonly secret: Option.Option<string>
}

/** The call that the flags ask for. */
const testOf = ({ monitorId, secret, url }: Tested) => {
  if (Option.isSome(monitorId)) {
    return Option.isSome(url) || Option.isSome(secret)
      ? wrongUsage("A monitor has its own address and secret: give its id, or --url and --secret.")
      : ask((client) => client.monitors.testWebhook({ params: { monitor_id: monitorId.value } }))
  }
  if (Option.isNone(url)) return wrongUsage("Give the id of a monitor whose webhook is to be tested, or --url.")
  const payload = { url: url.value, ...(Option.isSome(secret) ? { secret: secret.value } : {}) }
  return ask((client) => client.deliveries.test({ payload }))
}

const test = Command.make(
  "test",
  {
    monitorId: Argument.optional(monitorId),
    url: Flag.String("url").pipe(
      Flag.withDescription("Test this address instead of the webhook of a monitor"),
      Flag.map(withScheme),
      Flag.optional
    ),
    secret: Flag.String("secret").pipe(
      Flag.withDescription("Sign what is sent to --url with this secret, such as whsec_…"),
      Flag.optional
    ),
    json
  },
  Effect.fnUntraced(function* (flags) {
    const tested = withoutCall(yield* namingFlags(testOf(flags)))
    yield* print(flags.json, tested, () => webhookTestText(tested))
    if (!tested.acknowledged) return yield* failed(failureOf(tested))
  })
).pipe(
  Command.withDescription("Send a receiver one signed event that says it is a test, and show what it answers"),
  Command.withExamples([
    { command: "kittiwake webhook test mon_1f0c…", description: "Test the webhook of a monitor, with its secret" },
    {
      command: "kittiwake webhook test --url https://hooks.example.com/in --secret whsec_…",
      description: "Test an address that no monitor has yet"
    }
  ])
)

/** All that can be done with webhooks. */
export const webhook = Command.make("webhook").pipe(
  Command.withDescription("Try whether a receiver gets events and verifies them, through the running server."),
  Command.withShortDescription("Try whether a receiver gets events"),
  Command.withSubcommands([test])
)
