/** `kittiwake org`: the organizations of an installation. */
import { LimitScheme, Plan } from "@kittiwake/core/organizations/domain/Plan"
import { CreateOrganizationBody } from "@kittiwake/http/internal/admin/input"
import { decodeBody } from "@kittiwake/http/internal/body"
import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { wrongUsage } from "../CommandFailed.ts"
import { readSettings } from "../config.ts"
import { withOperator } from "../operator/withOperator.ts"
import { json, print, table } from "../output.ts"
import { limits, pause, plan, resume, settings } from "./orgChange.ts"
import { credits } from "./orgCredits.ts"
import { organization } from "./orgFlag.ts"
import { organizationText } from "./orgText.ts"

const decode = decodeBody(CreateOrganizationBody)

const create = Command.make(
  "create",
  {
    name: Argument.String("name").pipe(Argument.withDescription("A name for people")),
    plan: Flag.Literals("plan", Plan.literals).pipe(
      Flag.withDescription("Its plan; free unless given"),
      Flag.withDefault("free" as const)
    ),
    scheme: Flag.Literals("scheme", LimitScheme.literals).pipe(
      Flag.withDescription("How requests are counted: rate, concurrency, or free, the newest"),
      Flag.withDefault("free" as const)
    ),
    id: Flag.String("id").pipe(Flag.withDescription("An id of your own; a new one unless given"), Flag.optional),
    billing: Flag.Boolean("billing").pipe(
      Flag.withDescription("Give the plan's credits each month; with --no-billing, credits come by grants alone"),
      Flag.withDefault(true)
    ),
    json
  },
  Effect.fnUntraced(function* (flags) {
    const body = yield* decode({
      name: flags.name,
      plan: flags.plan,
      limit_scheme: flags.scheme,
      ...(Option.isSome(flags.id) ? { id: flags.id.value } : {}),
      ...(flags.billing ? {} : { billing: null })
    }).pipe(Effect.mapError(({ field, message }) => wrongUsage(`${field} ${message}.`)))
    const made = yield* withOperator(yield* readSettings(false), (operator) => operator.createOrganization(body))
    yield* print(flags.json, made, () => organizationText(made))
  })
).pipe(
  Command.withDescription("Make an organization, with the credits of its first month"),
  Command.withExamples([
    {
      command: `kittiwake org create "Harbour Ltd" --plan developer`,
      description: `An organization; "kittiwake key create --org ..." then makes its first key`
    }
  ])
)

const list = Command.make(
  "list",
  { json },
  Effect.fnUntraced(function* (flags) {
    const all = yield* withOperator(yield* readSettings(false), (operator) => operator.organizations)
    yield* print(flags.json, all, () =>
      table(
        ["id", "name", "plan", "state", "created"],
        all.map(({ created_at, disabled, id, name, plan }) => [
          id,
          name,
          plan,
          disabled ? "disabled" : "active",
          created_at
        ]),
        `No organization yet: "kittiwake start" makes the first one.`
      )
    )
  })
).pipe(Command.withDescription("List organizations, oldest first"))

const show = Command.make(
  "show",
  { organization, json },
  Effect.fnUntraced(function* (flags) {
    const found = yield* withOperator(yield* readSettings(false), (operator) =>
      operator.organization(Option.getOrNull(flags.organization))
    )
    yield* print(flags.json, found, () => organizationText(found))
  })
).pipe(Command.withDescription("Show plan, limits, billing and credits; a star marks what was set by hand"))

/** All that can be done with organizations. */
export const org = Command.make("org").pipe(
  Command.withDescription(
    "Make organizations and change their plans, limits and credits. Works beside a running server and without one."
  ),
  Command.withShortDescription("Make, show and change organizations"),
  Command.withSubcommands([create, list, show, plan, limits, credits, settings, pause, resume])
)
