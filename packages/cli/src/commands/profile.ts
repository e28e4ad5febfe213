/** `kittiwake profile`: sessions of browsers with which monitors see pages behind a sign-in. */
import { Clock, Effect, Option, Schema } from "effect"
import { Argument, Command } from "effect/cli"
import { failed, wrongUsage } from "../CommandFailed.ts"
import { json, print, table } from "../output.ts"
import { ask, withoutCall } from "../serverClient.ts"
import { boundedFile } from "./boundedBytes.ts"
import { fileProblem } from "./fileProblem.ts"
import { cursor, limit, placeOf, printPage } from "./lists.ts"
import { forOutput } from "./terminal.ts"
import { word } from "./webFlags.ts"

/** One as the API lists it. */
interface Profile {
  readonly id: string
  readonly description: string | null
  readonly created_at: string
  readonly last_used_at: string | null
}

const profilesText = (profiles: ReadonlyArray<Profile>): string =>
  table(
    ["id", "description", "made", "last used"],
    profiles.map(({ created_at, description, id, last_used_at }) => [
      id,
      forOutput(description ?? "-"),
      created_at,
      last_used_at ?? "never"
    ]),
    'No browser profiles. Keep one with "kittiwake profile add session.json".'
  )

/** More bytes than the server takes. */
const longestSession = 8_388_608

const decodeSession = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.JsonObject))

const sessionIn = Effect.fnUntraced(function* (path: string) {
  const bytes = yield* Effect.tryPromise({ try: () => boundedFile(path, longestSession), catch: fileProblem }).pipe(
    Effect.catch((problem) => failed(`${path} cannot be read: ${problem}.`))
  )
  if (bytes === null) return yield* failed(`${path} is longer than 8 MB: no session is.`)
  return yield* decodeSession(bytes.toString("utf8")).pipe(
    Effect.mapError(() => wrongUsage(`${path} holds no session: write one with playwright open --save-storage=FILE.`))
  )
})

/** What is kept of a session: cookies and values; each may be left out by whoever wrote it. */
const Kept = Schema.Struct({
  cookies: Schema.Array(Schema.Struct({ expires: Schema.Number })),
  origins: Schema.Array(Schema.Struct({ localStorage: Schema.Array(Schema.Unknown) }))
})

/** Says of a session that nobody is signed in with it, so far as that can be seen; null of another. */
export const emptySession = (session: unknown, nowMillis: number): string | null => {
  // What is no session the server says.
  if (!Schema.is(Kept)(session)) return null
  if (session.origins.some(({ localStorage }) => localStorage.length > 0)) return null
  if (session.cookies.length === 0) {
    return "Warning: it holds no cookie and no stored value, so nobody is signed in with it. Sign in before the session is saved."
  }
  return session.cookies.every(({ expires }) => expires >= 0 && expires * 1_000 <= nowMillis)
    ? "Warning: all its cookies have expired, so nobody is signed in with it. Sign in, and save the session anew."
    : null
}

const withWarning = (text: string, session: unknown) =>
  Effect.map(Clock.currentTimeMillis, (now) =>
    [text, emptySession(session, now)].filter((line) => line !== null).join("\n")
  )

const add = Command.make(
  "add",
  {
    file: Argument.String("file").pipe(Argument.withDescription("A session, as Playwright writes it (storageState)")),
    description: word("description", "What it is for"),
    json
  },
  Effect.fnUntraced(function* (flags) {
    const session = yield* sessionIn(flags.file)
    const payload = { session, description: Option.getOrNull(flags.description) }
    const made = withoutCall(yield* ask((client) => client.profiles.create({ payload })))
    const told = yield* withWarning(
      `${made.id}\nDelete ${forOutput(flags.file)} now: whoever has it is signed in.`,
      session
    )
    yield* print(flags.json, made, () => told)
  })
).pipe(
  Command.withDescription("Keep the session of a browser that is signed in, sealed"),
  Command.withExamples([
    { command: `kittiwake profile add session.json --description "The shop"`, description: "What Playwright wrote" }
  ])
)

const profileId = Argument.String("profile-id").pipe(
  Argument.withDescription("Id of a browser profile, such as prof_1f0c…")
)

const renew = Command.make(
  "renew",
  {
    profileId,
    file: Argument.String("file").pipe(Argument.withDescription("The new session, as Playwright writes it")),
    json
  },
  Effect.fnUntraced(function* (flags) {
    const session = yield* sessionIn(flags.file)
    const params = { profile_id: flags.profileId }
    const renewed = withoutCall(yield* ask((client) => client.profiles.renew({ params, payload: { session } })))
    const told = yield* withWarning(
      `Renewed ${renewed.id}. Monitors that use it compare with what they stored before; "kittiwake monitor run" looks now.\nDelete ${forOutput(flags.file)} now: whoever has it is signed in.`,
      session
    )
    yield* print(flags.json, renewed, () => told)
  })
).pipe(
  Command.withDescription("Put a new sign-in in the place of one that has ended, for all that uses the profile"),
  Command.withExamples([
    { command: "kittiwake profile renew prof_1f0c… session.json", description: "What Playwright wrote this time" }
  ])
)

const list = Command.make(
  "list",
  { limit, cursor, json },
  Effect.fnUntraced(function* (flags) {
    const page = yield* ask((client) => client.profiles.list({ query: placeOf(flags) }))
    yield* printPage(flags.json, page, profilesText)
  })
).pipe(Command.withDescription("List browser profiles, newest first"))

const remove = Command.make(
  "remove",
  {
    profileId,
    json
  },
  Effect.fnUntraced(function* (flags) {
    const params = { profile_id: flags.profileId }
    const removed = withoutCall(yield* ask((client) => client.profiles.remove({ params })))
    yield* print(flags.json, removed, () => `Removed ${flags.profileId}. Monitors that use it fail from now on.`)
  })
).pipe(Command.withDescription("Forget a browser profile and its session"))

/** Pages of profiles that are looked through for one. */
const mostPages = 20

/** What of the client lists profiles. */
interface Lists {
  readonly profiles: {
    readonly list: (request: {
      readonly query: { readonly limit: number; readonly cursor?: string }
    }) => Effect.Effect<
      { readonly data: ReadonlyArray<{ readonly id: string }>; readonly next_cursor: string | null },
      unknown
    >
  }
}

/** Refuses a profile that is not there, before a monitor is made whose every look would fail for it. */
export const checkProfile = Effect.fnUntraced(function* (client: Lists, profile: Option.Option<string>) {
  if (Option.isNone(profile)) return
  let cursor: string | undefined
  for (let page = 0; page < mostPages; page++) {
    const query = { limit: 100, ...(cursor === undefined ? {} : { cursor }) }
    // A key that may not list profiles may use one all the same.
    const found = yield* client.profiles.list({ query }).pipe(Effect.catch(() => Effect.succeed(null)))
    if (found === null || found.data.some(({ id }) => id === profile.value)) return
    if (found.next_cursor === null) break
    cursor = found.next_cursor
    if (page === mostPages - 1) return
  }
  return yield* wrongUsage(
    `--profile is ${profile.value}: there is no such browser profile. "kittiwake profile list" shows them.`
  )
})

/** All that can be done with browser profiles. */
export const profile = Command.make("profile").pipe(
  Command.withDescription(
    "Keep sessions of browsers with which monitors see pages behind a sign-in, through the server at KITTIWAKE_HOST and KITTIWAKE_PORT."
  ),
  Command.withShortDescription("Keep sessions of browsers that are signed in"),
  Command.withSubcommands([add, list, renew, remove])
)
